//! The sums in 256-bit vectors: eight units at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Layer, Pair, UNITS};

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
