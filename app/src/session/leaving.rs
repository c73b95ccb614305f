//! Who is there, a machine that plays on for the player, guests who are asked to go, and the same
//! once more.

use game::{Seat, SeatSet};
use table::{Command, Level, MatchView, RoomView, SeatPlan, StageView};

use super::{Player, Session, is_one_of};
use crate::presence;
use crate::talk;

/// Words that ask for the same once more.
const AGAIN: [&str; 3] = ["rematch", "again", "再来"];

impl Session<'_> {
    /// Who sits there and how he is reached; what can be done while somebody is away.
    pub(super) fn seats(&mut self, game: &MatchView) {
        let words = talk::words(self.text, &game.contract);
        let all = (0..).filter_map(Seat::new).zip(&game.contract.players).map(|(seat, _)| seat);
        for seat in all.collect::<Vec<_>>() {
            let line = presence::line(self.text, &words, game, seat);
            self.out.line(&line);
        }
        if let Some(advice) = presence::advice(self.text, game) {
            self.out.line(&advice);
        }
    }

    /// What can be done while somebody is away, once for each change of who that is.
    pub(super) fn advise(&mut self, game: &MatchView) {
        let now = (presence::away(game), game.stage == StageView::Seal);
        if std::mem::replace(&mut self.advised, now) == now || self.player == Player::Machine {
            return;
        }
        if let Some(advice) = presence::advice(self.text, game) {
            self.out.line(&advice);
        }
    }

    /// What is said of an offer of a draw, once for each change.
    pub(super) fn tell_draw(&mut self, game: &MatchView) {
        let words = talk::words(self.text, &game.contract);
        let told = presence::draw(self.text, &words, game).unwrap_or_default();
        // Two who play hear of each other's offers in the log.
        let is_news = !told.is_empty() && told != self.draw && game.contract.players.len() > 2;
        self.draw.clone_from(&told);
        if is_news {
            self.out.line(&told);
        }
    }

    /// Lets a machine play on, or takes the seat back. False if this is not what was typed.
    pub(super) fn hands_over(&mut self, game: &MatchView, seat: Seat, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        if is_one_of(first, &["takeback", "收回"]) {
            self.table.apply(Command::HandOver(seat, None));
            self.say("handed-back");
            return true;
        }
        if !is_one_of(first, &["handover", "托管"]) {
            return false;
        }
        let level = match words.next() {
            None => Some(Level::Strong),
            Some(word) => Level::ALL.into_iter().find(|level| {
                level.name() == word || self.text.get(&format!("level-{}", level.name())) == word
            }),
        };
        match level {
            Some(level) => {
                // Whoever plays several seats hands over the one that is asked, or the first.
                self.table.apply(Command::HandOver(seat, Some(level)));
                let told = presence::handed(self.text, level);
                let words = talk::words(self.text, &game.contract);
                let args = [("seat", words.seat(seat).into()), ("told", told.into())];
                let line = self.text.with("handed", &args);
                self.out.line(&line);
            }
            None => self.say("handover-level"),
        }
        true
    }

    /// A guest is asked to go. False if this is not what was typed.
    pub(super) fn asks_to_go(&mut self, room: &RoomView, line: &str) -> bool {
        let seats = (0..).filter_map(Seat::new).zip(&room.seats);
        let guests = seats.filter(|(_, it)| it.plan == SeatPlan::Open && it.person.is_some());
        let guests = guests.map(|(seat, _)| seat).collect();
        self.asks_one_of(guests, line)
    }

    /// The same of guests who do not sign; of somebody else's guests nobody is asked.
    pub(super) fn asks_unsigned(&mut self, guests: SeatSet, line: &str) -> bool {
        !guests.is_empty() && self.asks_one_of(guests, line)
    }

    fn asks_one_of(&mut self, guests: SeatSet, line: &str) -> bool {
        let mut words = line.split_whitespace();
        if !words.next().is_some_and(|word| is_one_of(word, &["kick", "请出"])) {
            return false;
        }
        let seat = words.next().and_then(|word| word.parse().ok()).and_then(Seat::new);
        match seat.filter(|seat| guests.has(*seat)) {
            Some(seat) => self.table.apply(Command::Remove(seat)),
            None => self.say("kick-whom"),
        }
        true
    }

    /// The player wants the same once more, or thinks better of it. Said before the end it counts
    /// when that comes. False if this is not what was typed.
    pub(super) fn wants_again(&mut self, game: &MatchView, line: &str) -> bool {
        if !is_one_of(line, &AGAIN) {
            return false;
        }
        self.is_again_wanted = !self.is_again_wanted;
        let is_over = game.ended.is_some();
        if is_over {
            self.table.apply(Command::Rematch(self.is_again_wanted));
        }
        self.say(match (self.is_again_wanted, is_over) {
            (false, _) => "again-not",
            (true, false) => "again-later",
            (true, true) => "again-asked",
        });
        true
    }

    /// After the end: whether the player may still say that he wants the same once more.
    pub(super) fn offers_again(&mut self, game: &MatchView) -> bool {
        let is_asked = self.is_again_wanted || self.input.is_terminal();
        if self.player == Player::Machine || !game.can_rematch || !is_asked {
            return false;
        }
        if self.is_again_wanted {
            self.table.apply(Command::Rematch(true));
            self.say("again-asked");
        } else {
            self.say("again-ask");
        }
        true
    }

    /// While it is not decided whether there is another match: who wants it, and who has gone.
    pub(super) fn waits_for_again(&mut self, game: &MatchView) {
        if !game.can_rematch {
            self.say("again-gone");
            self.leaves_for_good();
            return;
        }
        let others = game.rematch.minus(game.contract.own);
        if !others.is_empty() && others != self.again {
            let words = talk::words(self.text, &game.contract);
            let line = self.text.with("again-others", &[("seats", words.seats(others).into())]);
            self.out.line(&line);
        }
        self.again = others;
    }

    /// There is no other match after the one that is over.
    pub(super) fn leaves_for_good(&mut self) {
        if self.leaving.is_none() {
            self.leaving = self.over;
            self.table.apply(Command::Leave);
        }
    }

    /// Another match has begun: nothing of the last one counts.
    pub(super) fn begins_again(&mut self) {
        (self.log, self.asked, self.told) = (0, None, String::new());
        (self.gone, self.again) = (SeatSet::EMPTY, SeatSet::EMPTY);
        (self.is_resumed, self.is_again_wanted, self.over) = (false, false, None);
        (self.draft, self.is_end_told, self.draw) = (None, false, String::new());
        self.marks.clear();
    }
}
