//! Text of strangers, made harmless: which characters a name or a spoken line may have, and how any
//! other text is shown.
//!
//! Whatever a peer or a file says is either of a type that holds plain characters only
//! ([`crate::Name`], and what is said at a table), or goes through [`plain`] or [`plain_lines`] on
//! its way to a screen.

use std::borrow::Cow;

/// Characters of a shown text at most: a longer one is cut. No path and no reason is so long.
pub const SHOWN: usize = 1000;
/// Marks on one letter at most: written languages need no more, and a pile of them covers the lines
/// above.
const MARKS: usize = 2;

/// Whether a character is visible, stands by itself and goes from left to right, or is the plain
/// space. Blocks that hold only letters, digits, punctuation, ideographs and pictures of this kind
/// are listed; everything else is refused.
pub fn is_plain(c: char) -> bool {
    matches!(c,
        ' '..='~'
        | '\u{a1}'..='\u{ac}'
        | '\u{ae}'..='\u{2ff}'
        | '\u{370}'..='\u{482}'
        | '\u{48a}'..='\u{52f}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{3001}'..='\u{3029}'
        | '\u{3030}'..='\u{3098}'
        | '\u{309b}'..='\u{312f}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff9f}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{20000}'..='\u{2ebe0}')
}

/// A text in one line, with everything escaped that a screen would act on, hide, turn around or pile
/// up, and cut if it has no end.
pub fn plain(text: &str) -> String {
    let mut shown = escape(text.chars().take(SHOWN), '\n');
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The same for a text that may have several lines, and any length.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| c != '\n' && (is_tricky(c) || is_mark(c))) {
        return Cow::Owned(escape(text.chars(), '\r'));
    }
    Cow::Borrowed(text)
}

/// Escapes what is tricky, this character too.
fn escape(text: impl Iterator<Item = char>, too: char) -> String {
    let mut shown = String::new();
    let mut marks = 0;
    for c in text {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if c == too || (c != '\n' && is_tricky(c)) || marks > MARKS {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Controls, format characters (bidirectional ones, joiners, tags, selectors), blanks that are not
/// seen, private use, and what is no character.
fn is_tricky(c: char) -> bool {
    let hides = matches!(u32::from(c),
        0xad | 0x34f | 0x600..=0x605 | 0x61c | 0x6dd | 0x70f | 0x115f | 0x1160 | 0x17b4 | 0x17b5
        | 0x180b..=0x180f | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0x2800 | 0x3164
        | 0xe000..=0xf8ff | 0xfdd0..=0xfdef | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb
        | 0x110bd | 0x110cd | 0x13430..=0x1343f | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a
        | 0xe0000..);
    c.is_control() || hides || u32::from(c) & 0xfffe == 0xfffe
}

/// Marks that stand on, under or in the letter before them.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x5bf..=0x5c7 | 0x610..=0x61a
        | 0x64b..=0x65f | 0x670 | 0x6d6..=0x6ed | 0x900..=0x903 | 0x93a..=0x94f | 0xe31
        | 0xe34..=0xe3a | 0xe47..=0xe4e | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff
        | 0x302a..=0x302f | 0x3099 | 0x309a | 0xa66f..=0xa67d | 0xfe20..=0xfe2f)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each class of characters that no stranger may put on a screen, and its escape.
    const HOSTILE: [(&str, char, &str); 30] = [
        ("end of text", '\0', "\\u{0}"),
        ("bell", '\u{7}', "\\u{7}"),
        ("backspace", '\u{8}', "\\u{8}"),
        ("tabulator", '\t', "\\u{9}"),
        ("return", '\r', "\\u{d}"),
        ("ANSI escape", '\u{1b}', "\\u{1b}"),
        ("delete", '\u{7f}', "\\u{7f}"),
        ("next line", '\u{85}', "\\u{85}"),
        ("ANSI introducer in one byte", '\u{9b}', "\\u{9b}"),
        ("soft hyphen", '\u{ad}', "\\u{ad}"),
        ("joiner of graphemes", '\u{34f}', "\\u{34f}"),
        ("Arabic letter mark", '\u{61c}', "\\u{61c}"),
        ("Hangul filler", '\u{115f}', "\\u{115f}"),
        ("Mongolian vowel separator", '\u{180e}', "\\u{180e}"),
        ("zero-width space", '\u{200b}', "\\u{200b}"),
        ("zero-width joiner", '\u{200d}', "\\u{200d}"),
        ("right-to-left mark", '\u{200f}', "\\u{200f}"),
        ("line separator", '\u{2028}', "\\u{2028}"),
        ("paragraph separator", '\u{2029}', "\\u{2029}"),
        ("right-to-left override", '\u{202e}', "\\u{202e}"),
        ("word joiner", '\u{2060}', "\\u{2060}"),
        ("left-to-right isolate", '\u{2066}', "\\u{2066}"),
        ("blank braille", '\u{2800}', "\\u{2800}"),
        ("filler of the kana block", '\u{3164}', "\\u{3164}"),
        ("private use", '\u{e000}', "\\u{e000}"),
        ("selector of a variant", '\u{fe0f}', "\\u{fe0f}"),
        ("byte order mark", '\u{feff}', "\\u{feff}"),
        ("annotation", '\u{fff9}', "\\u{fff9}"),
        ("no character", '\u{1ffff}', "\\u{1ffff}"),
        ("tag", '\u{e0041}', "\\u{e0041}"),
    ];

    #[test]
    fn every_class_of_hostile_characters_is_refused_and_escaped() {
        for (what, c, escape) in HOSTILE {
            assert!(!is_plain(c), "{what}");
            let text = format!("甲{c}乙");
            assert_eq!(plain(&text), format!("甲{escape}乙"), "{what}");
            assert_eq!(plain_lines(&text), format!("甲{escape}乙"), "{what}");
            assert!(crate::Name::new(&text).is_err(), "{what}");
        }
        assert_eq!(plain("a\u{1b}[2J\u{202e}\u{85}\r甲"), "a\\u{1b}[2J\\u{202e}\\u{85}\\u{d}甲");
    }

    #[test]
    fn a_line_stays_one_line_and_lines_stay_lines() {
        assert_eq!(plain("a\nb"), "a\\u{a}b");
        assert_eq!(plain_lines("a\nb"), "a\nb");
        assert_eq!(plain_lines("a\r\nb"), "a\\u{d}\nb");
    }

    #[test]
    fn marks_are_not_piled_up() {
        // A letter with a mark, as some keyboards and file systems write it.
        assert_eq!(plain("e\u{301}"), "e\u{301}");
        for mark in ['\u{301}', '\u{20dd}', '\u{3099}', '\u{e47}', '\u{1dc4}', '\u{fe20}'] {
            assert!(!is_plain(mark));
            let pile: String = std::iter::once('e').chain(std::iter::repeat_n(mark, 50)).collect();
            let shown = plain(&pile);
            assert_eq!(shown.chars().filter(|c| *c == mark).count(), MARKS, "{mark:?}");
            assert_eq!(plain_lines(&pile), shown);
        }
    }

    #[test]
    fn what_has_no_end_is_cut() {
        let long = "长".repeat(SHOWN);
        assert_eq!(plain(&long), long);
        assert_eq!(plain(&format!("{long}长")), format!("{long}…"));
    }

    #[test]
    fn no_plain_character_is_escaped() {
        let all = (0..0x11_0000).filter_map(char::from_u32).filter(|c| is_plain(*c));
        for c in all {
            assert!(!is_tricky(c) && !is_mark(c) && !c.is_control(), "{c:?}");
        }
    }
}
