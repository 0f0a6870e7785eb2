//! Elo, pairs and sequential tests: arithmetic, and nothing but.
//!
//! Games come in pairs, one opening with the colours swapped, and the two
//! games of a pair are not independent. Everything is computed from the five
//! results a pair can have, the pentanomial model of Fishtest and fastchess;
//! the sequential test is Van den Bergh's generalised one (GSPRT), in
//! logistic and in normalised Elo. The tests compare with rows that fastchess
//! publishes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Half the width of a 95 % interval, in standard errors.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo for a score one standard deviation above one half.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// How many pairs ended with each number of half points, from 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A number and the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Plus or minus this.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.is_finite() && self.error.is_finite() {
            true => write!(f, "{:+.1} ± {:.1}", self.value, self.error),
            false if self.value.is_nan() => write!(f, "unknown"),
            false => write!(f, "{:+.1} (no interval)", self.value),
        }
    }
}

impl Pairs {
    /// Counts a pair.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points per game, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.distribution().mean()
    }

    /// The standard error of the score.
    fn standard_error(&self) -> f64 {
        (self.distribution().variance() / self.count() as f64).sqrt()
    }

    fn distribution(&self) -> Distribution {
        let count = self.count() as f64;
        Distribution(std::array::from_fn(|index| {
            (index as f64 / 4.0, self.0[index] as f64 / count)
        }))
    }

    /// The difference in Elo. Infinite if all games were won or lost. Pairs
    /// that all ended alike say nothing of how far it may be off.
    pub fn elo(&self) -> Estimate {
        let (score, reach) = (self.score(), Z95 * self.standard_error());
        let (low, high) = (score - reach, score + reach);
        Estimate {
            value: elo(score),
            error: match low > 0.0 && high < 1.0 && reach > 0.0 {
                true => (elo(high) - elo(low)) / 2.0,
                false => f64::INFINITY,
            },
        }
    }

    /// The difference in Elo in units of its own spread, which does not depend
    /// on how many games are drawn.
    pub fn normalised_elo(&self) -> Estimate {
        let deviation = (2.0 * self.distribution().variance()).sqrt();
        Estimate {
            value: (self.score() - 0.5) / deviation * NORMALISED,
            error: Z95 * NORMALISED / (2.0 * self.count() as f64).sqrt(),
        }
    }

    /// The likelihood of superiority: how certain it is that the first engine
    /// is the stronger one.
    pub fn superiority(&self) -> f64 {
        let (lead, error) = (self.score() - 0.5, self.standard_error());
        match error == 0.0 {
            true if lead == 0.0 => 0.5,
            true => f64::from(lead > 0.0),
            false => 0.5 * (1.0 + libm::erf(lead / error / std::f64::consts::SQRT_2)),
        }
    }
}

/// The difference in Elo that leads to this score.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that this difference in Elo leads to.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean of a sample with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Takes in a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// How many values there were.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// The mean, unless there is nothing to take it of.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count == 0.0 {
            return None;
        }
        let mean = self.sum / self.count;
        let spread = (self.squares - self.sum * mean).max(0.0);
        Some(Estimate {
            value: mean,
            error: Z95 * (spread / (self.count - 1.0).max(1.0) / self.count).sqrt(),
        })
    }
}

/// The Elo scale a sequential test is stated in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// The usual one.
    #[default]
    Logistic,
    /// In units of the spread.
    Normalised,
}

/// A sequential probability ratio test: is the difference nearer to `elo0` or
/// to `elo1`? Written `0,5` or `0,5,0.05,0.05`, and `,normalised` behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sprt {
    /// The difference if the change is of no use.
    pub elo0: f64,
    /// The difference if it is.
    pub elo1: f64,
    /// The risk of accepting what is of no use.
    pub alpha: f64,
    /// The risk of rejecting what is of use.
    pub beta: f64,
    /// Which Elo.
    pub scale: Scale,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
}

impl Sprt {
    /// The log-likelihood ratios at which it ends.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of the two differences.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // What has not happened yet is rare, not impossible.
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let observed = Distribution(std::array::from_fn(|index| {
            (index as f64 / 4.0, counts[index] / total)
        }));
        let likeliest = |elo: f64| match self.scale {
            Scale::Logistic => observed.with_mean(expected_score(elo)),
            Scale::Normalised => observed.with_effect(elo / NORMALISED * std::f64::consts::SQRT_2),
        };
        let (null, alternative) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = null.0.iter().zip(&alternative.0);
        let logs = ratios
            .zip(&observed.0)
            .map(|((null, other), (_, share))| share * (other.1 / null.1).ln());
        total * logs.sum::<f64>()
    }

    /// What the test says now.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= lower => Decision::Rejected,
            ratio if ratio >= upper => Decision::Accepted,
            _ => Decision::Continue,
        }
    }
}

/// Values with their probabilities.
#[derive(Clone, Copy, Debug)]
struct Distribution([(f64, f64); 5]);

impl Distribution {
    fn mean(&self) -> f64 {
        self.0.iter().map(|(value, share)| value * share).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares = self
            .0
            .iter()
            .map(|(value, share)| share * (value - mean).powi(2));
        squares.sum()
    }

    /// The likeliest distribution with this mean to have led to this one.
    fn with_mean(&self, mean: f64) -> Distribution {
        self.tilted(self.0.map(|(value, _)| value - mean))
    }

    /// The likeliest one whose mean is this many standard deviations above one
    /// half. The condition is not linear in the probabilities: it is replaced
    /// by its tangent at the last solution until that stays put.
    fn with_effect(&self, effect: f64) -> Distribution {
        let mut likeliest = Distribution(self.0.map(|(value, _)| (value, 0.2)));
        for _ in 0..100 {
            let (mean, deviation) = (likeliest.mean(), likeliest.variance().sqrt());
            let slope = |value: f64| {
                let distance = (value - mean) / deviation;
                value - 0.5 - effect * deviation * (1.0 + distance * distance) / 2.0
            };
            let next = self.tilted(self.0.map(|(value, _)| slope(value)));
            let moved = next
                .0
                .iter()
                .zip(&likeliest.0)
                .map(|(a, b)| (a.1 - b.1).abs());
            let settled = moved.fold(0.0, f64::max) < 1e-12;
            likeliest = next;
            if settled {
                break;
            }
        }
        likeliest
    }

    /// The likeliest distribution for which these offsets have mean zero. Its
    /// shares are `p / (1 + x * offset)` for the one `x` that makes it so.
    fn tilted(&self, offsets: [f64; 5]) -> Distribution {
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let excess = |x: f64| -> f64 {
            let shares = self.0.iter().zip(&offsets);
            shares
                .map(|((_, share), offset)| share * offset / (1.0 + x * offset))
                .sum()
        };
        // The sum falls from plus to minus infinity between the two poles.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            match excess(middle) > 0.0 {
                true => low = middle,
                false => high = middle,
            }
        }
        let x = (low + high) / 2.0;
        Distribution(std::array::from_fn(|index| {
            let (value, share) = self.0[index];
            (value, share / (1.0 + x * offsets[index]))
        }))
    }
}

/// A text that is no sequential test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no test, expected elo0,elo1[,alpha,beta][,normalised] such as 0,5,0.05,0.05")]
pub struct BadSprt(String);

impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let bad = || BadSprt(text.to_owned());
        let (numbers, scale) = match text.split_once(",normali") {
            Some((numbers, "sed" | "zed")) => (numbers, Scale::Normalised),
            Some(_) => return Err(bad()),
            None => (text, Scale::Logistic),
        };
        let numbers: Result<Vec<f64>, _> = numbers.split(',').map(|n| n.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Ok([elo0, elo1]) => (*elo0, *elo1, 0.05, 0.05),
            Ok([elo0, elo1, alpha, beta]) => (*elo0, *elo1, *alpha, *beta),
            _ => return Err(bad()),
        };
        let risk = |risk: f64| risk > 0.0 && risk < 0.5;
        let sane = elo0 < elo1 && elo0 > -1000.0 && elo1 < 1000.0 && risk(alpha) && risk(beta);
        let sprt = Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        };
        sane.then_some(sprt).ok_or_else(bad)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{},{},{},{}",
            self.elo0, self.elo1, self.alpha, self.beta
        )?;
        match self.scale {
            Scale::Logistic => Ok(()),
            Scale::Normalised => f.write_str(",normalised"),
        }
    }
}

impl TryFrom<String> for Sprt {
    type Error = BadSprt;

    fn try_from(text: String) -> Result<Sprt, BadSprt> {
        text.parse()
    }
}

impl From<Sprt> for String {
    fn from(sprt: Sprt) -> String {
        sprt.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, published: f64, what: &str) {
        let tolerance = 0.01 * published.abs().max(1.0);
        assert!(
            (found - published).abs() <= tolerance,
            "{what}: {found}, not {published}"
        );
    }

    /// Counts as fastchess orders them: LL, LD, WL, DD, WD, WW.
    fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
        Pairs([ll, ld, wl + dd, wd, ww])
    }

    /// Rows of `app/tests/elo_test.cpp` in fastchess, commit 2f5e888.
    #[test]
    fn elo_is_as_published() {
        for (counts, elo, error, normalised, normalised_error) in [
            ([34, 54, 31, 32, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 457, 41, 333, 334], -8.64, 10.33, -9.17, 10.96),
            (
                [7895, 8757, 5485, 200, 568, 9999],
                -21.04,
                2.95,
                -19.01,
                2.65,
            ),
        ] {
            let pairs = pairs(counts);
            near(pairs.elo().value, elo, "Elo");
            near(pairs.elo().error, error, "its error");
            near(pairs.normalised_elo().value, normalised, "normalised Elo");
            near(pairs.normalised_elo().error, normalised_error, "its error");
        }
        let second = pairs([332, 433, 457, 41, 333, 334]);
        near(100.0 * second.superiority(), 5.05, "superiority");
    }

    /// Rows of `app/tests/sprt_test.cpp` in fastchess, commit 0cbac49.
    #[test]
    fn sequential_tests_are_as_published() {
        for (counts, elo0, elo1, scale, ratio) in [
            (
                [365, 16618, 36029, 200, 16974, 390],
                0.0,
                2.0,
                Scale::Normalised,
                2.25,
            ),
            (
                [127, 4883, 10311, 401, 5150, 104],
                -1.75,
                0.25,
                Scale::Normalised,
                3.01,
            ),
            (
                [223, 9863, 20279, 1000, 10037, 246],
                0.5,
                2.5,
                Scale::Logistic,
                -3.07,
            ),
            (
                [871, 26175, 55003, 980, 26678, 821],
                0.0,
                2.0,
                Scale::Logistic,
                -4.98,
            ),
        ] {
            let sprt = Sprt {
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
                scale,
            };
            near(sprt.log_likelihood_ratio(&pairs(counts)), ratio, "ratio");
        }
    }

    /// By hand: if all pairs are won, the likeliest distribution whose mean is
    /// `t` deviations above one half has two values, and 1 with probability
    /// `1/2 + t / 2 sqrt(1 + t²)`.
    #[test]
    fn a_one_sided_test_is_as_computed_by_hand() {
        let sprt: Sprt = "0,5,0.05,0.05,normalised".parse().unwrap();
        let t = 5.0 / NORMALISED * 2f64.sqrt();
        let share = 0.5 + t / 2.0 / (1.0 + t * t).sqrt();
        let ratio = 104.0 * (share / 0.5).ln();
        near(
            sprt.log_likelihood_ratio(&Pairs([0, 0, 0, 0, 104])),
            ratio,
            "ratio",
        );
    }

    #[test]
    fn the_bounds_follow_from_the_risks_and_decide() {
        let sprt: Sprt = "0,10".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        near(lower, -2.944, "lower bound");
        near(upper, 2.944, "upper bound");
        assert_eq!(sprt.decision(&Pairs([0, 0, 0, 0, 0])), Decision::Continue);
        assert_eq!(
            sprt.decision(&Pairs([10, 100, 500, 300, 50])),
            Decision::Accepted
        );
        assert_eq!(
            sprt.decision(&Pairs([50, 300, 500, 100, 10])),
            Decision::Rejected
        );
    }

    #[test]
    fn tests_are_read_and_written_and_nonsense_is_refused() {
        for text in ["0,5,0.05,0.05", "-3,1,0.1,0.05,normalised"] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        for text in ["", "5,0", "0,5,0.6,0.05", "0,5,0.05", "0,nan", "0,5,normal"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn one_sided_results_have_no_interval_but_a_winner() {
        let all_won = Pairs([0, 0, 0, 0, 7]);
        assert!(all_won.elo().value.is_infinite());
        assert_eq!(all_won.superiority(), 1.0);
        assert_eq!(Pairs([0, 0, 7, 0, 0]).superiority(), 0.5);
        assert_eq!(Pairs::default().elo().to_string(), "unknown");
    }

    /// By hand: 2, 4 and 9 have mean 5, spread 13 and standard error sqrt(13/3).
    #[test]
    fn a_mean_comes_with_its_error() {
        let mut mean = Mean::default();
        assert_eq!(mean.estimate(), None);
        [2.0, 4.0, 9.0]
            .into_iter()
            .for_each(|value| mean.add(value));
        let estimate = mean.estimate().unwrap();
        near(estimate.value, 5.0, "mean");
        near(estimate.error, 1.96 * (13.0f64 / 3.0).sqrt(), "its error");
    }
}
