//! Facts of a view in words.

use catalog::Any;
use game::{Game as _, Kind, Seat, View};

use super::Words;
use crate::text::Lang;

impl Words<'_> {
    /// The facts of a view, one line each; what is not worth a line is left out.
    pub(crate) fn facts(&self, view: &View) -> Vec<String> {
        let all = u32::from(view.living.len());
        let told = view.facts.iter().filter(|(key, numbers)| match *key {
            // What the position waits for says it.
            "contest" | "set_up" | "first" | "turn" | "placing" => false,
            // The board shows them; of who helps whom there is too much to tell.
            "stones" | "zones" | "lends" | "carries" => false,
            // Only what is no longer so for everybody.
            "incite" => u32::try_from(numbers.len()) != Ok(all),
            // Where points are counted, so is every ply without one; else it is told when it matters.
            "quiet" => {
                let is_counted = view.facts.iter().any(|(key, _)| *key == "score");
                is_counted
                    || matches!(numbers.as_slice(), [at, limit] if at.saturating_mul(4) >= *limit)
            }
            _ => true,
        });
        told.filter_map(|(key, numbers)| self.fact(key, numbers)).collect()
    }

    fn fact(&self, key: &str, numbers: &[u32]) -> Option<String> {
        let (a, b) = self.fact_values(key, numbers)?;
        let args = [("key", key.into()), ("a", a.into()), ("b", b.into())];
        let of_game = self.text.find(&format!("fact-{}-{key}", self.rules.game().id()), &args);
        let own = of_game.or_else(|| self.text.find(&format!("fact-{key}"), &args));
        Some(own.unwrap_or_else(|| self.text.with("fact-other", &args)))
    }

    /// The numbers of a fact in words, in two parts; none: nothing worth a line.
    fn fact_values(&self, key: &str, numbers: &[u32]) -> Option<(String, String)> {
        let seats =
            |numbers: &[u32]| self.seats(numbers.iter().filter_map(seat_numbered).collect());
        let plain = |numbers: &[u32]| self.list(numbers.iter().map(u32::to_string));
        let (head, rest) = numbers.split_first()?;
        let one = std::slice::from_ref(head);
        // What is counted is told where it is not zero.
        let counted = |name: &dyn Fn(&u32) -> String| {
            let each = (0..).zip(numbers).filter(|(_, count)| **count > 0);
            let told: Vec<_> = each.map(|(at, n)| format!("{} {n}", name(&at))).collect();
            (!told.is_empty()).then(|| self.list(told))
        };
        let seat = |number: &u32| seats(std::slice::from_ref(number));
        let army = |number: &u32| self.text.with("army", &[("army", (*number).into())]);
        let only = |told: String| Some((told, String::new()));
        match key {
            "contest" | "losers" | "play_off" | "any_piece" | "crown" | "incite" | "show"
            | "stuck" | "red" => only(seats(numbers)),
            "score" => only(self.score(numbers)),
            "left" => {
                let (first, second) = numbers.split_at_checked(numbers.len() / 2)?;
                Some((self.kinds_counted(first), self.kinds_counted(second)))
            }
            "return" => Some((seats(one), self.cell(rest.first().copied()?))),
            "drop" => {
                let [number, kind] = rest else { return None };
                let args = [("army", army(number)), ("kind", self.kind_numbered(*kind))];
                let args = args.map(|(key, value)| (key, value.into()));
                Some((seats(one), self.text.with("piece-of-army", &args)))
            }
            "guardians" => only(self.list(numbers.iter().map(|cell| self.cell(*cell)))),
            "colours" => Some((seats(one), seats(rest))),
            "fight" => Some((self.cell(*head), self.cell(rest.first().copied()?))),
            "turn_up" => only(self.cell(*head)),
            "carried" | "lying" => only(self.list(numbers.chunks(2).filter_map(|pair| {
                let [number, cell] = pair else { return None };
                Some(format!("{} {}", army(number), self.cell(*cell)))
            }))),
            "face_down" => {
                let (first, second) = numbers.split_at_checked(numbers.len() / 2)?;
                Some((self.kinds_counted(first), self.kinds_counted(second)))
            }
            "pick" => Some((seats(one), seats(rest))),
            "mandate" => {
                Some((seats(one), self.list(rest.iter().map(|kind| self.kind_numbered(*kind)))))
            }
            "pending" | "queue" => only(self.list(numbers.iter().map(|n| self.gesture(*n)))),
            "ties" => only(counted(&|number| self.gesture(*number))?),
            "lost" | "promoted" => only(counted(&army)?),
            "timeouts" => only(counted(&seat)?),
            "showing" if *head <= 1 => None,
            "ply" | "quiet" | "showing" => Some((plain(one), plain(rest))),
            "timeouts_limit" | "shown" => None,
            _ => only(plain(numbers)),
        }
    }

    /// The points of every seat.
    pub(super) fn score(&self, points: &[u32]) -> String {
        let each = (0..).zip(points).filter_map(|(number, points)| {
            let seat = Seat::new(number)?;
            Some(format!("{} {points}", self.seat(seat)))
        });
        self.list(each)
    }

    /// How many there are of each kind, by their marks; the index is the kind.
    fn kinds_counted(&self, counts: &[u32]) -> String {
        let names = Any::kinds(self.rules).iter().zip(counts).filter(|(_, count)| **count > 0);
        let told = names.map(|(name, count)| match self.text.lang() {
            Lang::Zh => format!("{}{count}", name.mark),
            Lang::En => format!("{}{count}", name.letter),
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() { "-".to_owned() } else { told.join(" ") }
    }

    fn kind_numbered(&self, number: u32) -> String {
        u8::try_from(number).map_or_else(|_| number.to_string(), |number| self.kind(Kind(number)))
    }

    fn gesture(&self, number: u32) -> String {
        let key = format!("gesture-{number}");
        self.text.find(&key, &[]).unwrap_or_else(|| number.to_string())
    }
}

fn seat_numbered(number: &u32) -> Option<Seat> {
    Seat::new(u8::try_from(*number).ok()?)
}
