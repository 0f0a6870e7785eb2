//! A layer of the network: sums of products of small integers.
//!
//! [`plain`] says what is computed; `avx512` and `avx2` compute the same where
//! the CPU allows. The best one the build allows is re-exported here.

#[cfg(target_feature = "avx2")]
pub(super) mod avx2;

// `build.rs` says which CPU features this name stands for.
#[cfg(avx512)]
pub(super) mod avx512;

pub(super) mod plain;

/// How many units a layer has.
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
    avx512 => { pub(super) use avx512::sums; }
    target_feature = "avx2" => { pub(super) use avx2::sums; }
    _ => { pub(super) use plain::sums; }
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
    fn every_version_finds_the_same_sums() {
        compare::<16>();
        compare::<64>();
    }
}
