//! Work that survives the end of the program: what is done is written to a file
//! after every part, and a later run with the same settings goes on from there.
//!
//! The file begins with a line that names the work; then come the parts, each
//! a CRC-32 and numbers of 32 bits, little-endian. A file about other work, or
//! a damaged one, is no checkpoint, and the work begins anew.

use std::fs;
use std::path::{Path, PathBuf};

use crate::store::{self, StoreError};

/// Parts of the same length, as far as they are done.
pub(super) struct Checkpoint {
    path: PathBuf,
    name: String,
    parts: Vec<Vec<f32>>,
}

impl Checkpoint {
    /// What a file holds of this work.
    pub(super) fn open(path: &Path, name: &str, length: usize) -> Result<Checkpoint, StoreError> {
        let bytes = match path.exists() {
            true => store::read(path, u64::MAX)?,
            false => Vec::new(),
        };
        let name = format!("{name}\n");
        let parts = match bytes.strip_prefix(name.as_bytes()) {
            Some(parts) => parts
                .chunks(4 * (length + 1))
                .map_while(read_part)
                .collect(),
            None => Vec::new(),
        };
        let path = path.to_path_buf();
        Ok(Checkpoint { path, name, parts })
    }

    pub(super) fn parts(&self) -> &[Vec<f32>] {
        &self.parts
    }

    /// Adds a part, to the file as well.
    pub(super) fn push(&mut self, part: Vec<f32>) -> Result<(), StoreError> {
        self.parts.push(part);
        store::write(&self.path, |out| {
            out.write_all(self.name.as_bytes())?;
            for part in &self.parts {
                let bytes = numbers(part);
                out.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
                out.write_all(&bytes)?;
            }
            Ok(())
        })
    }

    /// Keeps this part and no other, in the file as well.
    pub(super) fn replace(&mut self, part: Vec<f32>) -> Result<(), StoreError> {
        self.parts.clear();
        self.push(part)
    }

    /// Removes the file once the work is finished.
    pub(super) fn remove(self) {
        // One that stays behind does no harm.
        let _ = fs::remove_file(self.path);
    }
}

fn numbers(part: &[f32]) -> Vec<u8> {
    part.iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

fn read_part(bytes: &[u8]) -> Option<Vec<f32>> {
    let (check, bytes) = bytes.split_first_chunk::<4>()?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*check) {
        return None;
    }
    let (numbers, _) = bytes.as_chunks::<4>();
    Some(
        numbers
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .collect(),
    )
}
