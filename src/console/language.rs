//! The languages the console speaks.

use std::fmt::Display;

use super::phrase::Phrase;

/// One of them. Words are understood in all of them, whichever is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Portuguese.
    Portuguese,
}

impl Language {
    /// Every language, with the code that stands for it.
    pub const ALL: [(&str, Language); 3] = [
        ("en", Language::English),
        ("es", Language::Spanish),
        ("pt", Language::Portuguese),
    ];

    /// The language of a locale such as `es_AR.UTF-8`, or of a code such as
    /// `pt`, if it is spoken here.
    ///
    /// ```
    /// use outflank::console::Language;
    ///
    /// assert_eq!(Language::of("es_AR.UTF-8"), Some(Language::Spanish));
    /// assert_eq!(Language::of("PT"), Some(Language::Portuguese));
    /// assert_eq!(Language::of("esperanto"), None);
    /// ```
    pub fn of(locale: &str) -> Option<Language> {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or("");
        let mut known = Language::ALL.into_iter();
        let found = known.find(|(known, _)| known.eq_ignore_ascii_case(code));
        found.map(|(_, language)| language)
    }

    /// The language that the user's environment asks for, English if none.
    pub fn of_environment() -> Language {
        locale("LC_MESSAGES")
            .and_then(|locale| Language::of(&locale))
            .unwrap_or_default()
    }

    /// Whether the user's terminal should know what a disc looks like: the
    /// environment names no alphabet without it.
    pub fn has_discs() -> bool {
        locale("LC_CTYPE").is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
    }

    /// A phrase in this language.
    pub(super) fn text(self, phrase: Phrase) -> &'static str {
        phrase.texts()[self as usize]
    }

    /// A phrase in this language with its blanks `{0}`, `{1}`, .. filled in.
    pub(super) fn say(self, phrase: Phrase, blanks: &[&dyn Display]) -> String {
        fill(self.text(phrase), blanks)
    }
}

/// What the user's environment says of a side of language, if it says anything.
fn locale(side: &str) -> Option<String> {
    ["LC_ALL", side, "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
}

/// A text with its blanks `{0}`, `{1}`, .. filled in.
pub(super) fn fill<B: ToString>(text: &str, blanks: &[B]) -> String {
    let mut pieces = text.split('{');
    let mut said = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let (number, after) = piece.split_once('}').unwrap_or((piece, ""));
        let index = number.parse().ok();
        let blank = index.and_then(|index: usize| blanks.get(index));
        said += &blank.map_or(String::new(), ToString::to_string);
        said += after;
    }
    said
}
