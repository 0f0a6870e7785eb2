//! What the games say of themselves, in the languages they do not speak.
//!
//! A game gives its reasons in English, and the console knows no more of them
//! than that: a text is looked up here by its English wording, as translators
//! do, and stays English if nobody has written it down.

use super::language::{Language, fill};

/// What a game says, and the same in English, Spanish and Portuguese. Blanks are
/// `{0}`, `{1}`, .., and what fills them is looked up as well.
#[rustfmt::skip]
const SAID: &[[&str; 4]] = &[
    // Dominoes on the table.
    same("table {0}", "mesa {0}", "mesa {0}"),
    same("stock {0}", "pozo {0}", "monte {0}"),
    ["p{0} {1} points {2}", "player {0} {1} points {2}", "jugador {0} {1} puntos {2}", "jogador {0} {1} pontos {2}"],
    // Why a move is refused.
    same("{0} is not on the {1} board", "{0} no está en el tablero de {1}", "{0} não está no tabuleiro de {1}"),
    same("column {0} is full", "la columna {0} está llena", "a coluna {0} está cheia"),
    same("{0} is occupied", "{0} está ocupada", "{0} está ocupada"),
    ["p{1} does not hold {0}", "player {1} does not hold {0}", "el jugador {1} no tiene {0}", "o jogador {1} não tem {0}"],
    same("{0} does not fit there, where a {1} is", "{0} no encaja allí, donde hay un {1}", "{0} não encaixa ali, onde há um {1}"),
    ["p{0} has a tile that fits", "player {0} has a tile that fits", "el jugador {0} tiene una ficha que encaja", "o jogador {0} tem uma peça que encaixa"],
    same("the stock is empty", "el pozo está vacío", "o monte está vazio"),
    same("there are tiles to draw", "hay fichas que robar", "há peças a comprar"),
    same("the round is over", "la ronda ha terminado", "a rodada terminou"),
    same("the round is not over", "la ronda no ha terminado", "a rodada não terminou"),
    // Why a file cannot be read or written.
    same("line {0}: {1}", "línea {0}: {1}", "linha {0}: {1}"),
    same("move {0}: {1}", "jugada {0}: {1}", "jogada {0}: {1}"),
    same("expected {0}, got {1}", "se espera {0}, no {1}", "espera-se {0}, não {1}"),
    same("{0} tiles, expected the {1} announced above", "{0} fichas, se esperan las {1} anunciadas arriba", "{0} peças, esperam-se as {1} anunciadas acima"),
    same("{0} tiles in all, expected 28", "{0} fichas en total, se esperan 28", "{0} peças no total, esperam-se 28"),
    same("the round is over, expected one that goes on", "la ronda ha terminado, se espera una en curso", "a rodada terminou, espera-se uma em curso"),
    ["p{0} is to move, expected p1, whose turn it is in a saved game", "player {0} is to move; a saved game waits for player 1", "es el turno del jugador {0}; en un juego guardado es el del jugador 1", "é a vez do jogador {0}; num jogo salvo é a do jogador 1"],
    same("{0}; expected one of {1}", "{0}; se espera uno de {1}", "{0}; espera-se um de {1}"),
    same("\"{0}\", expected {1} and a size such as 7x6", "\"{0}\", se espera {1} y un tamaño como 7x6", "\"{0}\", espera-se {1} e um tamanho como 7x6"),
    same("\"{0}\", expected {1}", "\"{0}\", se espera {1}", "\"{0}\", espera-se {1}"),
    same("expected {0}", "se espera {0}", "espera-se {0}"),
    same("tile {0} does not match the one before it", "la ficha {0} no encaja con la anterior", "a peça {0} não encaixa com a anterior"),
    same("tile {0} appears a second time", "la ficha {0} aparece otra vez", "a peça {0} aparece outra vez"),
    same("there is nothing under the disc on {0}", "no hay nada debajo de la ficha en {0}", "não há nada debaixo da peça em {0}"),
    same("both sides have four in line", "los dos lados tienen cuatro en línea", "os dois lados têm quatro em linha"),
    same("{0} is not played on a {1} board", "{0} no se juega en un tablero de {1}", "{0} não se joga num tabuleiro de {1}"),
    // Why another program does not play on.
    same("cannot start \"{0}\": {1}", "no se puede iniciar \"{0}\": {1}", "não foi possível iniciar \"{0}\": {1}"),
    same("\"{0}\" answers in no dialect known", "\"{0}\" no contesta en ningún dialecto conocido", "\"{0}\" não responde em nenhum dialeto conhecido"),
    same("no answer to {0} within {1} ms", "no contesta a {0} en {1} ms", "não responde a {0} em {1} ms"),
    same("it refused {0}: {1}", "rechaza {0}: {1}", "recusa {0}: {1}"),
    same("a move", "una jugada", "uma jogada"),
    same("a new game", "una partida nueva", "um novo jogo"),
    same("the engine ended, {0}", "el programa ha terminado, {0}", "o programa terminou, {0}"),
    same("it is gone", "se ha ido", "foi embora"),
    same("it gives up", "se rinde", "desiste"),
    // What is expected.
    same("a column such as d or 4", "una columna como d o 4", "uma coluna como d ou 4"),
    same("a cell such as c7", "una casilla como c7", "uma casa como c7"),
    same("a move such as f5 or pass", "una jugada como f5 o pass", "uma jogada como f5 ou pass"),
    same("a size of 4, 6, 8 or 10", "un tamaño de 4, 6, 8 o 10", "um tamanho de 4, 6, 8 ou 10"),
    same("columns and rows up to 20x20, and four in line to fit", "columnas y filas hasta 20x20 donde quepan cuatro en línea", "colunas e linhas até 20x20 onde caibam quatro em linha"),
    same("{0} characters", "{0} caracteres", "{0} caracteres"),
    same("the end", "el fin", "o fim"),
    same("moves and the moves", "moves y las jugadas", "moves e as jogadas"),
    same("2 to 4 players", "de 2 a 4 jugadores", "de 2 a 4 jogadores"),
    same("players, seed or strategy", "players, seed o strategy", "players, seed ou strategy"),
    same("usual, first, most or deals", "usual, first, most o deals", "usual, first, most ou deals"),
    same("a number", "un número", "um número"),
    same("a number of tiles", "un número de fichas", "um número de peças"),
    same("points", "puntos", "pontos"),
    same("tiles such as |4-6||6-6|", "fichas como |4-6||6-6|", "peças como |4-6||6-6|"),
    same("numbers from 0 to 6", "números de 0 a 6", "números de 0 a 6"),
    same("two numbers from 0 to 6", "dos números de 0 a 6", "dois números de 0 a 6"),
];

/// What needs no other wording in English.
const fn same(
    english: &'static str,
    spanish: &'static str,
    portuguese: &'static str,
) -> [&'static str; 4] {
    [english, english, spanish, portuguese]
}

/// A text of a game's in this language, or as it is.
pub(super) fn said(text: &str, language: Language) -> String {
    let known = SAID.iter().find_map(|texts| {
        let blanks = blanks(texts[0], text)?;
        Some((texts[1 + language as usize], blanks))
    });
    match known {
        Some((wording, blanks)) => {
            let blanks: Vec<String> = blanks.iter().map(|blank| said(blank, language)).collect();
            fill(wording, &blanks)
        }
        None => text.to_owned(),
    }
}

/// What fills the blanks of a wording in this text, by their numbers, if it is
/// the wording of the text. A number comes at most once.
fn blanks<'a>(wording: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = wording.split('{');
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    for piece in pieces {
        let (number, after) = piece.split_once('}')?;
        let end = match after {
            "" => rest.len(),
            _ => rest.find(after)?,
        };
        found.push((number.parse::<usize>().ok()?, &rest[..end]));
        rest = &rest[end + after.len()..];
    }
    found.sort_by_key(|(number, _)| *number);
    rest.is_empty()
        .then(|| found.into_iter().map(|(_, blank)| blank).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn every_wording_has_the_same_blanks_in_all_languages() {
        for texts in SAID {
            let count = texts[0].matches('{').count();
            let filling: Vec<String> = (0..count).map(|number| format!("<{number}>")).collect();
            for text in texts {
                let filled = fill(text, &filling);
                assert!(filling.iter().all(|blank| filled.contains(blank)), "{text}");
                assert!(!filled.contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn a_wording_is_known_with_its_blanks_in_any_order() {
        let spanish = |text| said(text, Language::Spanish);
        assert_eq!(spanish("p2 does not hold 0-6"), "el jugador 2 no tiene 0-6");
        assert_eq!(
            spanish("line 3: tile 2 does not match the one before it"),
            "línea 3: la ficha 2 no encaja con la anterior"
        );
        assert_eq!(spanish("something else"), "something else");
        let english = said("column d is full", Language::English);
        assert_eq!(english, "column d is full");
    }

    /// What games refuse is said in each language: moves, settings and files.
    #[test]
    fn no_game_refuses_in_english_alone() {
        let games = Catalog::default();
        let translated = |text: &str| {
            for language in [Language::Spanish, Language::Portuguese] {
                assert_ne!(said(text, language), text);
            }
        };
        let refused = |name: &str, settings: &[(&str, &str)], moves: &str| {
            let pair = |(key, value): &(&str, &str)| (key.to_string(), value.to_string());
            let settings: Vec<_> = settings.iter().map(pair).collect();
            let mut game = match games.begin(name, &settings) {
                Ok(game) => game,
                Err(error) => return translated(&error.to_string()),
            };
            let words: Vec<&str> = moves.split(' ').collect();
            let (last, before) = words.split_last().unwrap();
            before.iter().for_each(|word| game.play(word).unwrap());
            translated(&game.play(last).unwrap_err().to_string());
            translated(&game.read("5\n").unwrap_err().to_string());
        };
        refused("connect4", &[], "d d d d d d d");
        refused("connect4", &[], "z");
        refused("connect4", &[], "foo");
        refused("connect4", &[("size", "8x8")], "");
        refused("gravity", &[], "a1 a1");
        refused("gravity", &[("size", "21x3")], "");
        refused("gravity", &[], "foo");
        refused("dominoes", &[("players", "5")], "");
        refused("dominoes", &[("seed", "x")], "");
        refused("dominoes", &[("seed", "1")], "next");
        refused("dominoes", &[("seed", "1")], "pass");
        refused("dominoes", &[("seed", "1")], "6-6l");
    }
}
