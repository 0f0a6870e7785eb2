//! The sums in plain integers.

use super::{Layer, Pair, UNITS};

/// What every unit finds: its bias, and its weights times the inputs.
#[cfg_attr(target_feature = "avx2", allow(dead_code))]
#[inline]
pub(crate) fn sums<const PAIRS: usize>(
    layer: &Layer<PAIRS>,
    inputs: &[Pair; PAIRS],
) -> [i32; UNITS] {
    let mut sums = layer.bias;
    for (weights, &[one, other]) in layer.weights.iter().zip(inputs) {
        for (sum, &[a, b]) in sums.iter_mut().zip(weights) {
            *sum += one as i32 * a as i32 + other as i32 * b as i32;
        }
    }
    sums
}
