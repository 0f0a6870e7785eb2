//! The sums in 256-bit vectors: eight units at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Groups, Layer, Pair, Row, UNITS};
use crate::eval::orbit::{BEGIN, IMAGES, PRODUCTS, VIEWS};

/// See [`plain::rows`](super::plain::rows).
#[cfg_attr(avx512, allow(dead_code))]
#[inline]
pub(crate) fn rows(rows: &[Row], places: &[u32; IMAGES], bias: &Groups) -> Groups {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { rows_in_lanes(rows, places, bias) }
}

/// A group fills half a vector; groups change places in memory.
#[inline]
#[target_feature(enable = "avx2")]
fn rows_in_lanes(rows: &[Row], places: &[u32; IMAGES], bias: &Groups) -> Groups {
    let mut groups = *bias;
    for view in 0..VIEWS {
        let mut sums = [_mm256_setzero_si256(); VIEWS / 2];
        for &place in &places[BEGIN[view]..BEGIN[view + 1]] {
            let row = rows[place as usize].0.as_ptr().cast::<__m128i>();
            for (quarter, sum) in sums.iter_mut().enumerate() {
                // SAFETY: 64 bytes are four vectors of 16.
                let weights = unsafe { _mm_loadu_si128(row.add(quarter)) };
                *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(weights));
            }
        }
        for (quarter, sum) in sums.into_iter().enumerate() {
            let halves = [
                _mm256_castsi256_si128(sum),
                _mm256_extracti128_si256::<1>(sum),
            ];
            for (half, sum) in halves.into_iter().enumerate() {
                let to = groups[PRODUCTS[view][2 * quarter + half]]
                    .as_mut_ptr()
                    .cast();
                // SAFETY: eight numbers of two bytes are a vector of 16.
                unsafe { _mm_storeu_si128(to, _mm_add_epi16(_mm_loadu_si128(to), sum)) };
            }
        }
    }
    groups
}

/// See [`plain::sums`](super::plain::sums).
#[cfg_attr(avx512, allow(dead_code))]
#[inline]
pub(crate) fn sums<const PAIRS: usize>(
    layer: &Layer<PAIRS>,
    inputs: &[Pair; PAIRS],
) -> [i32; UNITS] {
    // SAFETY: this module is compiled only where the build enables these features.
    unsafe { sums_in_lanes(layer, inputs) }
}

const VECTORS: usize = UNITS / 8;

#[inline]
#[target_feature(enable = "avx2")]
fn sums_in_lanes<const PAIRS: usize>(layer: &Layer<PAIRS>, inputs: &[Pair; PAIRS]) -> [i32; UNITS] {
    let mut lanes = [_mm256_setzero_si256(); VECTORS];
    for (weights, &[one, other]) in layer.weights.iter().zip(inputs) {
        let pair = _mm256_set1_epi32(one as u16 as i32 | (other as i32) << 16);
        let from = weights.as_ptr().cast::<__m256i>();
        for (vector, lane) in lanes.iter_mut().enumerate() {
            // SAFETY: 32 pairs of two bytes twice are 128 bytes, four vectors.
            let weights = unsafe { _mm256_loadu_si256(from.add(vector)) };
            *lane = _mm256_add_epi32(*lane, _mm256_madd_epi16(pair, weights));
        }
    }
    let mut sums = layer.bias;
    let to = sums.as_mut_ptr().cast::<__m256i>();
    for (vector, lane) in lanes.into_iter().enumerate() {
        // SAFETY: 32 numbers of four bytes are four vectors.
        unsafe {
            let bias = _mm256_loadu_si256(to.add(vector));
            _mm256_storeu_si256(to.add(vector), _mm256_add_epi32(bias, lane));
        }
    }
    sums
}
