//! The sums in plain integers.

use super::{Groups, HIDDEN, Layer, Pair, Row, UNITS, WIDTH};
use crate::eval::orbit::{BEGIN, IMAGES, PRODUCTS, VIEWS};

/// The sum of the rows in these places, one for each image, and of the bias. The
/// groups of a row are moved by the symmetry by which its image lies on the board.
#[cfg_attr(target_feature = "avx2", allow(dead_code))]
#[inline]
pub(crate) fn rows(rows: &[Row], places: &[u32; IMAGES], bias: &Groups) -> Groups {
    let mut hidden = *bias;
    for view in 0..VIEWS {
        let mut sums = [0i16; HIDDEN];
        for &place in &places[BEGIN[view]..BEGIN[view + 1]] {
            for (sum, &weight) in sums.iter_mut().zip(&rows[place as usize].0) {
                *sum += weight as i16;
            }
        }
        let (groups, _) = sums.as_chunks::<WIDTH>();
        for (group, to) in groups.iter().zip(PRODUCTS[view]) {
            for (unit, sum) in hidden[to].iter_mut().zip(group) {
                *unit += sum;
            }
        }
    }
    hidden
}

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
