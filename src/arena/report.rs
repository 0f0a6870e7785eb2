//! How a match went, in words and numbers for people.

mod page;

use std::fmt::Write;

pub use page::page;

use super::plan::Plan;
use super::rating::{Decision, Estimate, Sprt};
use super::record::{Blunder, Reason, Record, Winner};
use super::standing::{Score, Standings, Tally};

/// The whole result, to be read at the end.
pub fn summary(plan: &Plan, standings: &Standings) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match standings.names().len() {
        2 => write_duel(&mut text, plan, standings),
        _ => write_table(&mut text, plan, standings),
    };
    let _ = write_variety(&mut text, standings);
    let _ = write_openings(&mut text, standings);
    text
}

/// One line while the games go on: the first engine's score and Elo.
pub fn progress(standings: &Standings) -> String {
    let leader = match standings.names().len() {
        2 => 0,
        _ => standings.ranking()[0],
    };
    let score = standings.overall(leader);
    let Tally {
        wins,
        draws,
        losses,
    } = score.total();
    let elo = score.pairs.elo();
    let elo = match elo.value.is_finite() && elo.error.is_finite() {
        true => format!(", Elo {elo}"),
        false => String::new(),
    };
    let name = &standings.names()[leader];
    format!("{name} +{wins} ={draws} -{losses}{elo}")
}

/// The first losing move of each side, if they were looked for.
pub fn blunders(record: &Record) -> Vec<String> {
    let tell = |blunder: &Blunder| {
        let side = match blunder.side {
            Winner::White => &record.white,
            _ => &record.black,
        };
        format!(
            "game {}: {side}'s first losing move is {}, move {}: it cost {} discs, from {:+} to {:+}",
            record.game,
            blunder.mv,
            blunder.ply,
            blunder.cost(),
            blunder.before,
            blunder.after
        )
    };
    record.blunders.iter().map(tell).collect()
}

/// A game that did not end as games should.
pub fn mishap(record: &Record) -> String {
    let loser = record.result.loser().map_or("", |color| record.name(color));
    format!(
        "game {}: {loser} loses by {}: {}",
        record.game,
        record.reason.name(),
        record.detail
    )
}

fn write_duel(out: &mut String, plan: &Plan, standings: &Standings) -> std::fmt::Result {
    let [one, other] = [0, 1].map(|engine| &standings.names()[engine]);
    writeln!(out, "{one} against {other}")?;
    let score = standings.overall(0);
    let total = score.total();
    writeln!(
        out,
        "  {} of {} points: {}",
        total.points(),
        total.games(),
        tally(total)
    )?;
    writeln!(
        out,
        "  as black {}; as white {}",
        tally(score.black),
        tally(score.white)
    )?;
    write_strength(out, score)?;
    if let Some(sprt) = &plan.sprt {
        writeln!(out, "  {}", test(sprt, score))?;
    }
    for engine in 0..2 {
        let name = &standings.names()[engine];
        write_losses(out, plan, name, standings.overall(engine))?;
    }
    Ok(())
}

fn write_strength(out: &mut String, score: &Score) -> std::fmt::Result {
    if let Some(discs) = score.discs.estimate() {
        writeln!(out, "  discs a game {}", signed(discs, 2))?;
    }
    let pairs = &score.pairs;
    if pairs.count() == 0 {
        return Ok(());
    }
    let [none, half, one, more, two] = pairs.0;
    writeln!(
        out,
        "  pairs with 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {two}"
    )?;
    writeln!(
        out,
        "  Elo {}, normalised {}, stronger with {:.1} %",
        pairs.elo(),
        pairs.normalised_elo(),
        100.0 * pairs.superiority()
    )
}

/// What a sequential test says.
pub fn test(sprt: &Sprt, score: &Score) -> String {
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(&score.pairs);
    let verdict = match sprt.decision(&score.pairs) {
        Decision::Continue => "undecided".to_owned(),
        Decision::Accepted => format!("{} Elo accepted", sprt.elo1),
        Decision::Rejected => format!("{} Elo rejected", sprt.elo1),
    };
    format!("test {sprt}: log-likelihood ratio {ratio:.2} in {lower:.2} to {upper:.2}, {verdict}")
}

fn write_losses(out: &mut String, plan: &Plan, name: &str, score: &Score) -> std::fmt::Result {
    let lost = score.losses.iter();
    let unusual: Vec<String> = lost
        .filter(|(reason, _)| **reason != Reason::Normal)
        .map(|(reason, count)| format!("{} {count}", reason.name()))
        .collect();
    if !unusual.is_empty() {
        writeln!(out, "  {name} lost by {}", unusual.join(", "))?;
    }
    if let Some(cost) = score.blunders.estimate() {
        writeln!(
            out,
            "  {name} gave {} away near the end, with a move that cost {:.1} discs on average",
            count_of(score.blunders.count(), "game"),
            cost.value
        )?;
    }
    if score.late > 0 {
        writeln!(
            out,
            "  {name} was late {}, by {:.1} ms on average (margin {} ms)",
            count_of(score.late, "time"),
            score.late_total / score.late as f64,
            plan.margin
        )?;
    }
    Ok(())
}

fn write_table(out: &mut String, plan: &Plan, standings: &Standings) -> std::fmt::Result {
    let names = standings.names();
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(
        out,
        "rank  {:width$}  games points      %   won drawn  lost   discs  Elo",
        "engine"
    )?;
    let ranking = standings.ranking();
    for (rank, &engine) in ranking.iter().enumerate() {
        let score = standings.overall(engine);
        let total = score.total();
        let percent = 100.0 * total.points() / total.games().max(1) as f64;
        let discs = score.discs.estimate();
        let discs = discs.map_or(String::new(), |discs| format!("{:+.1}", discs.value));
        writeln!(
            out,
            "{:>4}  {:width$}  {:>5} {:>6}  {percent:>5.1} {:>5} {:>5} {:>5}  {discs:>6}  {}",
            rank + 1,
            names[engine],
            total.games(),
            total.points(),
            total.wins,
            total.draws,
            total.losses,
            score.pairs.elo(),
        )?;
    }
    for &engine in &ranking {
        write_losses(out, plan, &names[engine], standings.overall(engine))?;
    }
    write_meetings(out, standings, &ranking)
}

/// Everyone against everyone.
fn write_meetings(out: &mut String, standings: &Standings, ranking: &[usize]) -> std::fmt::Result {
    for (place, &one) in ranking.iter().enumerate() {
        for &other in &ranking[place + 1..] {
            if let Some(score) = standings.between(one, other) {
                let [one, other] = [one, other].map(|engine| &standings.names()[engine]);
                writeln!(out, "{one} against {other}: {}", tally(score.total()))?;
                let black = tally(score.black);
                writeln!(out, "  as black {black}; as white {}", tally(score.white))?;
                let discs = score.discs.estimate();
                let discs = discs.map_or(String::new(), |discs| {
                    format!("discs a game {}, ", signed(discs, 1))
                });
                writeln!(out, "  {discs}Elo {}", score.pairs.elo())?;
            }
        }
    }
    Ok(())
}

fn write_variety(out: &mut String, standings: &Standings) -> std::fmt::Result {
    let (openings, games) = standings.variety();
    writeln!(
        out,
        "{} games, {games} of them different, from {openings} different openings",
        standings.games()
    )?;
    let repeats = standings.games().saturating_sub(games as u64);
    if repeats > 0 {
        let repeats = count_of(repeats, "game");
        writeln!(
            out,
            "{repeats} the same as others: the intervals are narrower than they should be"
        )?;
    }
    match standings.latest() {
        0.0 => Ok(()),
        latest => writeln!(
            out,
            "the latest move that was forgiven was {latest:.1} ms over"
        ),
    }
}

fn write_openings(out: &mut String, standings: &Standings) -> std::fmt::Result {
    for (opening, score) in standings.openings() {
        let discs = score.discs.estimate();
        let discs = discs.map_or(String::new(), |discs| {
            format!(", discs {:+.1}", discs.value)
        });
        writeln!(out, "  {opening}: {}{discs}", tally(score.total()))?;
    }
    Ok(())
}

/// A number of things, in English.
fn count_of(count: u64, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

fn tally(tally: Tally) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    format!("{wins} won, {draws} drawn, {losses} lost")
}

fn signed(estimate: Estimate, decimals: usize) -> String {
    format!(
        "{:+.decimals$} ± {:.decimals$}",
        estimate.value, estimate.error
    )
}
