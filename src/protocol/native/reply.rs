//! What an engine says in the native dialect and its dresses.

use std::fmt::Write;
use std::str::{FromStr, SplitWhitespace};

use crate::protocol::command::Handshake;
use crate::protocol::reply::{Code, Hint, Info, Kind, Proof, Reply, Status, Verdict};

/// Appends the lines that say this in the given dress.
pub fn write(reply: &Reply, dress: Handshake, out: &mut String) {
    let length = out.len();
    // Writing to a string cannot fail.
    let _ = match (reply, dress) {
        (Reply::Error { code, .. }, Handshake::Ugi | Handshake::Uci) if is_ignored(*code) => Ok(()),
        (Reply::Error { code, message }, Handshake::Ugi | Handshake::Uci) => {
            write!(out, "info string error {code} {message}")
        }
        (Reply::Info(info), dress) => write_info(info, dress, out),
        // UGI runners know the line by its having two words.
        (Reply::BestMove { mv, .. }, Handshake::Ugi) => write!(out, "bestmove {mv}"),
        (reply, _) => write_native(reply, out),
    };
    if out.len() > length {
        out.push('\n');
    }
}

/// The mistakes that UGI and UCI say to pass over in silence.
fn is_ignored(code: Code) -> bool {
    matches!(code, Code::UnknownCommand | Code::UnknownOption)
}

fn write_native(reply: &Reply, out: &mut String) -> std::fmt::Result {
    match reply {
        Reply::Id { key, value } => write!(out, "id {key} {value}"),
        Reply::Option { name, kind } => write_option(name, kind, out),
        Reply::Setting { name, value } => write!(out, "setoption name {name} value {value}"),
        Reply::HandshakeOk(Handshake::Native) => write!(out, "nativeok"),
        Reply::HandshakeOk(Handshake::Ugi) => write!(out, "ugiok"),
        Reply::HandshakeOk(Handshake::Uci) => write!(out, "uciok"),
        Reply::ReadyOk => write!(out, "readyok"),
        Reply::Info(info) => write_info(info, Handshake::Native, out),
        Reply::BestMove { mv, ponder: None } => write!(out, "bestmove {mv}"),
        Reply::BestMove {
            mv,
            ponder: Some(ponder),
        } => write!(out, "bestmove {mv} ponder {ponder}"),
        Reply::Hint(hint) => write_hint(hint, out),
        Reply::HintEnd => write!(out, "hint end"),
        Reply::Legal(moves) => write_list("legal", moves, out),
        Reply::Flips(squares) => write_list("flips", squares, out),
        Reply::Status(status) => write_status(status, out),
        Reply::Eval(cp) => write!(out, "eval cp {cp}"),
        Reply::EvalMoves(moves) => write_values(moves, out),
        Reply::Stable(squares) => write_list("stable", squares, out),
        Reply::Analysis { ply, score, proof } => {
            let proof = proof_word(*proof);
            write!(out, "analysis {ply} score cp {score} proof {proof}")
        }
        Reply::AnalysisEnd => write!(out, "analysis end"),
        Reply::Pong(text) if text.is_empty() => write!(out, "pong"),
        Reply::Pong(text) => write!(out, "pong {text}"),
        Reply::InfoEnd | Reply::Done => Ok(()),
        Reply::CpuTime(milliseconds) => write!(out, "cputime {milliseconds}"),
        Reply::Perft { depth, count } => write!(out, "perft {depth} {count}"),
        Reply::Notation { name, text } => write!(out, "{name} {text}"),
        Reply::Response(answer) => write!(out, "response {answer}"),
        Reply::Help(line) => write!(out, "help {line}"),
        Reply::Text(line) => write!(out, "{line}"),
        Reply::Error { code, message } => write!(out, "error {code} {message}"),
    }
}

fn write_option(name: &str, kind: &Kind, out: &mut String) -> std::fmt::Result {
    write!(out, "option name {name} type ")?;
    match kind {
        Kind::Check { default } => write!(out, "check default {default}"),
        Kind::Spin { default, min, max } => {
            write!(out, "spin default {default} min {min} max {max}")
        }
        Kind::Button => write!(out, "button"),
        Kind::Text { default } if default.is_empty() => write!(out, "string default <empty>"),
        Kind::Text { default } => write!(out, "string default {default}"),
    }
}

/// A list that is never empty on the wire: `none` says that nothing is.
fn write_list(name: &str, items: &[String], out: &mut String) -> std::fmt::Result {
    match items {
        [] => write!(out, "{name} none"),
        items => write!(out, "{name} {}", items.join(" ")),
    }
}

/// The moves, each with its value behind it.
fn write_values(moves: &[(String, i32)], out: &mut String) -> std::fmt::Result {
    out.write_str("eval moves")?;
    for (mv, cp) in moves {
        write!(out, " {mv} {cp}")?;
    }
    Ok(())
}

fn write_info(info: &Info, dress: Handshake, out: &mut String) -> std::fmt::Result {
    out.write_str("info")?;
    let mut field = |name: &str, value: Option<u64>| match value {
        Some(value) => write!(out, " {name} {value}"),
        None => Ok(()),
    };
    field("depth", info.depth.map(u64::from))?;
    field("seldepth", info.seldepth.map(u64::from))?;
    field("multipv", info.multipv.map(u64::from))?;
    if let Some(score) = info.score {
        write!(out, " score cp {score}")?;
    }
    // Chess programs do not know the word, and some stop reading at it.
    if let (Some(proof), Handshake::Native) = (info.proof, dress) {
        write!(out, " proof {}", proof_word(proof))?;
    }
    let mut field = |name: &str, value: Option<u64>| match value {
        Some(value) => write!(out, " {name} {value}"),
        None => Ok(()),
    };
    field("nodes", info.nodes)?;
    field("nps", info.nps)?;
    field("time", info.time)?;
    field("hashfull", info.hashfull.map(u64::from))?;
    if !info.pv.is_empty() {
        write!(out, " pv {}", info.pv.join(" "))?;
    }
    match &info.string {
        Some(text) => write!(out, " string {text}"),
        None => Ok(()),
    }
}

fn proof_word(proof: Proof) -> String {
    match proof {
        Proof::Estimate => "estimate".into(),
        Proof::Percent(percent) => format!("{percent}%"),
        Proof::Wld => "wld".into(),
        Proof::Exact => "exact".into(),
    }
}

fn write_hint(hint: &Hint, out: &mut String) -> std::fmt::Result {
    write!(
        out,
        "hint {} {} score cp {} proof {} depth {} pv {}",
        hint.rank,
        hint.mv,
        hint.score,
        proof_word(hint.proof),
        hint.depth,
        hint.pv.join(" ")
    )
}

fn write_status(status: &Status, out: &mut String) -> std::fmt::Result {
    write!(
        out,
        "status turn {} black {} white {} empties {} ply {} state {}",
        status.turn, status.black, status.white, status.empties, status.ply, status.state
    )?;
    match &status.result {
        Some(verdict) => write!(
            out,
            " result {} difference {}",
            verdict.winner, verdict.difference
        ),
        None => Ok(()),
    }
}

/// Reads a line an engine wrote. Whatever is not understood is text, for a
/// controller must get on with engines that say more than it knows.
pub fn read(line: &str) -> Reply {
    read_known(line).unwrap_or_else(|| Reply::Text(line.to_owned()))
}

fn read_known(line: &str) -> Option<Reply> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut words = rest.split_whitespace();
    let reply = match name {
        "id" => {
            let (key, value) = rest.split_once(' ')?;
            Reply::Id {
                key: key.to_owned(),
                value: value.to_owned(),
            }
        }
        "option" => read_option(rest)?,
        "setoption" => {
            let (name, value) = rest.strip_prefix("name ")?.split_once(" value ")?;
            Reply::Setting {
                name: name.to_owned(),
                value: value.to_owned(),
            }
        }
        "nativeok" => Reply::HandshakeOk(Handshake::Native),
        "ugiok" => Reply::HandshakeOk(Handshake::Ugi),
        "uciok" => Reply::HandshakeOk(Handshake::Uci),
        "readyok" => Reply::ReadyOk,
        "info" => Reply::Info(read_info(rest)?),
        "bestmove" => Reply::BestMove {
            mv: words.next()?.to_owned(),
            ponder: after("ponder", &mut words),
        },
        "hint" if rest == "end" => Reply::HintEnd,
        "hint" => Reply::Hint(read_hint(&mut words)?),
        "legal" => Reply::Legal(read_list(rest)),
        "flips" => Reply::Flips(read_list(rest)),
        "status" => Reply::Status(read_status(&mut words)?),
        "eval" => match words.next()? {
            "cp" => Reply::Eval(next(&mut words)?),
            "moves" => Reply::EvalMoves(read_values(&mut words)?),
            _ => return None,
        },
        "stable" => Reply::Stable(read_list(rest)),
        "analysis" if rest == "end" => Reply::AnalysisEnd,
        "analysis" => read_analysis(&mut words)?,
        "pong" => Reply::Pong(rest.to_owned()),
        "cputime" => Reply::CpuTime(next(&mut words)?),
        "perft" => Reply::Perft {
            depth: next(&mut words)?,
            count: next(&mut words)?,
        },
        "response" => Reply::Response(rest.to_owned()),
        "help" => Reply::Help(rest.to_owned()),
        "error" => read_error(rest)?,
        "board" | "obf" | "moves" | "ggf" | "sgf" => Reply::Notation {
            name: name.to_owned(),
            text: rest.to_owned(),
        },
        _ => return None,
    };
    Some(reply)
}

fn next<T: FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// What follows this very word.
fn after<T: FromStr>(name: &str, words: &mut SplitWhitespace<'_>) -> Option<T> {
    match words.next()? == name {
        true => next(words),
        false => None,
    }
}

fn read_list(rest: &str) -> Vec<String> {
    match rest {
        "none" => Vec::new(),
        items => items.split_whitespace().map(str::to_owned).collect(),
    }
}

fn read_values(words: &mut SplitWhitespace<'_>) -> Option<Vec<(String, i32)>> {
    let mut moves = Vec::new();
    while let Some(mv) = words.next() {
        moves.push((mv.to_owned(), next(words)?));
    }
    Some(moves)
}

fn read_analysis(words: &mut SplitWhitespace<'_>) -> Option<Reply> {
    let ply = next(words)?;
    after::<String>("score", words).filter(|word| word == "cp")?;
    Some(Reply::Analysis {
        ply,
        score: next(words)?,
        proof: read_proof(&after::<String>("proof", words)?)?,
    })
}

fn read_option(rest: &str) -> Option<Reply> {
    let (name, kind) = rest.strip_prefix("name ")?.split_once(" type ")?;
    let (kind, rest) = kind.split_once(' ').unwrap_or((kind, ""));
    let mut words = rest.split_whitespace();
    let kind = match kind {
        "check" => Kind::Check {
            default: after("default", &mut words)?,
        },
        "spin" => Kind::Spin {
            default: after("default", &mut words)?,
            min: after("min", &mut words)?,
            max: after("max", &mut words)?,
        },
        "button" => Kind::Button,
        "string" => Kind::Text {
            default: match rest.strip_prefix("default ")? {
                "<empty>" => String::new(),
                default => default.to_owned(),
            },
        },
        _ => return None,
    };
    let name = name.to_owned();
    Some(Reply::Option { name, kind })
}

/// Reads the fields it knows, in any order, and skips words it does not.
fn read_info(rest: &str) -> Option<Info> {
    let (rest, string) = match rest.split_once("string ") {
        Some((rest, text)) if rest.is_empty() || rest.ends_with(' ') => (rest, Some(text)),
        _ => (rest, None),
    };
    let mut info = Info {
        string: string.map(str::to_owned),
        ..Info::default()
    };
    let mut words = rest.split_whitespace();
    while let Some(name) = words.next() {
        match name {
            "multipv" => info.multipv = Some(next(&mut words)?),
            "depth" => info.depth = Some(next(&mut words)?),
            "seldepth" => info.seldepth = Some(next(&mut words)?),
            "score" => info.score = Some(after("cp", &mut words)?),
            "proof" => info.proof = Some(read_proof(words.next()?)?),
            "nodes" => info.nodes = Some(next(&mut words)?),
            "nps" => info.nps = Some(next(&mut words)?),
            "time" => info.time = Some(next(&mut words)?),
            "hashfull" => info.hashfull = Some(next(&mut words)?),
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ => {}
        }
    }
    Some(info)
}

fn read_proof(word: &str) -> Option<Proof> {
    match word {
        "estimate" => Some(Proof::Estimate),
        "wld" => Some(Proof::Wld),
        "exact" => Some(Proof::Exact),
        percent => Some(Proof::Percent(percent.strip_suffix('%')?.parse().ok()?)),
    }
}

fn read_hint(words: &mut SplitWhitespace<'_>) -> Option<Hint> {
    let rank = next(words)?;
    let mv = next(words)?;
    after::<String>("score", words).filter(|word| word == "cp")?;
    Some(Hint {
        rank,
        mv,
        score: next(words)?,
        proof: read_proof(&after::<String>("proof", words)?)?,
        depth: after("depth", words)?,
        pv: match words.next()? {
            "pv" => words.map(str::to_owned).collect(),
            _ => return None,
        },
    })
}

fn read_status(words: &mut SplitWhitespace<'_>) -> Option<Status> {
    let turn = after("turn", words)?;
    let black = after("black", words)?;
    let white = after("white", words)?;
    let empties = after("empties", words)?;
    let ply = after("ply", words)?;
    let state = after("state", words)?;
    let result = match after("result", words) {
        Some(winner) => Some(Verdict {
            winner,
            difference: after("difference", words)?,
        }),
        None => None,
    };
    Some(Status {
        turn,
        black,
        white,
        empties,
        ply,
        state,
        result,
    })
}

fn read_error(rest: &str) -> Option<Reply> {
    let (name, message) = rest.split_once(' ').unwrap_or((rest, ""));
    let code = Code::ALL.into_iter().find(|code| code.name() == name)?;
    let message = message.to_owned();
    Some(Reply::Error { code, message })
}
