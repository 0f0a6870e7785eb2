//! The `outflank` program.
use outflank::othello::{Position, perft::Perft};
#[allow(clippy::print_stdout)]
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = Perft::new(d).count(&Position::default());
    println!("{n} {:?}", t.elapsed());
}
