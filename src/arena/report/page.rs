//! A page for a browser: standings, a graph, and every game to replay. It is
//! one file that needs nothing else, no network either.

use std::fmt::Write;

use serde_json::{Value, json};

use super::summary;
use crate::arena::plan::Plan;
use crate::arena::record::{Reason, Record};
use crate::arena::standing::{Standings, Tally};
use crate::arena::start::Kind;
use crate::game::Color;

const TEMPLATE: &str = include_str!("page.html");

/// The page of a match.
pub fn page(plan: &Plan, standings: &Standings, games: &[&Record]) -> String {
    let title = plan.names().join(" – ");
    let parts = [
        ("title", escaped(&title)),
        ("conditions", escaped(&conditions(plan))),
        ("standings", table(standings)),
        ("meetings", meetings(standings)),
        ("open", opened(plan).into()),
        ("summary", escaped(&summary(plan, standings))),
        ("graph", graph(plan, games)),
        ("reasons", reasons(standings)),
        ("losses", losses(games)),
        ("data", data(games)),
    ];
    fill(TEMPLATE, &parts)
}

/// Puts the parts in their places, and never looks at what was put there.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(known, _)| *known == name);
        page += before;
        page += part.map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

/// Between two the words say more than the table; among many there are many.
fn opened(plan: &Plan) -> &'static str {
    match plan.engines.len() {
        2 => " open",
        _ => "",
    }
}

/// Text that means nothing to a browser.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn conditions(plan: &Plan) -> String {
    let limits: Vec<String> = plan
        .engines
        .iter()
        .map(|engine| format!("{}: {}", engine.name, engine.limits))
        .collect();
    format!(
        "{}; {}; openings: {}; seed {}; margin {} ms",
        plan.kind,
        limits.join("; "),
        plan.openings.source,
        plan.seed,
        plan.margin
    )
}

fn table(standings: &Standings) -> String {
    let mut html = String::from(
        "<table><tr><th class=n>rank</th><th>engine</th><th class=n>games</th>\
         <th class=n>points</th><th class=n>%</th><th class=n>won</th><th class=n>drawn</th>\
         <th class=n>lost</th><th class=n>as black</th><th class=n>as white</th>\
         <th class=n>discs a game</th><th class=n>Elo</th></tr>\n",
    );
    for (rank, engine) in standings.ranking().into_iter().enumerate() {
        let score = standings.overall(engine);
        let total = score.total();
        let discs = score.discs.estimate();
        let discs = discs.map_or(String::new(), |discs| discs.to_string());
        let cells = [
            total.games().to_string(),
            total.points().to_string(),
            format!(
                "{:.1}",
                100.0 * total.points() / total.games().max(1) as f64
            ),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            share(score.black),
            share(score.white),
            discs,
            score.pairs.elo().to_string(),
        ];
        let name = escaped(&standings.names()[engine]);
        let cells: String = cells
            .map(|cell| format!("<td class=n>{cell}</td>"))
            .concat();
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "<tr><td class=n>{}</td><td>{name}</td>{cells}</tr>",
            rank + 1
        );
    }
    html + "</table>"
}

/// Points of games.
fn share(tally: Tally) -> String {
    format!("{} of {}", tally.points(), tally.games())
}

/// Everyone's points against everyone, if there are more than two.
fn meetings(standings: &Standings) -> String {
    let ranking = standings.ranking();
    if ranking.len() < 3 {
        return String::new();
    }
    let heads: String = ranking
        .iter()
        .map(|&other| format!("<th class=n>{}</th>", escaped(&standings.names()[other])))
        .collect();
    let rows: Vec<String> = ranking
        .iter()
        .map(|&engine| {
            let cells = ranking.iter().map(|&other| {
                let score = standings.between(engine, other);
                let points = score.map(|score| share(score.total()));
                format!("<td class=n>{}</td>", points.unwrap_or_default())
            });
            let name = escaped(&standings.names()[engine]);
            format!("<tr><td>{name}</td>{}</tr>", cells.collect::<String>())
        })
        .collect();
    format!(
        "<h2>Points against each other</h2><div class=\"wide\"><table id=\"meetings\"><tr><th></th>\
         {heads}</tr>{}</table></div>",
        rows.join("\n")
    )
}

/// How often each engine lost for each reason there was.
fn reasons(standings: &Standings) -> String {
    let engines = standings.ranking();
    let count = |engine: usize, reason| standings.overall(engine).losses.get(&reason).copied();
    let seen = |reason: &Reason| {
        let mut engines = engines.iter();
        engines.any(|&engine| count(engine, *reason).is_some())
    };
    let reasons: Vec<Reason> = Reason::ALL.into_iter().filter(seen).collect();
    if reasons.is_empty() {
        return "<p>None was.</p>".into();
    }
    let heads: String = reasons
        .iter()
        .map(|reason| format!("<th class=n>{}</th>", reason.name()))
        .collect();
    let row = |engine: usize| {
        let cell = |reason: &Reason| {
            let count = count(engine, *reason).unwrap_or(0);
            format!("<td class=n>{count}</td>")
        };
        let name = escaped(&standings.names()[engine]);
        let cells: String = reasons.iter().map(cell).collect();
        format!("<tr><td>{name}</td>{cells}</tr>")
    };
    let rows: Vec<String> = engines.iter().map(|&engine| row(engine)).collect();
    format!(
        "<table id=\"reasons\"><tr><th>engine</th>{heads}</tr>{}</table>",
        rows.join("\n")
    )
}

/// Lines of points above or below one half, one for each engine; of two the
/// second would be the first upside down.
fn graph(plan: &Plan, games: &[&Record]) -> String {
    const WIDTH: f64 = 900.0;
    const HEIGHT: f64 = 240.0;
    const COLOURS: [&str; 10] = [
        "#2e8b57", "#c0392b", "#2b6cb0", "#b7791f", "#6b46c1", "#777", "#d53f8c", "#0987a0",
        "#7b5b3a", "#8a9a00",
    ];
    let mut names = plan.names();
    if names.len() == 2 {
        names.truncate(1);
    }
    let curves: Vec<Vec<f64>> = names.iter().map(|name| leads(name, games)).collect();
    let reach = curves
        .iter()
        .flatten()
        .fold(4.0f64, |most, lead| most.max(lead.abs()));
    let longest = curves.iter().map(Vec::len).max().unwrap_or(0).max(2) as f64;
    let x = |index: usize| WIDTH * index as f64 / (longest - 1.0);
    let y = |lead: f64| HEIGHT / 2.0 * (1.0 - 0.95 * lead / reach);
    let mut svg = format!(
        "<svg id=\"graph\" viewBox=\"0 0 {WIDTH} {}\" width=\"100%\" role=\"img\" \
         aria-label=\"games won less games lost\">\
         <path d=\"M0 {1}H{WIDTH}\" stroke=\"#999\" stroke-dasharray=\"4\"/>",
        HEIGHT + 24.0,
        HEIGHT / 2.0
    );
    let mut legend = String::new();
    for (index, (name, leads)) in names.iter().zip(&curves).enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<String> = thinned(leads)
            .map(|(at, lead)| format!("{:.1},{:.1}", x(at), y(lead)))
            .collect();
        let _ = write!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" "),
        );
        let _ = write!(
            legend,
            "<span style=\"color:{colour}\">&#9473; {}</span>",
            escaped(name)
        );
    }
    for (anchor, x, y, text) in [
        ("start", 2.0, 12.0, format!("{reach:+}")),
        ("start", 2.0, HEIGHT - 2.0, format!("{:+}", -reach)),
        ("start", 2.0, HEIGHT + 18.0, "0 games".into()),
        (
            "end",
            WIDTH,
            HEIGHT + 18.0,
            format!("{} games", longest - 1.0),
        ),
    ] {
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"#888\" \
             text-anchor=\"{anchor}\">{text}</text>"
        );
    }
    format!("{svg}</svg><p id=\"legend\">{legend}</p>")
}

/// Games won less games lost, after each game of an engine.
fn leads(name: &str, games: &[&Record]) -> Vec<f64> {
    let mut lead = 0.0;
    let mut leads = vec![lead];
    for game in games {
        for color in [Color::Black, Color::White] {
            if game.name(color) == name {
                lead += game.result.points(color) as f64 - 1.0;
                leads.push(lead);
            }
        }
    }
    leads
}

/// No more points than a screen has.
fn thinned(leads: &[f64]) -> impl Iterator<Item = (usize, f64)> {
    let step = leads.len().div_ceil(1000).max(1);
    let last = leads.len().saturating_sub(1);
    let points = leads.iter().copied().enumerate();
    points.filter(move |(index, _)| index % step == 0 || *index == last)
}

fn losses(games: &[&Record]) -> String {
    let lost = games.iter().filter(|game| !game.reason.is_fair());
    let rows: Vec<String> = lost
        .take(1000)
        .map(|game| {
            let loser = game.result.loser().map_or("", |color| game.name(color));
            format!(
                "<tr data-game={0}><td class=n>{0}</td><td>{1}</td><td>{2}</td>\
                 <td class=long>{3}</td></tr>",
                game.game,
                escaped(loser),
                game.reason.name(),
                escaped(&game.detail)
            )
        })
        .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "<h2>Games lost other than on the board</h2><div class=\"wide\"><table>\
             <tr><th class=n>game</th><th>lost by</th><th>reason</th><th>detail</th></tr>{}\
             </table></div>",
            rows.join("\n")
        ),
    }
}

/// The games as the page's script reads them. A `<` could end the script.
fn data(games: &[&Record]) -> String {
    let games: Vec<Value> = games.iter().map(|game| drawn(game)).collect();
    json!(games).to_string().replace('<', "\\u003c")
}

/// A game, with a picture of every position if the page cannot draw them: the
/// rules it knows are those of Othello.
fn drawn(game: &Record) -> Value {
    let mut value = json!(game);
    if let (Kind::Other { .. }, Ok(drawings)) = (&game.kind, game.walk(|board| board.draw())) {
        value["drawings"] = json!(drawings);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "no".to_owned())];
        assert_eq!(fill("<{{a}}> {{c}}.", &parts), "<{{b}}> .");
    }

    #[test]
    fn names_cannot_break_the_page() {
        assert_eq!(escaped("<b>&\""), "&lt;b&gt;&amp;&quot;");
    }

    #[test]
    fn long_curves_are_thinned_but_keep_their_ends() {
        let leads: Vec<f64> = (0..12_345).map(f64::from).collect();
        let points: Vec<(usize, f64)> = thinned(&leads).collect();
        assert!(points.len() <= 1001);
        assert_eq!((points[0].0, points[points.len() - 1].0), (0, 12_344));
    }
}
