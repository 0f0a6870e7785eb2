//! Files, written whole or not at all, and read up to a bound.
//!
//! A file is written under a temporary name beside its target and renamed into
//! place once it is on the disk: whatever happens on the way, a full disk or
//! the end of the program included, the old file is as it was. What is in the
//! files is the business of others.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is as it was before.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// There is nothing to read, or no way to.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The file is larger than anything expected.
    #[error("cannot read {}: expected at most {limit} bytes, got more", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that would have been read.
        limit: u64,
    },
    /// The file is no text.
    #[error("cannot read {}: expected UTF-8 text, got something else at byte {offset}", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first byte that belongs to no character, counted from 0.
        offset: usize,
    },
}

/// Writes a text to a file, replacing what it held.
pub fn write_text(path: impl AsRef<Path>, text: &str) -> Result<(), StoreError> {
    write(path, |out| out.write_all(text.as_bytes()))
}

/// Writes a file piece by piece, replacing what it held once all is written.
///
/// A file that exists keeps its permissions, and one that is marked read-only
/// is refused; a new one gets those the user's umask asks for. A symbolic link
/// stays, and what it points to is replaced. Pipes and devices cannot be
/// replaced and are written to as they are.
pub fn write(
    path: impl AsRef<Path>,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), StoreError> {
    let path = path.as_ref();
    let written = match fs::metadata(path) {
        Ok(old) if old.is_file() => {
            fs::canonicalize(path).and_then(|target| replace(&target, Some(old), contents))
        }
        Ok(_) => File::options()
            .write(true)
            .open(path)
            .and_then(|file| fill(&file, contents)),
        Err(_) => end_of_links(path).and_then(|target| replace(&target, None, contents)),
    };
    written.map_err(|source| StoreError::Write {
        path: path.into(),
        source,
    })
}

/// Reads a file that should not be larger than so many bytes.
pub fn read(path: impl AsRef<Path>, limit: u64) -> Result<Vec<u8>, StoreError> {
    let path = path.as_ref();
    let mut bytes = Vec::new();
    // One byte more tells a file that is too large from one that just fits.
    let length = File::open(path)
        .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|source| StoreError::Read {
            path: path.into(),
            source,
        })?;
    if length as u64 > limit {
        let path = path.into();
        return Err(StoreError::TooLarge { path, limit });
    }
    Ok(bytes)
}

/// Reads a text that should not be larger than so many bytes.
pub fn read_text(path: impl AsRef<Path>, limit: u64) -> Result<String, StoreError> {
    let path = path.as_ref();
    String::from_utf8(read(path, limit)?).map_err(|error| StoreError::NotText {
        path: path.into(),
        offset: error.utf8_error().valid_up_to(),
    })
}

/// Puts a new file in the place of `target`. If anything fails, the temporary
/// file removes itself.
fn replace(
    target: &Path,
    old: Option<Metadata>,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let temporary = temporary_beside(target, old)?;
    fill(temporary.as_file(), contents)?;
    temporary.as_file().sync_all()?;
    temporary.persist(target)?;
    Ok(())
}

fn fill(file: &File, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    contents(&mut out)?;
    out.flush()
}

/// An empty file in the same directory, since a rename cannot leave the disk,
/// with the permissions that the target has or should have.
fn temporary_beside(target: &Path, old: Option<Metadata>) -> io::Result<NamedTempFile> {
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".outflank-").suffix(".tmp");
    match old {
        Some(old) => {
            let temporary = builder.tempfile_in(directory)?;
            temporary.as_file().set_permissions(old.permissions())?;
            Ok(temporary)
        }
        None => {
            // Without this the file would be for the user's eyes alone; the
            // umask is taken off what is asked for here.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            builder.tempfile_in(directory)
        }
    }
}

/// Where a file is made if it does not exist yet: symbolic links may lead to
/// a place where there is nothing.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
