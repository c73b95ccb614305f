//! Clocks as they are typed and shown.

use std::time::Duration;

use table::Clock;

use crate::text::Text;

/// Below so much every tenth of a second is shown.
const CLOSE: Duration = Duration::from_secs(10);

/// Reads a clock: `none`, `30s` or `2m` for each decision, `5m+3s` for all with an increment. A bare
/// number is seconds.
///
/// # Errors
/// What may be typed instead.
pub(crate) fn read(typed: &str) -> Result<Clock, String> {
    let clock = match typed.split_once('+') {
        Some((total, increment)) => seconds(total)
            .zip(seconds(increment))
            .map(|(seconds, increment)| Clock::Total { seconds, increment }),
        None if typed == "none" => Some(Clock::Unlimited),
        None => seconds(typed).map(|seconds| match seconds {
            0 => Clock::Unlimited,
            seconds => Clock::Each { seconds },
        }),
    };
    clock.filter(|clock| clock.is_in_range()).ok_or_else(|| "none, 30s, 2m, 5m+3s".to_owned())
}

/// A number of seconds: `90`, `90s`, `5m`, `2h`, `14d`.
fn seconds(typed: &str) -> Option<u32> {
    let unit = |letter: char| match letter {
        's' => Some(1),
        'm' => Some(60),
        'h' => Some(3600),
        'd' => Some(24 * 3600),
        _ => None,
    };
    let last = typed.chars().last()?;
    let (digits, scale) = match unit(last) {
        Some(scale) => (typed.strip_suffix(last)?, scale),
        None => (typed, 1),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse::<u32>().ok().filter(|_| is_number)?.checked_mul(scale)
}

/// A clock in words.
pub(crate) fn told(text: &Text, clock: Clock) -> String {
    match clock {
        Clock::Unlimited => text.get("clock-none"),
        Clock::Each { seconds } if seconds >= 60 && seconds % 60 == 0 => {
            text.with("clock-minutes", &[("minutes", (seconds / 60).into())])
        }
        Clock::Each { seconds } => text.with("clock-seconds", &[("seconds", seconds.into())]),
        Clock::Total { seconds, increment } => {
            let total = match seconds % 60 {
                0 => text.with("clock-total-minutes", &[("minutes", (seconds / 60).into())]),
                _ => text.with("clock-total-seconds", &[("seconds", seconds.into())]),
            };
            match increment {
                0 => total,
                _ => {
                    let args = [("total", total.into()), ("increment", increment.into())];
                    text.with("clock-total-increment", &args)
                }
            }
        }
    }
}

/// What a clock shows: `1:02:03`, `4:05`, and from ten seconds on `9.9`.
pub(crate) fn face(left: Duration) -> String {
    if left < CLOSE {
        let tenths = left.as_millis() / 100;
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Whether little is left.
pub(crate) fn is_low(left: Duration) -> bool {
    left < CLOSE
}

/// How long a running clock shows the same.
#[cfg(feature = "gui")]
pub(crate) fn until_change(left: Duration) -> Duration {
    if left.is_zero() {
        return Duration::from_secs(3600);
    }
    let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
    // Whole seconds are rounded up, tenths down.
    let next = match left < 10_000 {
        true => left % 100 + 1,
        false => (left - 1) % 1000 + 1,
    };
    Duration::from_millis(if left == 10_000 { 1 } else { next })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let total = |seconds, increment| Ok(Clock::Total { seconds, increment });
        let each = |seconds| Ok(Clock::Each { seconds });
        for (typed, clock) in [
            ("none", Ok(Clock::Unlimited)),
            ("0", Ok(Clock::Unlimited)),
            ("30", each(30)),
            ("30s", each(30)),
            ("2m", each(120)),
            ("14d", each(14 * 24 * 3600)),
            ("5m+3s", total(300, 3)),
            ("300+3", total(300, 3)),
            ("1h+0", total(3600, 0)),
            ("14d+1d", total(14 * 24 * 3600, 24 * 3600)),
        ] {
            assert_eq!(read(typed), clock, "{typed}");
        }
        let bad = [
            "",
            "s",
            "+",
            "5m+",
            "+3s",
            "5x",
            "-5",
            "+5",
            "5m+3s+1s",
            "15d",
            "0+3",
            "1m+2d",
            "4294967296",
            "99999999d",
            "1.5m",
            "５",
            "5 m",
        ];
        for typed in bad {
            assert!(read(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn a_face_changes_no_more_often_than_it_must() {
        let ms = Duration::from_millis;
        for (left, shown) in [
            (0, "0.0"),
            (99, "0.0"),
            (9_999, "9.9"),
            (10_000, "0:10"),
            (59_001, "1:00"),
            (300_000, "5:00"),
            (299_999, "5:00"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(face(ms(left)), shown, "{left}");
        }
        #[cfg(feature = "gui")]
        for left in [1, 99, 100, 9_950, 10_000, 10_001, 12_345, 60_000, 3_600_000] {
            let next = until_change(ms(left));
            assert!(next <= ms(1001) && next >= ms(1), "{left}");
            if left > 100 {
                assert_ne!(face(ms(left).saturating_sub(next)), face(ms(left)), "{left}");
            }
        }
    }

    #[test]
    fn a_clock_is_told_in_a_few_words() {
        let text = Text::new(Lang::Zh);
        let clock = |seconds, increment| told(&text, Clock::Total { seconds, increment });
        assert_eq!(clock(300, 3), "共 5 分钟，每手加 3 秒");
        assert_eq!(clock(90, 0), "共 90 秒");
    }
}
