//! The layers of the network: sums of rows, and of products of small integers.
//!
//! [`plain`] says what is computed; `avx512` and `avx2` compute the same where
//! the CPU allows. The best one the build allows is re-exported here.

#[cfg(target_feature = "avx2")]
pub(super) mod avx2;

// `build.rs` says which CPU features this name stands for.
#[cfg(avx512)]
pub(super) mod avx512;

pub(super) mod plain;

use super::orbit::VIEWS;

/// Hidden units in a group of the first layer.
pub(crate) const WIDTH: usize = 8;

/// Hidden units of the first layer.
pub(super) const HIDDEN: usize = VIEWS * WIDTH;

/// The sums of the first layer, group by group.
pub(super) type Groups = [[i16; WIDTH]; VIEWS];

/// What an image adds to the hidden units.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i8; HIDDEN]);

/// How many units a further layer has.
pub(super) const UNITS: usize = 32;

/// Two inputs that are multiplied in one instruction.
pub(super) type Pair = [i16; 2];

/// The weights of a layer of [`UNITS`] units, for inputs that come in pairs:
/// for each pair the two weights of every unit.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Layer<const PAIRS: usize> {
    pub(super) weights: [[Pair; UNITS]; PAIRS],
    /// What is added to each unit.
    pub(super) bias: [i32; UNITS],
}

cfg_select! {
    avx512 => { pub(super) use avx512::{rows, sums}; }
    target_feature = "avx2" => { pub(super) use avx2::{rows, sums}; }
    _ => { pub(super) use plain::{rows, sums}; }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    fn compare<const PAIRS: usize>() {
        let mut rng = StdRng::seed_from_u64(PAIRS as u64);
        for _ in 0..100 {
            let mut any = || [rng.random_range(-900..=900), rng.random_range(-900..=900)];
            let layer = Layer::<PAIRS> {
                weights: std::array::from_fn(|_| std::array::from_fn(|_| any())),
                bias: std::array::from_fn(|_| (any()[0] as i32) << 10),
            };
            let inputs = std::array::from_fn(|_| [rng.random_range(0..=16384); 2]);
            let expected = plain::sums(&layer, &inputs);
            #[cfg(target_feature = "avx2")]
            assert_eq!(avx2::sums(&layer, &inputs), expected);
            #[cfg(avx512)]
            assert_eq!(avx512::sums(&layer, &inputs), expected);
            assert_eq!(sums(&layer, &inputs), expected);
        }
    }

    #[test]
    fn every_version_adds_up_the_same_rows() {
        let mut rng = StdRng::seed_from_u64(1);
        let table: Vec<Row> = (0..100)
            .map(|_| Row(std::array::from_fn(|_| rng.random_range(-127..=127))))
            .collect();
        for _ in 0..100 {
            let places = std::array::from_fn(|_| rng.random_range(0..100));
            let bias = std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(-99..99)));
            let expected = plain::rows(&table, &places, &bias);
            #[cfg(target_feature = "avx2")]
            assert_eq!(avx2::rows(&table, &places, &bias), expected);
            #[cfg(avx512)]
            assert_eq!(avx512::rows(&table, &places, &bias), expected);
        }
    }

    #[test]
    fn every_version_finds_the_same_sums() {
        compare::<16>();
        compare::<64>();
    }
}
