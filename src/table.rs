//! Positions already seen, and what is known of them: one table that all the
//! threads of a search read and write without waiting for each other.
//!
//! An entry carries the whole position, so what is found always belongs to the
//! position asked for. It is guarded by a counter that is odd while someone
//! writes (a "sequence lock"): a reader that sees the counter move throws away
//! what it read, and a writer that finds another at work simply gives up, since
//! a table may forget anything.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering, fence};

use bytemuck::zeroed_slice_box;

use crate::othello::{Board, Square};

/// The trust of what is certain. Its bounds are in whole discs.
pub const PROVEN: u8 = 100;

/// What is known of a position.
///
/// Scores are for the side to move. Whoever shares a table agrees on a unit
/// for each trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score is at least this.
    pub lower: i16,
    /// The score is at most this.
    pub upper: i16,
    /// How deep the search behind the bounds went.
    pub depth: u8,
    /// How far that search may be trusted; the greater the better.
    pub trust: u8,
    /// The moves most worth trying, best first.
    pub moves: [Option<Square>; 2],
}

impl Entry {
    fn pack(self) -> u64 {
        let [first, second] = self.moves.map(pack_move);
        (self.lower as u16 as u64)
            | (self.upper as u16 as u64) << 16
            | (self.depth as u64) << 32
            | (self.trust as u64) << 40
            | (first as u64) << 48
            | (second as u64) << 56
    }

    fn unpack(word: u64) -> Entry {
        Entry {
            lower: word as i16,
            upper: (word >> 16) as i16,
            depth: (word >> 32) as u8,
            trust: (word >> 40) as u8,
            moves: [(word >> 48) as u8, (word >> 56) as u8].map(unpack_move),
        }
    }
}

fn pack_move(square: Option<Square>) -> u8 {
    square.map_or(u8::MAX, |square| square.index() as u8)
}

fn unpack_move(byte: u8) -> Option<Square> {
    Square::from_index(byte as usize)
}

/// One entry as it lies in memory: the two halves of the board, the entry, and
/// the stamp. From the stamp's lowest bit: the generation of the entry, the write
/// counter, and the era. Bit 8, the lowest of the counter, is set while someone
/// writes.
type Words = [AtomicU64; 4];

#[derive(Clone, Copy)]
struct Slot<'a> {
    player: &'a AtomicU64,
    opponent: &'a AtomicU64,
    entry: &'a AtomicU64,
    stamp: &'a AtomicU64,
}

const GENERATION: u64 = 0xff;
const WRITING: u64 = 1 << 8;
const ERA: u64 = 0xffff << 48;
const FIRST_ERA: u64 = 1 << 48;

/// The slots a position may lie in: a line of the CPU's cache.
type Bucket = [Words; 2];

const LINE: usize = size_of::<Bucket>();
const LINE_WORDS: usize = LINE / size_of::<AtomicU64>();

/// The table. Everything takes `&self`: any number of threads may use it.
pub struct Table {
    /// The buckets, and a few words more: memory that the system has zeroed comes
    /// aligned for a word, and the first bucket begins where a line does.
    words: Box<[AtomicU64]>,
    first: usize,
    generation: AtomicU8,
    /// What was stored in another era is forgotten. Nothing ever was in era
    /// zero, that of a slot never written to.
    era: u64,
}

impl Table {
    /// A table of at most this many bytes, and at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / LINE).max(1);
        // Zeroed by the system page by page as they are touched, so that
        // a large table costs nothing until it is used.
        let words: Box<[AtomicU64]> = zeroed_slice_box((buckets + 1) * LINE_WORDS);
        let first = words.as_ptr().align_offset(LINE).min(LINE_WORDS);
        Table {
            words,
            first,
            generation: AtomicU8::new(1),
            era: FIRST_ERA,
        }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets().len() * LINE
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let end = self.words.len() - LINE_WORDS + self.first;
        let (slots, _) = self.words[self.first..end].as_chunks();
        slots.as_chunks().0
    }

    /// Has the system provide all of the memory of a new table, so that no search
    /// has to wait for it.
    pub fn touch(&mut self) {
        /// No system has smaller pages.
        const PAGE: usize = 4096;
        // Swapped, since a compiler may leave out writing what is there already.
        for word in self.words.iter().step_by(PAGE / size_of::<AtomicU64>()) {
            word.swap(0, Ordering::Relaxed);
        }
    }

    /// Begins a new search: what earlier ones left behind stays readable, but
    /// gives way first.
    pub fn age(&self) {
        let next = match self.generation.load(Ordering::Relaxed) {
            u8::MAX => 1,
            generation => generation + 1,
        };
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Forgets everything, at no cost but once in 65,535 times.
    pub fn clear(&mut self) {
        self.era = self.era.wrapping_add(FIRST_ERA);
        if self.era == 0 {
            self.era = FIRST_ERA;
            self.words.fill_with(AtomicU64::default);
        }
    }

    /// How full the table is with entries of the current search, in thousandths,
    /// judged by its first thousand slots.
    pub fn fullness(&self) -> u32 {
        let now = self.now();
        let sample = &self.buckets()[..self.buckets().len().min(500)];
        let current = |slot: &Slot| slot.stamp.load(Ordering::Relaxed) & (ERA | GENERATION) == now;
        let used = sample.iter().flatten().map(Slot::new).filter(current);
        (used.count() * 1000 / (sample.len() * 2)) as u32
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, board: Board) -> Option<Entry> {
        let mut slots = self.bucket(board).iter().map(Slot::new);
        slots.find_map(|slot| slot.read(board, self.era))
    }

    /// Asks for a position's bucket to be fetched, to be there when it is
    /// looked at a little later.
    #[inline]
    pub fn prefetch(&self, board: Board) {
        // A plain load whose result nobody waits for does what the
        // instruction would, without leaving safe code.
        let slot = Slot::new(&self.bucket(board)[0]);
        std::hint::black_box(slot.stamp.load(Ordering::Relaxed));
    }

    /// Remembers what is known of a position. The slot of the same position is
    /// taken, unless something is [`PROVEN`] there and this is not; else the
    /// slot of an older search or of the shallower one.
    pub fn store(&self, board: Board, entry: Entry) {
        let now = self.now();
        let slots = self.bucket(board).iter().map(Slot::new);
        let slot = slots.min_by_key(|slot| slot.worth(board, now));
        let slot = slot.expect("a bucket has slots");
        let known = slot.read(board, self.era);
        if entry.trust < PROVEN && known.is_some_and(|known| known.trust == PROVEN) {
            return;
        }
        slot.write(board, entry, now);
    }

    /// The era and the generation of what is stored now.
    #[inline]
    fn now(&self) -> u64 {
        self.era | u64::from(self.generation.load(Ordering::Relaxed))
    }

    #[inline]
    fn bucket(&self, board: Board) -> &Bucket {
        // The high half of a product spreads the hash evenly over any count.
        let buckets = self.buckets();
        let index = (hash(board) as u128 * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }
}

impl Slot<'_> {
    #[inline]
    fn new([player, opponent, entry, stamp]: &Words) -> Slot<'_> {
        Slot {
            player,
            opponent,
            entry,
            stamp,
        }
    }

    #[inline]
    fn read(&self, board: Board, era: u64) -> Option<Entry> {
        let stamp = self.stamp.load(Ordering::Acquire);
        let player = self.player.load(Ordering::Relaxed);
        let opponent = self.opponent.load(Ordering::Relaxed);
        if player != board.player || opponent != board.opponent || stamp & WRITING != 0 {
            return None;
        }
        let entry = self.entry.load(Ordering::Relaxed);
        // If the counter is still the same after the words were read, nobody
        // has written in between, and they belong together.
        fence(Ordering::Acquire);
        let unchanged = self.stamp.load(Ordering::Relaxed) == stamp;
        (unchanged && stamp & ERA == era).then(|| Entry::unpack(entry))
    }

    fn write(&self, board: Board, entry: Entry, now: u64) {
        let stamp = self.stamp.load(Ordering::Relaxed);
        let locked = stamp | WRITING;
        let mine = stamp & WRITING == 0
            && self
                .stamp
                .compare_exchange(stamp, locked, Ordering::Acquire, Ordering::Relaxed)
                .is_ok();
        if !mine {
            return;
        }
        fence(Ordering::Release);
        self.player.store(board.player, Ordering::Relaxed);
        self.opponent.store(board.opponent, Ordering::Relaxed);
        self.entry.store(entry.pack(), Ordering::Relaxed);
        let counted = locked.wrapping_add(WRITING) & !(ERA | GENERATION);
        self.stamp.store(counted | now, Ordering::Release);
    }

    /// How much would be lost by writing this board here. The order of a
    /// contest for a slot, so a slip through a race does no harm.
    fn worth(&self, board: Board, now: u64) -> u32 {
        let stamp = self.stamp.load(Ordering::Relaxed);
        let same = self.player.load(Ordering::Relaxed) == board.player
            && self.opponent.load(Ordering::Relaxed) == board.opponent;
        if same || stamp & ERA != now & ERA {
            return 0;
        }
        let depth = Entry::unpack(self.entry.load(Ordering::Relaxed)).depth as u32;
        let current = stamp & GENERATION == now & GENERATION;
        1 + depth + 256 * current as u32
    }
}

/// A number that depends on every bit of the position: the two halves of a
/// double-length product, folded together.
#[inline]
pub fn hash(board: Board) -> u64 {
    let product = (board.player ^ 0x9e37_79b9_7f4a_7c15) as u128
        * (board.opponent ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry {
        lower: -3,
        upper: 5,
        depth: 7,
        trust: PROVEN,
        moves: [None; 2],
    };

    #[test]
    fn what_was_forgotten_never_comes_back() {
        let mut table = Table::new(1);
        let board = Board {
            player: 1,
            opponent: 2,
        };
        table.store(board, ENTRY);
        // Once around all eras, back to the one it was stored in.
        for _ in 0..u16::MAX {
            assert_eq!(table.find(board).is_some(), table.era == FIRST_ERA);
            table.clear();
        }
        assert_eq!(table.era, FIRST_ERA);
        assert_eq!(table.find(board), None);
        assert_eq!(table.fullness(), 0);
        table.store(board, ENTRY);
        assert_eq!(table.find(board), Some(ENTRY));
        assert_eq!(table.fullness(), 500);
    }
}
