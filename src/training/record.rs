//! Games as training keeps them: the one file format that every step of the
//! pipeline reads or writes.
//!
//! A file is a header, then game after game. Numbers are little-endian.
//!
//! | header | |
//! |---|---|
//! | 8 bytes | `OutflGam` |
//! | 1 byte | the version of the format, 1 |
//! | 1 byte | squares to a side |
//! | 2 bytes | 0 |
//! | 4 bytes | CRC-32 of the bytes before |
//!
//! | game | |
//! |---|---|
//! | 1 byte | the number of discs placed, `n` |
//! | `n` times 4 bytes | square number, [kind](Kind), value in hundredths of a disc for the side to move |
//! | 4 bytes | CRC-32 of the bytes before |
//!
//! A game begins at the standard start; passes are not written, since a side
//! without a move passes anyway. Files only ever grow at their end, so whatever
//! ends the program leaves at worst an unfinished game there, which readers
//! leave out and the next writer overwrites.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::othello::{Size, Square};
use crate::store::{self, StoreError};

/// How a move was chosen, and so what its value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By chance. The value is that of a search if one was made, and [`UNKNOWN`]
    /// otherwise.
    Random,
    /// By a search, whose score is the value.
    Searched,
    /// Where the exact score is known. That is the value, whatever was played.
    Exact,
}

/// The value of a position that nobody has searched.
pub const UNKNOWN: i16 = i16::MIN;

/// One disc placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where.
    pub square: Square,
    /// How it was chosen.
    pub kind: Kind,
    /// What the position before it is worth to the side to move, in
    /// hundredths of a disc.
    pub value: i16,
}

/// One game from the standard start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The moves, without the passes.
    pub plies: Vec<Ply>,
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: expected a file of games, got something else", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It is a later format, or for another board.
    #[error("{}: expected games of format {VERSION} on {expected}, got format {version} on {side}x{side}", path.display())]
    Unsuited {
        /// The file.
        path: PathBuf,
        /// The board asked for.
        expected: Size,
        /// The format found.
        version: u8,
        /// Squares to a side, as found.
        side: u8,
    },
    /// Something in the middle has changed since it was written.
    #[error("{}: game {game}, at byte {offset}, is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which game, the first being 1.
        game: u64,
        /// Where it begins.
        offset: u64,
    },
    /// A game breaks the rules: whoever wrote it was not this program.
    #[error("{}: game {game} has an illegal move", path.display())]
    Illegal {
        /// The file.
        path: PathBuf,
        /// Which game, the first being 1.
        game: u64,
    },
}

const MAGIC: &[u8; 8] = b"OutflGam";
const VERSION: u8 = 1;
const HEADER: usize = 16;
const PLY: usize = 4;
const CHECK: usize = 4;

impl Record {
    /// Appends the game as it stands in a file.
    fn write(&self, bytes: &mut Vec<u8>) {
        let begin = bytes.len();
        bytes.push(self.plies.len() as u8);
        for ply in &self.plies {
            bytes.push(ply.square.index() as u8);
            bytes.push(ply.kind as u8);
            bytes.extend(ply.value.to_le_bytes());
        }
        let check = crc32fast::hash(&bytes[begin..]);
        bytes.extend(check.to_le_bytes());
    }

    /// The game in these bytes, unless they are not what was written.
    fn read(bytes: &[u8]) -> Option<Record> {
        let (body, check) = bytes.split_last_chunk::<CHECK>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*check) {
            return None;
        }
        let (plies, rest) = body[1..].as_chunks::<PLY>();
        let plies = plies.iter().map(Ply::read).collect::<Option<Vec<Ply>>>()?;
        rest.is_empty().then_some(Record { plies })
    }
}

impl Ply {
    fn read(&[square, kind, low, high]: &[u8; PLY]) -> Option<Ply> {
        Some(Ply {
            square: Square::from_index(square as usize)?,
            kind: match kind {
                0 => Kind::Random,
                1 => Kind::Searched,
                2 => Kind::Exact,
                _ => return None,
            },
            value: i16::from_le_bytes([low, high]),
        })
    }
}

fn header(size: Size) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8] = VERSION;
    header[9] = size.side();
    let check = crc32fast::hash(&header[..12]);
    header[12..].copy_from_slice(&check.to_le_bytes());
    header
}

/// Writes a file with these games, replacing what it held.
pub fn write(path: impl AsRef<Path>, size: Size, records: &[Record]) -> Result<(), StoreError> {
    store::write(path, |out| {
        out.write_all(&header(size))?;
        let mut bytes = Vec::new();
        for record in records {
            bytes.clear();
            record.write(&mut bytes);
            out.write_all(&bytes)?;
        }
        Ok(())
    })
}

/// Reads a file of games from its beginning, one after the other.
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    /// Where the next game begins: what lies before is whole.
    offset: u64,
    games: u64,
}

impl Reader {
    /// Opens a file of games on boards of this size.
    pub fn open(path: impl AsRef<Path>, size: Size) -> Result<Reader, RecordError> {
        let path = path.as_ref().to_path_buf();
        let io = |source| RecordError::Io {
            path: path.clone(),
            source,
        };
        let mut file = BufReader::with_capacity(1 << 20, File::open(&path).map_err(io)?);
        let mut found = Vec::with_capacity(HEADER);
        (&mut file)
            .take(HEADER as u64)
            .read_to_end(&mut found)
            .map_err(io)?;
        check_header(&found, &path, size)?;
        Ok(Reader {
            path,
            file,
            offset: HEADER as u64,
            games: 0,
        })
    }

    /// The next game, or `None` at the end. An unfinished game is the end.
    pub fn next_game(&mut self) -> Result<Option<Record>, RecordError> {
        let mut bytes = vec![0];
        if !self.fill(&mut bytes)? {
            return Ok(None);
        }
        let count = bytes[0] as usize;
        let mut rest = vec![0; count * PLY + CHECK];
        if !self.fill(&mut rest)? {
            return Ok(None);
        }
        bytes.append(&mut rest);
        let record = Record::read(&bytes).ok_or(RecordError::Damaged {
            path: self.path.clone(),
            game: self.games + 1,
            offset: self.offset,
        })?;
        self.offset += bytes.len() as u64;
        self.games += 1;
        Ok(Some(record))
    }

    /// Fills the bytes from the file, if it holds that many more.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, RecordError> {
        match self.file.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(source) => Err(RecordError::Io {
                path: self.path.clone(),
                source,
            }),
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

fn check_header(found: &[u8], path: &Path, expected: Size) -> Result<(), RecordError> {
    let path = path.to_path_buf();
    let whole: &[u8; HEADER] = match found.try_into() {
        Ok(whole) if found.starts_with(MAGIC) => whole,
        _ => return Err(RecordError::Foreign { path }),
    };
    if crc32fast::hash(&whole[..12]).to_le_bytes() != whole[12..] {
        return Err(RecordError::Damaged {
            path,
            game: 0,
            offset: 0,
        });
    }
    if whole != &header(expected) {
        return Err(RecordError::Unsuited {
            path,
            expected,
            version: whole[8],
            side: whole[9],
        });
    }
    Ok(())
}

/// Adds games to the end of a file.
pub struct Writer {
    path: PathBuf,
    file: File,
    games: u64,
}

impl Writer {
    /// Begins a file, or goes on with one that exists: an unfinished game at
    /// its end is taken off, everything else stays.
    pub fn open(path: impl AsRef<Path>, size: Size) -> Result<Writer, RecordError> {
        let path = path.as_ref().to_path_buf();
        let io = |source| RecordError::Io {
            path: path.clone(),
            source,
        };
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut games = 0;
        if length < HEADER as u64 && is_beginning_of_header(&path, size).map_err(io)? {
            file.set_len(0).map_err(io)?;
            file.write_all(&header(size)).map_err(io)?;
        } else {
            let mut reader = Reader::open(&path, size)?;
            while reader.next_game()?.is_some() {}
            games = reader.games;
            file.set_len(reader.offset).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        Ok(Writer { path, file, games })
    }

    /// How many games the file holds.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds games. Once this returns they are the system's, and survive the end
    /// of the program.
    pub fn append(&mut self, records: &[Record]) -> Result<(), RecordError> {
        let mut bytes = Vec::new();
        for record in records {
            record.write(&mut bytes);
        }
        self.file
            .write_all(&bytes)
            .map_err(|source| RecordError::Io {
                path: self.path.clone(),
                source,
            })?;
        self.games += records.len() as u64;
        Ok(())
    }
}

/// Whether a file holds nothing, or not even the whole header that was being
/// written.
fn is_beginning_of_header(path: &Path, size: Size) -> io::Result<bool> {
    let mut found = Vec::new();
    File::open(path)?
        .take(HEADER as u64)
        .read_to_end(&mut found)?;
    Ok(header(size).starts_with(&found))
}
