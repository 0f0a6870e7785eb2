//! A reviewed game as a table for people.

use super::language::Language;
use super::phrase::Phrase;
use super::worth::discs;
use crate::engine::Proof;
use crate::game::Color;
use crate::review::{Judged, Totals};

/// One line per move, then what each side lost in all.
pub fn table(judged: &[Judged], language: Language) -> String {
    let mut text = row(&Phrase::HEADINGS.map(|phrase| language.text(phrase).to_owned()));
    for judged in judged {
        text += &row(&cells(judged, language));
    }
    for side in [Color::Black, Color::White] {
        text += &summary(Totals::of(judged, side), side, language);
    }
    text
}

/// What stands in a graph of the score where black is ahead, and where white is.
pub fn captions(language: Language) -> [&'static str; 2] {
    [Phrase::BlackAhead, Phrase::WhiteAhead].map(|phrase| language.text(phrase))
}

fn cells(judged: &Judged, language: Language) -> [String; 9] {
    let lost = judged.lost();
    let mark = match lost {
        0..200 => "",
        200..600 => "?",
        _ => "??",
    };
    [
        judged.number.to_string(),
        language.text(name(judged.side)).to_owned(),
        judged.played.to_string(),
        discs(judged.score),
        judged.best.to_string(),
        discs(judged.best_score),
        match lost {
            0 => String::new(),
            lost => format!("{:.2}", f64::from(lost) / 100.0),
        },
        sure(judged),
        match judged.is_turning_point() {
            true => format!("{mark:<3}{}", language.text(Phrase::TurningPoint)),
            false => mark.to_owned(),
        },
    ]
}

fn name(side: Color) -> Phrase {
    match side {
        Color::Black => Phrase::Black,
        Color::White => Phrase::White,
    }
}

/// What a score is worth, in a word.
fn sure(judged: &Judged) -> String {
    match judged.proof {
        Proof::Estimate => format!("@{}", judged.depth),
        Proof::Percent(percent) => format!("{percent}%"),
        Proof::Outcome => "wld".to_owned(),
        Proof::Exact => "=".to_owned(),
    }
}

fn row(cells: &[String; 9]) -> String {
    let [
        number,
        side,
        played,
        score,
        best,
        best_score,
        lost,
        sure,
        remark,
    ] = cells;
    let line = format!(
        "{number:>3} {side:<7} {played:<6} {score:>7} {best:<6} {best_score:>7} {lost:>6} {sure:>4} {remark}"
    );
    format!("{}\n", line.trim_end())
}

fn summary(totals: Totals, side: Color, language: Language) -> String {
    let lost = f64::from(totals.lost) / 100.0;
    let each = lost / f64::from(totals.moves.max(1));
    let said = language.say(
        Phrase::Totals,
        &[
            &language.text(name(side)),
            &format!("{lost:.2}"),
            &totals.moves,
            &format!("{each:.2}"),
            &totals.good,
            &totals.accuracy(),
        ],
    );
    format!("{said}\n")
}
