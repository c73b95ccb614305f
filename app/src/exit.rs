//! How the program ends. The codes are documented and never change.

use std::process::ExitCode;

/// What a command came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Done; of a record: complete.
    Good,
    /// Somebody cheated, programs diverged, or the record is invalid.
    Bad,
    /// Wrong usage, or a file that cannot be read or written.
    Usage,
    /// Nothing wrong, but not complete: unfinished, or claimed.
    Open,
    /// Made by a version that this program does not know.
    Unsupported,
    /// The network failed.
    Network,
}

impl Exit {
    /// From the mildest to the worst: what several files come to is the worst of them.
    const ORDER: [Self; 6] =
        [Self::Good, Self::Open, Self::Network, Self::Usage, Self::Unsupported, Self::Bad];

    /// The code for the system.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Bad => 1,
            Self::Usage => 2,
            Self::Open => 3,
            Self::Unsupported => 4,
            Self::Network => 5,
        }
    }

    /// What has this code.
    pub(crate) fn of_code(code: u8) -> Self {
        Self::ORDER.into_iter().find(|exit| exit.code() == code).unwrap_or(Self::Bad)
    }

    /// The worse of two.
    pub(crate) fn worst(self, other: Self) -> Self {
        let rank = |exit| Self::ORDER.iter().position(|known| *known == exit);
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_a_cheat_then_what_could_not_be_checked() {
        let worst = |codes: &[u8]| {
            let exits = codes.iter().map(|code| Exit::of_code(*code));
            exits.fold(Exit::Good, Exit::worst).code()
        };
        assert_eq!(worst(&[0, 3, 0]), 3);
        assert_eq!(worst(&[3, 2, 0]), 2);
        assert_eq!(worst(&[2, 4, 3]), 4);
        assert_eq!(worst(&[1, 4, 2]), 1);
    }
}
