//! Links as QR codes.

use qrcode::{Color, EcLevel, QrCode};

/// What must stay light around a code, in modules: readers look for it.
const QUIET: usize = 4;

/// A QR code with the light border that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Qr {
    side: usize,
    dark: Vec<bool>,
}

/// The code of a text; none if it is too long for one. Links are written in capitals, for which a
/// code needs fewer modules: they are read in any case.
pub(crate) fn matrix(text: &str) -> Option<Qr> {
    let capitals = text.to_ascii_uppercase();
    let text = if text.starts_with("qiyue://") { &capitals } else { text };
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = code.width();
    let side = width + 2 * QUIET;
    let mut dark = vec![false; side * side];
    for (at, color) in code.to_colors().into_iter().enumerate() {
        let place = (at / width + QUIET) * side + at % width + QUIET;
        if let Some(module) = dark.get_mut(place) {
            *module = color == Color::Dark;
        }
    }
    Some(Qr { side, dark })
}

impl Qr {
    /// How many modules a side has, with the border.
    pub(crate) fn side(&self) -> usize {
        self.side
    }

    /// Whether a module is dark. What lies beyond the code is light.
    pub(crate) fn is_dark(&self, column: usize, row: usize) -> bool {
        column < self.side
            && self.dark.get(row * self.side + column).is_some_and(|is_dark| *is_dark)
    }

    /// The code for a terminal, two rows in a line. Light modules are the ones that are drawn:
    /// most terminals are dark, and a code that is the other way round is not read by all.
    pub(crate) fn half_blocks(&self) -> String {
        let mut lines = String::new();
        for row in (0..self.side()).step_by(2) {
            for column in 0..self.side {
                lines.push(match (self.is_dark(column, row), self.is_dark(column, row + 1)) {
                    (false, false) => '█',
                    (false, true) => '▀',
                    (true, false) => '▄',
                    (true, true) => ' ',
                });
            }
            lines.push('\n');
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_corners_and_a_light_border() {
        let code = matrix("qiyue://j/abcdefgh").unwrap();
        assert_eq!(code.side(), 21 + 2 * QUIET);
        for place in 0..code.side() {
            for edge in 0..QUIET {
                assert!(!code.is_dark(place, edge) && !code.is_dark(edge, place));
            }
        }
        // The mark in the corner: a ring, a light ring, a dark square.
        let row: Vec<bool> = (0..8).map(|at| code.is_dark(QUIET + at, QUIET + 3)).collect();
        assert_eq!(row, [true, false, true, true, true, false, true, false]);
        assert!(!code.is_dark(code.side(), 0));
    }

    #[test]
    fn a_terminal_shows_two_rows_in_a_line() {
        let code = matrix("qiyue://j/abcdefgh").unwrap();
        let shown = code.half_blocks();
        assert_eq!(shown.lines().count(), code.side().div_ceil(2));
        assert!(shown.lines().all(|line| line.chars().count() == code.side()));
        assert!(shown.lines().next().unwrap().chars().all(|c| c == '█'));
        assert_eq!(matrix(&"x".repeat(4000)), None);
    }
}
