//! The weights, and the file they come in.
//!
//! Numbers are little-endian.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `OutflWts` |
//! | 1 | the version of the format, 1 |
//! | 1 | squares to a side |
//! | 1 | the number of stages |
//! | 1 | 0 |
//! | 4 | a fingerprint of the shapes the weights belong to |
//! | 4 | CRC-32 of the bytes before and of the weights, uncompressed |
//! | rest | the weights, compressed with Zstandard |
//!
//! The weights are those of the folded tables, shape after shape, and then the
//! two for the parity of the empty squares, stage after stage. They are 16-bit
//! numbers in the unit of [`ONE`] to a disc, written as differences from the
//! stage before, which are mostly small: positive and negative ones take turns
//! (0, -1, 1, -2, ..), and the low bytes of a stage come before its high bytes.

use std::io::Read;

use super::pattern::Geometry;
use crate::othello::Size;

/// One disc, in the unit of the weights.
pub const ONE: i32 = 32;

/// Plies to a stage.
pub const PLIES: usize = 2;

/// Why weights cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It is something else.
    #[error("expected a file of weights, got something else")]
    Foreign,
    /// It is a later format.
    #[error("expected weights of format {VERSION}, got format {0}")]
    Version(u8),
    /// No board has this size.
    #[error("expected weights for boards of 4, 6, 8 or 10 squares to a side, got {0}")]
    Side(u8),
    /// The weights belong to other patterns or stages than those in use.
    #[error("expected weights for the patterns and stages of this version, got others")]
    Patterns,
    /// They are not what was written.
    #[error("the weights are damaged or cut short")]
    Damaged,
}

const MAGIC: &[u8; 8] = b"OutflWts";
const VERSION: u8 = 1;
const CHECK: usize = 16;
const HEADER: usize = 20;

/// How many stages a game has on boards of this size.
pub const fn stages(size: Size) -> usize {
    (size.area() - 4).div_ceil(PLIES)
}

/// The weights of every stage, tables folded: what is fitted and what lies in
/// files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    size: Size,
    /// Stage after stage, [`Weights::stage_len`] numbers each.
    numbers: Vec<i16>,
}

impl Weights {
    /// Weights from numbers, stage after stage.
    ///
    /// # Panics
    /// If there are more or fewer than the stages of this size have.
    pub fn new(size: Size, numbers: Vec<i16>) -> Weights {
        assert_eq!(numbers.len(), Weights::stage_len(size) * stages(size));
        Weights { size, numbers }
    }

    /// How many numbers a stage has: those of the folded tables, and one for
    /// either parity.
    pub fn stage_len(size: Size) -> usize {
        Geometry::of(size).folded_len + 2
    }

    /// The board they are for.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The numbers of each stage.
    pub fn stages(&self) -> impl Iterator<Item = &[i16]> {
        self.numbers.chunks_exact(Weights::stage_len(self.size))
    }

    /// The weights in these bytes, the contents of a weight file.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let size = size(bytes)?;
        let mut numbers = Vec::with_capacity(Weights::stage_len(size) * stages(size));
        decode(bytes, size, |_, stage| numbers.extend_from_slice(stage))?;
        Ok(Weights { size, numbers })
    }

    /// The weights as a file.
    pub fn write(&self) -> Vec<u8> {
        const LEVEL: i32 = 19;
        let plain = pack(&self.numbers, Weights::stage_len(self.size));
        let mut bytes = beginning(self.size).to_vec();
        bytes.extend(check(self.size, &plain).to_le_bytes());
        let packed = zstd::bulk::compress(&plain, LEVEL);
        bytes.extend(packed.expect("memory can be compressed into memory"));
        bytes
    }
}

/// What a file begins with, up to the checksum.
fn beginning(size: Size) -> [u8; CHECK] {
    let mut bytes = [0; CHECK];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8] = VERSION;
    bytes[9] = size.side();
    bytes[10] = stages(size) as u8;
    bytes[12..].copy_from_slice(&Geometry::of(size).fingerprint().to_le_bytes());
    bytes
}

fn check(size: Size, plain: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&beginning(size));
    hasher.update(plain);
    hasher.finalize()
}

fn pack(numbers: &[i16], stage_len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    let mut before = vec![0i16; stage_len];
    for stage in numbers.chunks_exact(stage_len) {
        let difference = |(&now, &before): (&i16, &i16)| now.wrapping_sub(before);
        let differences = || stage.iter().zip(&before).map(difference);
        let folded = |number: i16| ((number << 1) ^ (number >> 15)) as u16;
        bytes.extend(differences().map(|number| folded(number) as u8));
        bytes.extend(differences().map(|number| (folded(number) >> 8) as u8));
        before.copy_from_slice(stage);
    }
    bytes
}

/// The size of the boards that a weight file is for, if it is one.
pub(super) fn size(bytes: &[u8]) -> Result<Size, WeightsError> {
    if !bytes.starts_with(MAGIC) {
        return Err(WeightsError::Foreign);
    }
    let header = bytes.get(..HEADER).ok_or(WeightsError::Damaged)?;
    if header[8] != VERSION {
        return Err(WeightsError::Version(header[8]));
    }
    let size = Size::from_side(header[9] as usize).ok_or(WeightsError::Side(header[9]))?;
    match header[..CHECK] == beginning(size) {
        true => Ok(size),
        false => Err(WeightsError::Patterns),
    }
}

/// Calls back with the numbers of each stage of a weight file for boards of
/// this size. Only a good end tells that they were what was written.
///
/// This runs whenever the program starts: a stage at a time fits into the
/// CPU's cache.
pub(super) fn decode(
    bytes: &[u8],
    size: Size,
    mut visit: impl FnMut(usize, &[i16]),
) -> Result<(), WeightsError> {
    let damaged = |_| WeightsError::Damaged;
    let mut packed = zstd::Decoder::with_buffer(&bytes[HEADER..]).map_err(damaged)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&beginning(size));
    let length = Weights::stage_len(size);
    let mut plain = vec![0; 2 * length];
    let mut numbers = vec![0; length];
    for stage in 0..stages(size) {
        packed.read_exact(&mut plain).map_err(damaged)?;
        hasher.update(&plain);
        add_differences(&mut numbers, &plain);
        visit(stage, &numbers);
    }
    let at_end = packed.read(&mut [0]).map_err(damaged)? == 0;
    match at_end && hasher.finalize().to_le_bytes() == bytes[CHECK..HEADER] {
        true => Ok(()),
        false => Err(WeightsError::Damaged),
    }
}

/// Turns the numbers of a stage into those of the next.
fn add_differences(numbers: &mut [i16], bytes: &[u8]) {
    let (low, high) = bytes.split_at(numbers.len());
    for (number, (&low, &high)) in numbers.iter_mut().zip(low.iter().zip(high)) {
        let folded = u16::from_le_bytes([low, high]);
        let difference = (folded >> 1) as i16 ^ -((folded & 1) as i16);
        *number = number.wrapping_add(difference);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(size: Size) -> Weights {
        let count = Weights::stage_len(size) * stages(size);
        let number =
            |index: usize| (index as u32).wrapping_mul(2_654_435_761) as i16 >> (index % 13);
        Weights::new(size, (0..count).map(number).collect())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let weights = some(Size::Four);
        assert_eq!(Weights::read(&weights.write()), Ok(weights));
    }

    #[test]
    fn wrong_files_are_refused_for_what_they_are() {
        let bytes = some(Size::Four).write();
        let with = |index: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[index] = value;
            Weights::read(&bytes)
        };
        assert_eq!(Weights::read(b""), Err(WeightsError::Foreign));
        assert_eq!(Weights::read(b"#!/bin/sh\n"), Err(WeightsError::Foreign));
        assert_eq!(with(0, b'o'), Err(WeightsError::Foreign));
        assert_eq!(with(8, 2), Err(WeightsError::Version(2)));
        assert_eq!(with(9, 5), Err(WeightsError::Side(5)));
        assert_eq!(with(9, 6), Err(WeightsError::Patterns));
        assert_eq!(with(13, !bytes[13]), Err(WeightsError::Patterns));
        assert_eq!(with(17, !bytes[17]), Err(WeightsError::Damaged));
    }

    #[test]
    fn a_file_cut_anywhere_or_changed_anywhere_is_never_taken() {
        let bytes = some(Size::Four).write();
        for end in (0..bytes.len()).step_by(97) {
            assert!(Weights::read(&bytes[..end]).is_err(), "cut at {end}");
        }
        for index in (0..bytes.len()).step_by(89) {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            assert!(Weights::read(&changed).is_err(), "changed at {index}");
        }
    }
}
