//! The commands, explained in a line each.

use super::Refusal;
use crate::protocol::{Code, Reply, dialect::excerpt};

/// Name, form and meaning of every command.
const COMMANDS: [(&str, &str, &str); 29] = [
    (
        "native",
        "native",
        "introduce yourself and list the options",
    ),
    ("ugi", "ugi", "the same, as UGI runners expect it"),
    ("uci", "uci", "the same, as UCI programs expect it"),
    ("isready", "isready", "answer readyok, also during a search"),
    ("setoption", "setoption name N [value V]", "set an option"),
    (
        "newgame",
        "newgame [othello|reversi|rothelo|tablero] [size 4|6|8|10] [start standard|mirrored] [first black|white]",
        "begin a game",
    ),
    (
        "position",
        "position startpos|board B|obf B S|fen F [moves M ...]",
        "go to a position",
    ),
    (
        "setboard",
        "setboard B",
        "set up a board: the side to move, then a1 a2 .. h8, 65 characters",
    ),
    ("play", "play M [M ...]", "make moves; a move alone will do"),
    ("moves", "moves M [M ...]", "the same"),
    ("undo", "undo [N]", "take moves back"),
    ("redo", "redo [N]", "make moves taken back again"),
    (
        "go",
        "go [depth N] [nodes N] [movetime MS] [btime MS] [wtime MS] [binc MS] [winc MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [infinite] [ponder] [exact] [wld] [searchmoves M ...]",
        "think and name the best move",
    ),
    (
        "stop",
        "stop",
        "stop thinking and name the best move so far",
    ),
    ("ponderhit", "ponderhit", "the move pondered on was played"),
    ("show", "show [board|obf|moves|ggf]", "show the position"),
    ("d", "d", "the same as show"),
    ("legal", "legal", "list the legal moves"),
    ("flips", "flips M", "list what a move turns over"),
    (
        "status",
        "status",
        "say whose turn it is, the discs and the result",
    ),
    (
        "hint",
        "hint [N]",
        "name the best N moves with their scores",
    ),
    ("eval", "eval", "say what the position looks worth"),
    ("perft", "perft N", "count the move sequences of N plies"),
    (
        "save",
        "save FILE [as ggf|transcript|board|rothelo|obf|tablero|diagram]",
        "write the game to a file",
    ),
    ("load", "load FILE", "read a game from a file"),
    ("query", "query gameover|p1turn|result", "ask as UGI does"),
    ("help", "help [COMMAND]", "explain the commands"),
    ("quit", "quit", "end"),
    ("#", "# TEXT", "a comment"),
];

/// All commands, or one.
pub(super) fn lines(topic: Option<&str>) -> Result<Vec<Reply>, Refusal> {
    let line = |(_, form, meaning): &(&str, &str, &str)| Reply::Help(format!("{form} : {meaning}"));
    let Some(topic) = topic else {
        return Ok(COMMANDS.iter().map(line).collect());
    };
    let wanted = |(name, _, _): &&(&str, &str, &str)| name.eq_ignore_ascii_case(topic);
    match COMMANDS.iter().find(wanted) {
        Some(command) => Ok(vec![line(command)]),
        None => {
            let message = format!("\"{}\", expected a command", excerpt(topic));
            Err(Refusal::new(Code::BadArgument, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::native;

    #[test]
    fn every_command_explained_is_known() {
        for (name, _, _) in COMMANDS {
            assert!(native::is_known(name), "{name}");
        }
    }
}
