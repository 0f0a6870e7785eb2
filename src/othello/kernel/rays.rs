//! The eight straight lines that leave each square.

/// For each square, the squares of its four lines towards higher bits: east,
/// south-west, south and south-east.
pub(super) static UP: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);

/// For each square, the squares of its four lines towards lower bits: west,
/// north-east, north and north-west.
pub(super) static DOWN: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 4 {
            table[square][ray] = walk(square as i32 % 8, square as i32 / 8, steps[ray]);
            ray += 1;
        }
        square += 1;
    }
    table
}

const fn walk(mut column: i32, mut row: i32, step: (i32, i32)) -> u64 {
    let mut squares = 0;
    loop {
        column += step.0;
        row += step.1;
        if column < 0 || column > 7 || row < 0 || row > 7 {
            return squares;
        }
        squares |= 1 << (row * 8 + column);
    }
}
