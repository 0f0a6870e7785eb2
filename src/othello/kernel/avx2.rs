//! The kernels in 256-bit vectors: four line directions, or four boards, at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::ChildrenUpTo;
use super::rays::UP;

const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// See [`portable::moves`](super::portable::moves).
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build enables AVX2.
    unsafe { moves_in_lanes(player, opponent) }
}

/// See [`portable::flips`](super::portable::flips).
#[inline]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only where the build enables AVX2.
    unsafe { flips_in_lanes(square, player, opponent) }
}

/// See [`portable::flips_each`](super::portable::flips_each).
#[inline(always)]
pub fn flips_each<const N: usize>(squares: [usize; N], player: u64, opponent: u64) -> [u64; N] {
    let mut each = [0; N];
    for (index, square) in squares.into_iter().enumerate() {
        each[index] = flips(square, player, opponent);
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
    // SAFETY: this module is compiled only where the build enables AVX2.
    unsafe { children_in_lanes(player, opponent, moves, children) }
}

/// The distance between neighbours along the four line directions, in the
/// order of [`UP`].
#[inline]
#[target_feature(enable = "avx2")]
fn steps() -> __m256i {
    _mm256_set_epi64x(9, 8, 7, 1)
}

/// The squares that may lie inside a run, by line direction.
#[inline]
#[target_feature(enable = "avx2")]
fn inside() -> __m256i {
    _mm256_set_epi64x(INNER, -1, INNER, INNER)
}

#[inline]
#[target_feature(enable = "avx2")]
fn moves_in_lanes(player: u64, opponent: u64) -> u64 {
    let step = steps();
    let double = _mm256_add_epi64(step, step);
    let own = _mm256_set1_epi64x(player as i64);
    let through = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), inside());
    let pairs_left = _mm256_and_si256(through, _mm256_sllv_epi64(through, step));
    let pairs_right = _mm256_srlv_epi64(pairs_left, step);

    let mut left = _mm256_and_si256(through, _mm256_sllv_epi64(own, step));
    let mut right = _mm256_and_si256(through, _mm256_srlv_epi64(own, step));
    left = grow(left, through, _mm256_sllv_epi64(left, step));
    right = grow(right, through, _mm256_srlv_epi64(right, step));
    left = grow(left, pairs_left, _mm256_sllv_epi64(left, double));
    right = grow(right, pairs_right, _mm256_srlv_epi64(right, double));
    left = grow(left, pairs_left, _mm256_sllv_epi64(left, double));
    right = grow(right, pairs_right, _mm256_srlv_epi64(right, double));

    let reached = _mm256_or_si256(
        _mm256_sllv_epi64(left, step),
        _mm256_srlv_epi64(right, step),
    );
    any(reached) & !(player | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_in_lanes(square: usize, player: u64, opponent: u64) -> u64 {
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);

    // Upwards, an addition carries through the run to the disc that closes it.
    let [a, b, c, d] = UP[square];
    let ray = _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64);
    let outside = _mm256_xor_si256(ray, ones);
    let carried = _mm256_sub_epi64(_mm256_or_si256(other, outside), ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, ray), own);
    let below = _mm256_and_si256(_mm256_add_epi64(end, ones), ray);
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below);

    // Downwards there is no such carry: the run is grown from the square.
    let step = steps();
    let double = _mm256_add_epi64(step, step);
    let through = _mm256_and_si256(other, inside());
    let pairs = _mm256_and_si256(through, _mm256_srlv_epi64(through, step));
    let disc = _mm256_set1_epi64x(1i64 << (square & 63));
    let mut run = _mm256_and_si256(through, _mm256_srlv_epi64(disc, step));
    run = grow(run, through, _mm256_srlv_epi64(run, step));
    run = grow(run, pairs, _mm256_srlv_epi64(run, double));
    run = grow(run, pairs, _mm256_srlv_epi64(run, double));
    let end = _mm256_and_si256(_mm256_srlv_epi64(run, step), own);
    let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), run);

    any(_mm256_or_si256(up, down))
}

/// `set | (through & shifted)`.
#[inline]
#[target_feature(enable = "avx2")]
fn grow(set: __m256i, through: __m256i, shifted: __m256i) -> __m256i {
    _mm256_or_si256(set, _mm256_and_si256(through, shifted))
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn any(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    let folded = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(folded) as u64
}

/// Four moves at a time, one to a lane.
#[inline]
#[target_feature(enable = "avx2")]
fn children_in_lanes<const N: usize>(
    player: u64,
    opponent: u64,
    moves: u64,
    children: &mut ChildrenUpTo<N>,
) {
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_set1_epi64x(opponent as i64);
    let mut left = moves;
    let after = (children.flips.chunks_exact_mut(4)).zip(children.replies.chunks_exact_mut(4));
    for (discs, (flips, replies)) in children.discs.chunks_exact_mut(4).zip(after) {
        if left == 0 {
            break;
        }
        let mut four = [0i64; 4];
        for disc in &mut four {
            *disc = (left & left.wrapping_neg()) as i64;
            left &= left.wrapping_sub(1);
        }
        let disc = _mm256_set_epi64x(four[3], four[2], four[1], four[0]);
        let turned = flips_of_boards(disc, own, other);
        let after_own = _mm256_xor_si256(_mm256_xor_si256(own, turned), disc);
        let after_other = _mm256_xor_si256(other, turned);
        let open = moves_of_boards(after_other, after_own);
        // SAFETY: the chunks are four `u64` long, 32 bytes; the stores need no alignment.
        unsafe {
            _mm256_storeu_si256(discs.as_mut_ptr().cast(), disc);
            _mm256_storeu_si256(flips.as_mut_ptr().cast(), turned);
            _mm256_storeu_si256(replies.as_mut_ptr().cast(), open);
        }
    }
}

/// What the disc in each lane turns over on that lane's board.
#[inline]
#[target_feature(enable = "avx2")]
fn flips_of_boards(disc: __m256i, own: __m256i, other: __m256i) -> __m256i {
    let inner = _mm256_and_si256(other, _mm256_set1_epi64x(INNER));
    let across = _mm256_or_si256(
        runs_of_boards::<1, 2>(disc, own, inner),
        runs_of_boards::<8, 16>(disc, own, other),
    );
    let diagonal = _mm256_or_si256(
        runs_of_boards::<7, 14>(disc, own, inner),
        runs_of_boards::<9, 18>(disc, own, inner),
    );
    _mm256_or_si256(across, diagonal)
}

#[inline]
#[target_feature(enable = "avx2")]
fn runs_of_boards<const STEP: i32, const DOUBLE: i32>(
    disc: __m256i,
    own: __m256i,
    through: __m256i,
) -> __m256i {
    let zero = _mm256_setzero_si256();
    let (left, right) = grow_boards::<STEP, DOUBLE>(disc, through);
    let left_end = _mm256_and_si256(_mm256_slli_epi64::<STEP>(left), own);
    let right_end = _mm256_and_si256(_mm256_srli_epi64::<STEP>(right), own);
    _mm256_or_si256(
        _mm256_andnot_si256(_mm256_cmpeq_epi64(left_end, zero), left),
        _mm256_andnot_si256(_mm256_cmpeq_epi64(right_end, zero), right),
    )
}

/// The moves on each lane's board.
#[inline]
#[target_feature(enable = "avx2")]
fn moves_of_boards(own: __m256i, other: __m256i) -> __m256i {
    let inner = _mm256_and_si256(other, _mm256_set1_epi64x(INNER));
    let across = _mm256_or_si256(
        reach_of_boards::<1, 2>(own, inner),
        reach_of_boards::<8, 16>(own, other),
    );
    let diagonal = _mm256_or_si256(
        reach_of_boards::<7, 14>(own, inner),
        reach_of_boards::<9, 18>(own, inner),
    );
    let reached = _mm256_or_si256(across, diagonal);
    _mm256_andnot_si256(_mm256_or_si256(own, other), reached)
}

#[inline]
#[target_feature(enable = "avx2")]
fn reach_of_boards<const STEP: i32, const DOUBLE: i32>(own: __m256i, through: __m256i) -> __m256i {
    let (left, right) = grow_boards::<STEP, DOUBLE>(own, through);
    _mm256_or_si256(
        _mm256_slli_epi64::<STEP>(left),
        _mm256_srli_epi64::<STEP>(right),
    )
}

/// The runs of `through` that start next to a disc of `from`, both ways.
#[inline]
#[target_feature(enable = "avx2")]
fn grow_boards<const STEP: i32, const DOUBLE: i32>(
    from: __m256i,
    through: __m256i,
) -> (__m256i, __m256i) {
    let pairs_left = _mm256_and_si256(through, _mm256_slli_epi64::<STEP>(through));
    let pairs_right = _mm256_srli_epi64::<STEP>(pairs_left);
    let mut left = _mm256_and_si256(through, _mm256_slli_epi64::<STEP>(from));
    let mut right = _mm256_and_si256(through, _mm256_srli_epi64::<STEP>(from));
    left = grow(left, through, _mm256_slli_epi64::<STEP>(left));
    right = grow(right, through, _mm256_srli_epi64::<STEP>(right));
    left = grow(left, pairs_left, _mm256_slli_epi64::<DOUBLE>(left));
    right = grow(right, pairs_right, _mm256_srli_epi64::<DOUBLE>(right));
    left = grow(left, pairs_left, _mm256_slli_epi64::<DOUBLE>(left));
    right = grow(right, pairs_right, _mm256_srli_epi64::<DOUBLE>(right));
    (left, right)
}
