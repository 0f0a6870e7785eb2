//! The kernels in 512-bit vectors: all eight directions, or eight boards, at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::ChildrenUpTo;
use super::rays::{DOWN, UP};

const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
const INNER_ROWS: i64 = 0x00ff_ffff_ffff_ff00;

/// `a | (b & c)`, as a truth table for the three-operand logic instruction.
const OR_AND: i32 = 0b1111_1000;
/// `a | !b`, likewise.
const OR_NOT: i32 = 0b1111_0011;
/// `a & b & c`, likewise.
const AND_AND: i32 = 0b1000_0000;
/// `a & !(b | c)`, likewise.
const BUT_NOT: i32 = 0b0001_0000;

/// See [`portable::moves`](super::portable::moves).
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { moves_in_lanes(player, opponent) }
}

/// See [`portable::flips`](super::portable::flips).
#[inline]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { flips_in_lanes(square, player, opponent) }
}

/// See [`portable::flips_each`](super::portable::flips_each).
#[inline(always)]
pub fn flips_each<const N: usize>(squares: [usize; N], player: u64, opponent: u64) -> [u64; N] {
    let mut each = [0; N];
    let mut index = 0;
    while index + 1 < N {
        let pair = [squares[index], squares[index + 1]];
        // SAFETY: this module is compiled only where the build enables these features.
        let flips = unsafe { flips_of_pair(pair, player, opponent) };
        each[index..index + 2].copy_from_slice(&flips);
        index += 2;
    }
    if index < N {
        each[index] = flips(squares[index], player, opponent);
    }
    each
}

/// See [`portable::children`](super::portable::children).
#[inline]
pub fn children<const N: usize>(
    player: u64,
    opponent: u64,
    moves: u64,
    children: &mut ChildrenUpTo<N>,
) {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { children_in_lanes(player, opponent, moves, children) }
}

/// Rotations serve all eight directions with one instruction. What runs around
/// the edge is harmless: it can only land on squares that no run may contain.
#[inline]
#[target_feature(enable = "avx512f")]
fn moves_in_lanes(player: u64, opponent: u64) -> u64 {
    let inside = _mm512_set_epi64(
        INNER & INNER_ROWS,
        INNER_ROWS,
        INNER & INNER_ROWS,
        INNER,
        INNER & INNER_ROWS,
        INNER_ROWS,
        INNER & INNER_ROWS,
        INNER,
    );
    let step = _mm512_set_epi64(55, 56, 57, 63, 9, 8, 7, 1);
    let double = _mm512_set_epi64(46, 48, 50, 62, 18, 16, 14, 2);

    let own = _mm512_set1_epi64(player as i64);
    let through = _mm512_and_si512(_mm512_set1_epi64(opponent as i64), inside);
    let pairs = _mm512_and_si512(through, _mm512_rolv_epi64(through, step));
    let mut run = _mm512_and_si512(through, _mm512_rolv_epi64(own, step));
    run = grow(run, through, _mm512_rolv_epi64(run, step));
    run = grow(run, pairs, _mm512_rolv_epi64(run, double));
    run = grow(run, pairs, _mm512_rolv_epi64(run, double));
    let reached = _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)) as u64;
    reached & !(player | opponent)
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
fn flips_in_lanes(square: usize, player: u64, opponent: u64) -> u64 {
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);
    let ones = _mm256_set1_epi64x(-1);

    // Upwards, an addition carries through the run to the disc that closes it.
    let [a, b, c, d] = UP[square];
    let ray = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
    let outside = _mm256_xor_si256(ray, ones);
    let carried = _mm256_sub_epi64(_mm256_or_si256(other, outside), ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, ray), own);
    let closed = _mm256_test_epi64_mask(end, end);
    let up = _mm256_maskz_and_epi64(closed, _mm256_add_epi64(end, ones), ray);

    // Downwards, the highest square of the ray without an opponent ends the
    // run. A shift by 64, where there is none, leaves nothing.
    let [a, b, c, d] = DOWN[square];
    let ray = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
    let open = _mm256_andnot_si256(other, ray);
    let highest = _mm256_set1_epi64x(i64::MIN);
    let end = _mm256_and_si256(_mm256_srlv_epi64(highest, _mm256_lzcnt_epi64(open)), own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    let down = _mm256_and_si256(above, ray);

    let lanes = _mm256_or_si256(up, down);
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let folded = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(folded) as u64
}

/// As [`flips_in_lanes`], one square in each half of the vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn flips_of_pair(squares: [usize; 2], player: u64, opponent: u64) -> [u64; 2] {
    let own = _mm512_set1_epi64(player as i64);
    let other = _mm512_set1_epi64(opponent as i64);
    let ones = _mm512_set1_epi64(-1);

    let ray = both(UP[squares[0]], UP[squares[1]]);
    let carried = _mm512_sub_epi64(_mm512_ternarylogic_epi64::<OR_NOT>(other, ray, ray), ones);
    let end = _mm512_ternarylogic_epi64::<AND_AND>(carried, ray, own);
    let closed = _mm512_test_epi64_mask(end, end);
    let up = _mm512_maskz_and_epi64(closed, _mm512_add_epi64(end, ones), ray);

    let ray = both(DOWN[squares[0]], DOWN[squares[1]]);
    let open = _mm512_andnot_si512(other, ray);
    let highest = _mm512_set1_epi64(i64::MIN);
    let end = _mm512_and_si512(_mm512_srlv_epi64(highest, _mm512_lzcnt_epi64(open)), own);
    let above = _mm512_sub_epi64(_mm512_setzero_si512(), _mm512_add_epi64(end, end));
    let lanes = _mm512_ternarylogic_epi64::<OR_AND>(up, above, ray);

    let folded = _mm512_or_si512(lanes, _mm512_permutex_epi64::<0b01_00_11_10>(lanes));
    let folded = _mm512_or_si512(folded, _mm512_permutex_epi64::<0b10_11_00_01>(folded));
    [
        _mm_cvtsi128_si64(_mm512_castsi512_si128(folded)) as u64,
        _mm_cvtsi128_si64(_mm512_extracti32x4_epi32::<2>(folded)) as u64,
    ]
}

/// The rays of two squares, one in each half.
#[inline]
#[target_feature(enable = "avx512f")]
fn both(low: [u64; 4], high: [u64; 4]) -> __m512i {
    let half = |[a, b, c, d]: [u64; 4]| _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(half(low)), half(high))
}

/// `set | (through & shifted)`.
#[inline]
#[target_feature(enable = "avx512f")]
fn grow(set: __m512i, through: __m512i, shifted: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<OR_AND>(set, through, shifted)
}

/// Eight moves at a time, one to a lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn children_in_lanes<const N: usize>(
    player: u64,
    opponent: u64,
    moves: u64,
    children: &mut ChildrenUpTo<N>,
) {
    let own = _mm512_set1_epi64(player as i64);
    let other = _mm512_set1_epi64(opponent as i64);
    let mut squares = _mm512_maskz_compress_epi8(moves, numbers());
    let mut left = moves.count_ones();
    let after = (children.flips.chunks_exact_mut(8)).zip(children.replies.chunks_exact_mut(8));
    for (discs, (flips, replies)) in children.discs.chunks_exact_mut(8).zip(after) {
        if left == 0 {
            break;
        }
        let used = first_lanes(left);
        let square = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(squares));
        let disc = _mm512_maskz_sllv_epi64(used, _mm512_set1_epi64(1), square);
        let turned = flips_of_boards(disc, own, other);
        let after_own = _mm512_xor_si512(_mm512_xor_si512(own, turned), disc);
        let after_other = _mm512_xor_si512(other, turned);
        let open = moves_of_boards(after_other, after_own);
        // SAFETY: the chunks are eight `u64` long, 64 bytes; the stores need no alignment.
        unsafe {
            _mm512_storeu_si512(discs.as_mut_ptr().cast(), disc);
            _mm512_storeu_si512(flips.as_mut_ptr().cast(), turned);
            _mm512_storeu_si512(replies.as_mut_ptr().cast(), open);
        }
        squares = _mm512_alignr_epi64::<1>(_mm512_setzero_si512(), squares);
        left = left.saturating_sub(8);
    }
}

/// A mask of the first `count` lanes, all eight from 8 on.
#[inline(always)]
fn first_lanes(count: u32) -> __mmask8 {
    if count >= 8 { 0xff } else { (1 << count) - 1 }
}

/// The bytes 0 to 63.
#[inline]
#[target_feature(enable = "avx512f")]
fn numbers() -> __m512i {
    const EIGHT: i64 = 0x0706_0504_0302_0100;
    const MORE: i64 = 0x0808_0808_0808_0808;
    _mm512_set_epi64(
        EIGHT + 7 * MORE,
        EIGHT + 6 * MORE,
        EIGHT + 5 * MORE,
        EIGHT + 4 * MORE,
        EIGHT + 3 * MORE,
        EIGHT + 2 * MORE,
        EIGHT + MORE,
        EIGHT,
    )
}

/// What the disc in each lane turns over on that lane's board.
#[inline]
#[target_feature(enable = "avx512f")]
fn flips_of_boards(disc: __m512i, own: __m512i, other: __m512i) -> __m512i {
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER));
    let turned = runs_of_boards::<1, 2>(_mm512_setzero_si512(), disc, own, inner);
    let turned = runs_of_boards::<7, 14>(turned, disc, own, inner);
    let turned = runs_of_boards::<8, 16>(turned, disc, own, other);
    runs_of_boards::<9, 18>(turned, disc, own, inner)
}

/// Adds to `turned` the runs along one line that a disc of `own` closes.
#[inline]
#[target_feature(enable = "avx512f")]
fn runs_of_boards<const STEP: u32, const DOUBLE: u32>(
    turned: __m512i,
    disc: __m512i,
    own: __m512i,
    through: __m512i,
) -> __m512i {
    let (left, right) = grow_boards::<STEP, DOUBLE>(disc, through);
    let left_closed = _mm512_test_epi64_mask(_mm512_slli_epi64::<STEP>(left), own);
    let right_closed = _mm512_test_epi64_mask(_mm512_srli_epi64::<STEP>(right), own);
    let turned = _mm512_mask_or_epi64(turned, left_closed, turned, left);
    _mm512_mask_or_epi64(turned, right_closed, turned, right)
}

/// The moves on each lane's board.
#[inline]
#[target_feature(enable = "avx512f")]
fn moves_of_boards(own: __m512i, other: __m512i) -> __m512i {
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER));
    let across = _mm512_or_si512(
        reach_of_boards::<1, 2>(own, inner),
        reach_of_boards::<8, 16>(own, other),
    );
    let diagonal = _mm512_or_si512(
        reach_of_boards::<7, 14>(own, inner),
        reach_of_boards::<9, 18>(own, inner),
    );
    let reached = _mm512_or_si512(across, diagonal);
    _mm512_ternarylogic_epi64::<BUT_NOT>(reached, own, other)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn reach_of_boards<const STEP: u32, const DOUBLE: u32>(own: __m512i, through: __m512i) -> __m512i {
    let (left, right) = grow_boards::<STEP, DOUBLE>(own, through);
    _mm512_or_si512(
        _mm512_slli_epi64::<STEP>(left),
        _mm512_srli_epi64::<STEP>(right),
    )
}

/// The runs of `through` that start next to a disc of `from`, both ways.
#[inline]
#[target_feature(enable = "avx512f")]
fn grow_boards<const STEP: u32, const DOUBLE: u32>(
    from: __m512i,
    through: __m512i,
) -> (__m512i, __m512i) {
    let pairs_left = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(through));
    let pairs_right = _mm512_srli_epi64::<STEP>(pairs_left);
    let mut left = _mm512_and_si512(through, _mm512_slli_epi64::<STEP>(from));
    let mut right = _mm512_and_si512(through, _mm512_srli_epi64::<STEP>(from));
    left = grow(left, through, _mm512_slli_epi64::<STEP>(left));
    right = grow(right, through, _mm512_srli_epi64::<STEP>(right));
    left = grow(left, pairs_left, _mm512_slli_epi64::<DOUBLE>(left));
    right = grow(right, pairs_right, _mm512_srli_epi64::<DOUBLE>(right));
    left = grow(left, pairs_left, _mm512_slli_epi64::<DOUBLE>(left));
    right = grow(right, pairs_right, _mm512_srli_epi64::<DOUBLE>(right));
    (left, right)
}
