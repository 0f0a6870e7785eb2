//! The sums in 512-bit vectors: sixteen units at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Groups, Layer, Pair, Row, UNITS};
use crate::eval::orbit::{BEGIN, IMAGES, PRODUCTS, VIEWS};

/// See [`plain::rows`](super::plain::rows).
#[inline]
pub(crate) fn rows(rows: &[Row], places: &[u32; IMAGES], bias: &Groups) -> Groups {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { rows_in_lanes(rows, places, bias) }
}

/// For each symmetry where the quarters of a sum come from: two to a group.
static SOURCES: [[i64; 2 * VIEWS]; VIEWS] = {
    let mut sources = [[0; 2 * VIEWS]; VIEWS];
    let mut place = 0;
    while place < VIEWS * VIEWS {
        let (view, from) = (place / VIEWS, place % VIEWS);
        let to = PRODUCTS[view][from];
        sources[view][2 * to] = 2 * from as i64;
        sources[view][2 * to + 1] = 2 * from as i64 + 1;
        place += 1;
    }
    sources
};

/// Four groups fill a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn rows_in_lanes(rows: &[Row], places: &[u32; IMAGES], bias: &Groups) -> Groups {
    let from = bias.as_ptr().cast::<__m512i>();
    // SAFETY: 64 numbers of two bytes are two vectors.
    let (mut low, mut high) =
        unsafe { (_mm512_loadu_si512(from), _mm512_loadu_si512(from.add(1))) };
    for view in 0..VIEWS {
        let mut sums = [_mm512_setzero_si512(); 2];
        for &place in &places[BEGIN[view]..BEGIN[view + 1]] {
            let row = rows[place as usize].0.as_ptr().cast::<__m256i>();
            // SAFETY: 64 bytes are two halves of a vector.
            let (a, b) = unsafe { (_mm256_loadu_si256(row), _mm256_loadu_si256(row.add(1))) };
            sums[0] = _mm512_add_epi16(sums[0], _mm512_cvtepi8_epi16(a));
            sums[1] = _mm512_add_epi16(sums[1], _mm512_cvtepi8_epi16(b));
        }
        let sources = SOURCES[view].as_ptr().cast::<__m512i>();
        // SAFETY: 16 numbers of eight bytes are two vectors.
        let (a, b) = unsafe {
            (
                _mm512_loadu_si512(sources),
                _mm512_loadu_si512(sources.add(1)),
            )
        };
        low = _mm512_add_epi16(low, _mm512_permutex2var_epi64(sums[0], a, sums[1]));
        high = _mm512_add_epi16(high, _mm512_permutex2var_epi64(sums[0], b, sums[1]));
    }
    let mut groups = *bias;
    let to = groups.as_mut_ptr().cast::<__m512i>();
    // SAFETY: as above.
    unsafe {
        _mm512_storeu_si512(to, low);
        _mm512_storeu_si512(to.add(1), high);
    }
    groups
}

/// See [`plain::sums`](super::plain::sums).
#[inline]
pub(crate) fn sums<const PAIRS: usize>(
    layer: &Layer<PAIRS>,
    inputs: &[Pair; PAIRS],
) -> [i32; UNITS] {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { sums_in_lanes(layer, inputs) }
}

/// So many sums are kept for each unit, so that additions need not wait for
/// one another.
const CHAINS: usize = 4;

#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn sums_in_lanes<const PAIRS: usize>(layer: &Layer<PAIRS>, inputs: &[Pair; PAIRS]) -> [i32; UNITS] {
    const { assert!(PAIRS.is_multiple_of(CHAINS)) }
    let mut low = [_mm512_setzero_si512(); CHAINS];
    let mut high = [_mm512_setzero_si512(); CHAINS];
    let (weights, _) = layer.weights.as_chunks::<CHAINS>();
    let (inputs, _) = inputs.as_chunks::<CHAINS>();
    for (weights, inputs) in weights.iter().zip(inputs) {
        for chain in 0..CHAINS {
            // SAFETY: a pair is four bytes.
            let pair = unsafe { inputs[chain].as_ptr().cast::<i32>().read_unaligned() };
            let pair = _mm512_set1_epi32(pair);
            let from = weights[chain].as_ptr().cast::<__m512i>();
            // SAFETY: 32 pairs of two bytes twice are 128 bytes, two vectors.
            let (a, b) = unsafe { (_mm512_loadu_si512(from), _mm512_loadu_si512(from.add(1))) };
            low[chain] = _mm512_dpwssd_epi32(low[chain], pair, a);
            high[chain] = _mm512_dpwssd_epi32(high[chain], pair, b);
        }
    }
    let total = |[a, b, c, d]: [__m512i; CHAINS]| {
        _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
    };
    let mut sums = layer.bias;
    let to = sums.as_mut_ptr().cast::<__m512i>();
    // SAFETY: 32 numbers of four bytes are two vectors.
    unsafe {
        let (a, b) = (_mm512_loadu_si512(to), _mm512_loadu_si512(to.add(1)));
        _mm512_storeu_si512(to, _mm512_add_epi32(a, total(low)));
        _mm512_storeu_si512(to.add(1), _mm512_add_epi32(b, total(high)));
    }
    sums
}
