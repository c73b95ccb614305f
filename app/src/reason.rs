//! Reasons that engines give, in the chosen language.
//!
//! An engine writes English. Its sentence without quoted parts and numbers, in small letters with
//! hyphens, is the key of the translation; if there is none, the same without single capital letters,
//! which may stand for a piece, and words with digits, which may stand for a cell. A sentence without translation is shown as it is.

use crate::out::plain;
use crate::text::Text;

/// A reason in the chosen language.
pub(crate) fn reason(text: &Text, told: &str) -> String {
    // Several faults told as one, each with its place.
    if told.contains('\n') {
        let each = told.lines().map(|line| {
            let (place, why) = line.split_once(": ").unwrap_or(("", line));
            let args = [("place", plain(place).into()), ("reason", reason(text, why).into())];
            text.with("fault", &args)
        });
        return each.collect::<Vec<_>>().join(&text.get("option-separator"));
    }
    let parts = Parts::of(told);
    let number = |at: usize| parts.numbers.get(at).cloned().unwrap_or_default();
    let letter = |at: usize| parts.letters.get(at).cloned().unwrap_or_default();
    let args = [
        ("value", parts.value.into()),
        ("rest", parts.rest.into()),
        ("n", number(0).into()),
        ("m", number(1).into()),
        ("letter", letter(0).into()),
        ("other", letter(1).into()),
        ("last", parts.last.into()),
    ];
    let find = |key: &str| text.find(&format!("reason-{key}"), &args);
    find(&parts.key).or_else(|| find(&parts.bare)).unwrap_or_else(|| plain(told))
}

/// A sentence taken apart.
#[derive(PartialEq, Eq, Debug)]
struct Parts {
    key: String,
    /// The key without single capital letters and words with digits.
    bare: String,
    /// Those letters.
    letters: Vec<String>,
    /// What stands last.
    last: String,
    /// What stood in quotes.
    value: String,
    /// The numbers, in order.
    numbers: Vec<String>,
    /// What came behind a colon or semicolon.
    rest: String,
}

impl Parts {
    fn of(told: &str) -> Self {
        let (value, told) = match (told.find('\''), told.rfind('\'')) {
            (Some(start), Some(end)) if start < end => {
                let value = told.get(start + 1..end).unwrap_or_default();
                let around =
                    [told.get(..start), told.get(end + 1..)].map(Option::unwrap_or_default);
                (plain(value), around.concat())
            }
            _ => (String::new(), told.to_owned()),
        };
        let split = told.split_once(": ").or_else(|| told.split_once("; "));
        let (sentence, rest) = split.unwrap_or((&told, ""));
        let is_letter = |c: char| c.is_ascii_alphanumeric();
        let words = sentence.split(|c| !is_letter(c)).filter(|word| !word.is_empty());
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
        let (numbers, words): (Vec<_>, Vec<_>) = words.partition(is_number);
        let is_capital = |word: &str| word.len() == 1 && word.to_ascii_uppercase() == word;
        let is_name = |word: &str| word.chars().any(|c| c.is_ascii_digit());
        let bare = words.iter().filter(|word| !is_capital(word) && !is_name(word));
        let bare: Vec<&str> = bare.copied().collect();
        let letters = words.iter().filter(|word| is_capital(word)).map(|it| (*it).to_owned());
        let last = sentence.split_whitespace().last().unwrap_or_default();
        Self {
            key: words.join("-").to_ascii_lowercase(),
            bare: bare.join("-").to_ascii_lowercase(),
            letters: letters.collect(),
            last: plain(last),
            value,
            numbers: numbers.into_iter().map(str::to_owned).collect(),
            rest: plain(rest.trim_start_matches("there are ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn reasons_are_translated_with_their_parts() {
        let zh = Text::new(Lang::Zh);
        let told = reason(&zh, "'9' is not a number from 2 to 5");
        assert_eq!(told, "“9”不是 2 到 5 的数");
        let told = reason(&zh, "'x' is not one of its values: on or off");
        assert_eq!(told, "没有“x”这个值，可用：on or off");
        assert_eq!(reason(&zh, "something new"), "something new");
        let en = Text::new(Lang::En);
        assert_eq!(reason(&en, "'9' is not a number"), "'9' is not a number");
    }

    #[test]
    fn what_engines_say_of_options_and_moves_is_translated() {
        use catalog::{Any, GameName};
        use game::Game;
        let zh = Text::new(Lang::Zh);
        let mut said: Vec<String> = Vec::new();
        for words in [["ties=x", "seats=9"], ["no=1", "loud"], ["crown=off", "timeouts=x"]] {
            let faults = GameName::Laoqi.rules(words).unwrap_err();
            said.extend(faults.into_iter().map(|fault| fault.reason));
        }
        let rules = GameName::Laoqi.rules([]).unwrap();
        let at = Any::start(&rules);
        for text in ["d9-d1", "d1", "^x", "d1=Q", &"d".repeat(99)] {
            said.push(Any::read_move(&at, text).unwrap_err().reason);
        }
        said.push(Any::read_choice(&at, "Q").unwrap_err().reason);
        let broken = "viewer=x board=x control=x lost=x promoted=x living=x incited=x fallen=x \
                      timeouts=x ties=x pending=x crown=x quiet=x ply=x showings=x stage=x more";
        for line in [broken, "nothing"] {
            let faults = Any::read_position(&rules, line).unwrap_err();
            said.extend(faults.into_iter().map(|fault| fault.reason));
        }
        for told in said {
            let translated = reason(&zh, &told);
            let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            let parts = Parts::of(&told);
            assert!(translated.chars().any(is_han) && translated != told, "{told}: {parts:?}");
        }
    }

    #[test]
    fn what_junqi_says_is_translated() {
        use catalog::{Any, GameName};
        use game::{Event, Game, Seat, SeatSet};
        let zh = Text::new(Lang::Zh);
        let mut said: Vec<String> = Vec::new();
        let mut take = |faults: Vec<game::Fault>| {
            said.extend(faults.into_iter().map(|fault| fault.reason));
        };
        for words in [
            "seats=5 leader=9 quiet_limit=x",
            "open-4p scouting=on marshal_shows_flag=off ally_view=allies losers_view=none",
            "qq-2p mines_first=on ally_view=all remains=stay repetition=chaser_loses turns=straight",
            "qq-4p sides=alternate leader=0 crossings=on board=siguo repetition=off",
            "flip bomb_front=on flag_takers=not_marshal remains=stay board=siguo seats=3",
            "qq-2p colours=first_flip small_hits_big=forbidden turns=corners bomb_flies=on",
            "liuguo leader=012",
        ] {
            take(GameName::Junqi.rules(words.split(' ')).unwrap_err());
        }
        let rules = GameName::Junqi.rules(["open-2p"]).unwrap();
        let open = Any::start(&rules);
        let hidden = Any::start(&GameName::Junqi.rules(["qq-2p"]).unwrap());
        for line in ["", "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZX"] {
            take(vec![Any::read_choice(&open, line).unwrap_err()]);
        }
        let layout = Any::read_choice(&open, "ZGDDB/LRR/YYCC/CPP/PEECM/LMLZF").unwrap();
        take(Any::admits(&open, Seat::of(0), &layout).unwrap_err());
        take(Any::admits(&hidden, Seat::of(0), &layout).unwrap_err());
        let secret = Any::read_secret(&hidden, Seat::of(0), "MGDDB/BRR/YYCC/CPP/PEELZ/LFLZE");
        take(Any::hides(&open, Seat::of(0), &secret.unwrap()).unwrap_err());
        for text in ["05a", "05z-04a", "05a-9", &"d".repeat(99)] {
            take(vec![Any::read_move(&open, text).unwrap_err()]);
        }
        let broken = "viewer=x secrets=x men=x living=x turn=x flags=x down=x colours=x timeouts=x \
                      quiet=x ply=x history=x stage=x more";
        let line = Any::write_position(&open, &game::Known::public());
        let shifted = line.replace("living=01", "living=0").replace("quiet=0", "quiet=99");
        for line in [broken, &shifted, &line.replace("stage=setup", "stage=up:06a")] {
            take(Any::read_position(&rules, line).unwrap_err());
        }
        let mut at = open.clone();
        let out = Event::Out(SeatSet::EMPTY, game::Cause::Refused);
        said.push(Any::apply(&mut at, &out).unwrap_err().0.to_owned());
        said.push(Any::apply(&mut at, &Event::Tossed(0)).unwrap_err().0.to_owned());
        for told in said {
            let translated = reason(&zh, &told);
            let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            let parts = Parts::of(&told);
            assert!(translated.chars().any(is_han) && translated != told, "{told}: {parts:?}");
        }
    }

    #[test]
    fn what_shouhu_says_is_translated() {
        use catalog::{Any, GameName};
        use game::{Event, Game, Seat};
        let zh = Text::new(Lang::Zh);
        let mut said: Vec<String> = Vec::new();
        let mut take = |faults: Vec<game::Fault>| {
            said.extend(faults.into_iter().map(|fault| fault.reason));
        };
        for words in [
            "win=most_after goal=3 plies=20",
            "win=most_after plies=50 quiet_limit=90",
            "plies=20 goal=x red=2",
            "most-after goal=2",
        ] {
            take(GameName::Shouhu.rules(words.split(' ')).unwrap_err());
        }
        let rules = GameName::Shouhu.rules(["red=seat_0"]).unwrap();
        let at = Any::start(&rules);
        for line in ["", "RNB..BN/..AX.A../.C....C./P.P..P.P", "a/b/c"] {
            take(vec![Any::read_choice(&at, line).unwrap_err()]);
        }
        let layout = Any::read_choice(&at, "RNBRPBNR/..APPA../.C....C./P.P..P.P").unwrap();
        take(Any::admits(&at, Seat::of(0), &layout).unwrap_err());
        let standard = GameName::Shouhu.rules(["standard", "red=seat_0"]).unwrap();
        let begun = Any::start(&standard);
        for text in ["a1", "a1-a0", "Q*a1", "a1-a2-a3", "d2-d4-d4", &"d".repeat(999)] {
            take(vec![Any::read_move(&begun, text).unwrap_err()]);
        }
        let broken = "viewer=x cells=x red=x turn=x score=x quiet=x ply=x living=x history=x \
                      stage=x more";
        let line = Any::write_position(&begun, &game::Known::public());
        let more = [
            ("RNB2BNR", "RNB11BNR"),
            ("RNB2BNR", "RNBX1BNR"),
            ("RNB2BNR", "RNBRRBNR"),
            ("RNB2BNR", "RNBrrBNR"),
            ("rnb2bnr", "rnbRRbnr"),
            ("ply=0", "ply=4294967296"),
            ("score=0,0", "score=9,9"),
            ("quiet=0", "quiet=999"),
            ("living=01", "living=0"),
        ];
        let more = more.map(|(old, new)| line.replace(old, new));
        for line in more.iter().map(String::as_str).chain([broken]) {
            take(Any::read_position(&rules, line).err().unwrap_or_default());
        }
        for text in ["a1-a9", "a1-a2", "c1-d1", "c2-c3", "d2-d3", "a2-a3", "@a2", "^a2", "R*a2"] {
            let mv = Any::read_move(&begun, text).unwrap();
            let illegal = Any::apply(&mut begun.clone(), &Event::Moved(Seat::of(0), mv));
            said.extend(illegal.err().map(|illegal| illegal.0.to_owned()));
        }
        assert!(said.len() > 40, "{}", said.len());
        for told in said {
            let translated = reason(&zh, &told);
            let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            let parts = Parts::of(&told);
            assert!(translated.chars().any(is_han) && translated != told, "{told}: {parts:?}");
        }
    }

    #[test]
    fn what_an_import_says_is_translated_with_its_pieces_and_cells() {
        let zh = Text::new(Lang::Zh);
        for (told, wanted) in [
            ("one M too many: a seat has 1", "M 多了一枚"),
            ("2 of the 3 E are placed", "E 只放了 2 枚，应有 3 枚"),
            ("by our rules M against D is x>", "按我们的规则，M 攻 D 是 x>"),
            ("by our rules no flag is shown at 06b", "按我们的规则，06b 没有军旗可亮"),
            ("record 12 (byte 432)", "第 12 条记录（第 432 字节）"),
            ("byte 7", "第 7 字节"),
            ("(3, 4) is not on the board", "（3, 4）不在棋盘上"),
        ] {
            assert_eq!(reason(&zh, told), wanted);
        }
    }
}
