//! The sums in 512-bit vectors: sixteen units at once.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Layer, Pair, UNITS};

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
#[target_feature(enable = "avx512f,avx512bw")]
fn sums_in_lanes<const PAIRS: usize>(layer: &Layer<PAIRS>, inputs: &[Pair; PAIRS]) -> [i32; UNITS] {
    const { assert!(PAIRS.is_multiple_of(CHAINS)) }
    let mut low = [_mm512_setzero_si512(); CHAINS];
    let mut high = [_mm512_setzero_si512(); CHAINS];
    let (weights, _) = layer.weights.as_chunks::<CHAINS>();
    let (inputs, _) = inputs.as_chunks::<CHAINS>();
    for (weights, inputs) in weights.iter().zip(inputs) {
        for chain in 0..CHAINS {
            let [one, other] = inputs[chain];
            let pair = _mm512_set1_epi32(one as u16 as i32 | (other as i32) << 16);
            let from = weights[chain].as_ptr().cast::<__m512i>();
            // SAFETY: 32 pairs of two bytes twice are 128 bytes, two vectors.
            let (a, b) = unsafe { (_mm512_loadu_si512(from), _mm512_loadu_si512(from.add(1))) };
            low[chain] = add_products(low[chain], pair, a);
            high[chain] = add_products(high[chain], pair, b);
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

/// Adds the two products of each pair.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_products(sum: __m512i, pair: __m512i, weights: __m512i) -> __m512i {
    _mm512_add_epi32(sum, _mm512_madd_epi16(pair, weights))
}
