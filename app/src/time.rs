//! Times of the clock on the wall, in plain words.

use crate::text::Text;

/// How long ago that was, in plain words. Both in seconds since 1970.
pub(crate) fn ago(text: &Text, then: u64, now: u64) -> String {
    let seconds = now.saturating_sub(then);
    let (key, count) = match seconds {
        0..60 => return text.get("ago-now"),
        60..3600 => ("ago-minutes", seconds / 60),
        3600..86_400 => ("ago-hours", seconds / 3600),
        _ => ("ago-days", seconds / 86_400),
    };
    text.with(key, &[("count", count.into())])
}

/// Now, in seconds since 1970.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn time_is_told_in_one_unit() {
        let text = Text::new(Lang::Zh);
        assert_eq!(ago(&text, 100, 90), "刚刚");
        assert_eq!(ago(&text, 0, 7199), "1 小时前");
        assert_eq!(ago(&text, 0, 86_400 * 40), "40 天前");
    }
}
