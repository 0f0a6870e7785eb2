//! How well a shallow search foretells a deep one, and how sure one wants to
//! be of it.
//!
//! Multi-ProbCut (Buro 1997): the difference between the scores of a shallow
//! and a deep search of the same position is nearly normal. If the shallow
//! score is beyond the window by a number of standard deviations, the deep one
//! is almost certainly beyond it too, and need not be known.
//!
//! The deviations depend on the evaluation and are measured, not guessed:
//! `outflank train probcut` fits them, and its output is the text file that is
//! read here. It must be run again after every change of weights.

use std::sync::LazyLock;

use super::params::probcut::{end_probe_depth, probe_depth};
use crate::othello::Size;

/// How sure a search must be of what it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// 73 of 100 cuts are right.
    Percent73,
    /// 87 of 100.
    Percent87,
    /// 95 of 100.
    Percent95,
    /// 98 of 100.
    Percent98,
    /// 99 of 100.
    Percent99,
    /// Nothing is cut that is not proven.
    Full,
}

impl Confidence {
    /// Every one, the least sure first.
    pub const ALL: [Confidence; 6] = [
        Confidence::Percent73,
        Confidence::Percent87,
        Confidence::Percent95,
        Confidence::Percent98,
        Confidence::Percent99,
        Confidence::Full,
    ];

    /// As a percentage.
    pub const fn percent(self) -> u8 {
        match self {
            Confidence::Percent73 => 73,
            Confidence::Percent87 => 87,
            Confidence::Percent95 => 95,
            Confidence::Percent98 => 98,
            Confidence::Percent99 => 99,
            Confidence::Full => 100,
        }
    }

    /// The standard deviations that a normal distribution leaves so much
    /// within.
    fn deviations(self) -> Option<f64> {
        match self {
            Confidence::Percent73 => Some(1.1),
            Confidence::Percent87 => Some(1.5),
            Confidence::Percent95 => Some(2.0),
            Confidence::Percent98 => Some(2.6),
            Confidence::Percent99 => Some(3.3),
            Confidence::Full => None,
        }
    }
}

/// The logarithm of a standard deviation in discs, as a linear function of the
/// empty squares and the two depths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deviation {
    /// The coefficients of [`terms`](Deviation::terms).
    pub coefficients: [f64; Deviation::TERMS],
}

impl Deviation {
    /// How many coefficients there are.
    pub const TERMS: usize = 9;

    /// What the coefficients are multiplied with. Depths count by their
    /// logarithm: each further ply tells less than the one before. The first look
    /// errs in its own way.
    pub fn terms(empties: u32, probe: u32, depth: u32) -> [f64; Deviation::TERMS] {
        let late = f64::from(empties) / 60.0;
        let near = f64::from(probe + 1).ln();
        let far = f64::from(depth + 1).ln();
        let look = f64::from(u8::from(probe == 0));
        [
            1.0,
            late,
            late * late,
            near,
            far,
            near * late,
            far * late,
            look,
            look * late,
        ]
    }

    /// The standard deviation, in discs, of the error of a search of depth
    /// `probe` against one of depth `depth`.
    pub fn discs(&self, empties: u32, probe: u32, depth: u32) -> f64 {
        let terms = Deviation::terms(empties, probe, depth);
        let products = self.coefficients.iter().zip(terms);
        products.map(|(a, b)| a * b).sum::<f64>().exp()
    }
}

/// The fitted deviations for boards of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Model {
    /// Against a search that ends before the game does.
    pub midgame: Deviation,
    /// Against the end of the game.
    pub endgame: Deviation,
}

/// The fitted models as text: the size, `midgame` or `endgame`, and the
/// coefficients, the last of which are nothing if they are not there.
const FITTED: &str = include_str!("probcut.txt");

static MODELS: LazyLock<[Model; 4]> = LazyLock::new(|| Size::ALL.map(|size| read(FITTED, size)));

impl Model {
    /// The model for boards of this size.
    pub fn of(size: Size) -> &'static Model {
        &MODELS[place(size)]
    }
}

/// Where a size stands among all of them.
fn place(size: Size) -> usize {
    let index = Size::ALL.iter().position(|&known| known == size);
    index.expect("every size is listed")
}

/// The model of a size.
fn read(text: &str, size: Size) -> Model {
    let mut model = Model::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let side = words.next().and_then(|word| word.parse::<u8>().ok());
        if side != Some(size.side()) {
            continue;
        }
        let deviation = match words.next() {
            Some("midgame") => &mut model.midgame,
            _ => &mut model.endgame,
        };
        let numbers = words.map(|word| word.parse::<f64>().expect("a coefficient"));
        for (coefficient, number) in deviation.coefficients.iter_mut().zip(numbers) {
            *coefficient = number;
        }
    }
    model
}

/// A probe that may spare a search: how deep it is, and the standard deviations
/// of its error and of the first look's, in hundredths of a disc.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Probe {
    pub(super) depth: u32,
    /// Of the probe against the search it stands in for.
    deviation: i32,
    /// Of the static value against the probe.
    glance: i32,
}

impl Probe {
    fn new(
        deviation: &Deviation,
        glance: &Deviation,
        empties: u32,
        depth: u32,
        full: u32,
    ) -> Probe {
        let hundredths = |discs: f64| (discs * 100.0).round().min(10_000.0) as i32;
        Probe {
            depth,
            deviation: hundredths(deviation.discs(empties, depth, full)),
            glance: hundredths(glance.discs(empties, 0, depth)),
        }
    }

    /// How far beyond the window the probe must be to be believed.
    pub(super) fn margin(self, confidence: Confidence) -> Option<i32> {
        let tenths = (confidence.deviations()? * 10.0) as i32;
        Some(self.deviation * tenths / 10)
    }

    /// How far short of that the static value may be for the probe to have a
    /// chance.
    pub(super) fn reach(self) -> i32 {
        self.glance
    }
}

/// The probes for boards of one size, worked out once.
pub(super) struct Probes {
    /// By empty squares and depth.
    midgame: Vec<Vec<Probe>>,
    /// By empty squares.
    endgame: Vec<Probe>,
}

static PROBES: LazyLock<[Probes; 4]> = LazyLock::new(|| Size::ALL.map(Probes::new));

impl Probes {
    /// The probes for boards of this size.
    pub(super) fn of(size: Size) -> &'static Probes {
        &PROBES[place(size)]
    }

    fn new(size: Size) -> Probes {
        let Model { midgame, endgame } = Model::of(size);
        let row = |empties: u32| {
            let probe = |depth| Probe::new(midgame, midgame, empties, probe_depth(depth), depth);
            (0..=empties).map(probe).collect()
        };
        let last =
            |empties| Probe::new(endgame, midgame, empties, end_probe_depth(empties), empties);
        let all = 0..=size.area() as u32;
        Probes {
            midgame: all.clone().map(row).collect(),
            endgame: all.map(last).collect(),
        }
    }

    /// The probe for a search of this depth, to the end of the game if it is
    /// as deep as there are empty squares.
    #[inline]
    pub(super) fn get(&self, empties: u32, depth: u32) -> Probe {
        match depth < empties {
            true => self.midgame[empties as usize][depth as usize],
            false => self.endgame[empties as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_probes_err_less_and_deeper_searches_more() {
        for size in Size::ALL {
            let model = Model::of(size);
            let empties = size.area() as u32 / 2;
            let error = |probe, depth| model.midgame.discs(empties, probe, depth);
            assert!(error(4, 8) < error(2, 8), "{size}");
            assert!(error(4, 8) < error(4, 12), "{size}");
            assert!(
                model.endgame.discs(16, 4, 16) < model.endgame.discs(16, 2, 16),
                "{size}"
            );
        }
    }

    #[test]
    fn more_confidence_wants_a_wider_margin() {
        let probe = Probes::of(Size::Eight).get(40, 8);
        let margins = Confidence::ALL.map(|confidence| probe.margin(confidence));
        assert!(margins[..5].is_sorted_by(|a, b| a < b));
        assert_eq!(margins[5], None);
    }

    #[test]
    fn a_probe_ends_on_the_same_side_as_its_search() {
        for depth in 2..60 {
            assert_eq!(probe_depth(depth) % 2, depth % 2);
            assert!(probe_depth(depth) < depth);
            assert_eq!(end_probe_depth(depth) % 2, depth % 2);
        }
    }
}
