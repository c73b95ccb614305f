//! How each player is reached, in a line when it changes.

use std::collections::BTreeMap;

use game::Seat;
use table::{LinkView, PhaseView, RoomView, TableView, Way};

use crate::out::plain;
use crate::talk;
use crate::text::Text;
use crate::words::Words;

/// What has been told so far: who sits there, and the way to him.
#[derive(Default)]
pub(crate) struct Reached(BTreeMap<Seat, (String, Way)>);

impl Reached {
    /// A line for each seat that is reached in another way than was told.
    pub(crate) fn news(&mut self, text: &Text, view: &TableView) -> Vec<String> {
        match &view.phase {
            PhaseView::Hosting(room) | PhaseView::Asking { room: Some(room), .. } => {
                self.in_room(text, room)
            }
            PhaseView::Signing { contract, links, .. } => self.in_contract(text, contract, links),
            PhaseView::Playing(game) if game.ended.is_none() => {
                self.in_contract(text, &game.contract, &game.links)
            }
            _ => Vec::new(),
        }
    }

    fn in_room(&mut self, text: &Text, room: &RoomView) -> Vec<String> {
        let seats = (0..).filter_map(Seat::new).zip(&room.seats);
        let named = seats.filter_map(|(seat, it)| Some((seat, it, it.person.as_ref()?)));
        let names = named.clone().map(|(seat, _, person)| (seat, person.name.clone())).collect();
        let words = Words::new(text, &room.rules, names);
        let linked = named
            .filter_map(|(seat, it, person)| Some((seat, person.name.as_str(), it.link.as_ref()?)));
        linked.filter_map(|it| self.one(text, &words, it)).collect()
    }

    fn in_contract(
        &mut self,
        text: &Text,
        contract: &table::ContractView,
        links: &[LinkView],
    ) -> Vec<String> {
        let words = talk::words(text, contract);
        let seats = (0..).filter_map(Seat::new).zip(&contract.players).zip(links);
        let linked = seats.map(|((seat, player), link)| (seat, player.name.as_str(), link));
        linked.filter_map(|it| self.one(text, &words, it)).collect()
    }

    /// That somebody is not reached is told elsewhere, with what it means.
    fn one(
        &mut self,
        text: &Text,
        words: &Words<'_>,
        (seat, name, link): (Seat, &str, &LinkView),
    ) -> Option<String> {
        let (key, relay) = match &link.way {
            Way::Lan => ("reached-lan", ""),
            Way::Internet => ("reached-internet", ""),
            Way::Relay { name } => ("reached-relay", name.as_str()),
            Way::Bridged { name, .. } => ("reached-bridged", name.as_str()),
            Way::Here | Way::Reconnecting { .. } | Way::Offline { .. } => return None,
        };
        let now = (name.to_owned(), link.way.clone());
        if self.0.get(&seat) == Some(&now) {
            return None;
        }
        self.0.insert(seat, now);
        let time = link.round_trip.map(|it| it.as_millis().max(1).to_string());
        let time = time.map(|ms| text.with("reached-time", &[("ms", ms.into())]));
        let args = [
            ("seat", words.seat(seat).into()),
            ("name", plain(relay).into()),
            ("time", time.unwrap_or_default().into()),
        ];
        Some(text.with(key, &args))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use catalog::GameName;
    use table::{Clock, Person, RoomSeat, SeatPlan};

    use super::*;
    use crate::text::Lang;

    fn room(way: Way, ms: Option<u64>) -> RoomView {
        let person = |name: &str| Person { name: name.into(), fingerprint: "ab".into() };
        let round_trip = ms.map(Duration::from_millis);
        let seat = |plan, name: &str, link| RoomSeat {
            plan,
            person: Some(person(name)),
            is_ready: true,
            link,
        };
        RoomView {
            rules: GameName::Laoqi.rules([]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![
                seat(SeatPlan::Me, "A", None),
                seat(SeatPlan::Open, "B", Some(LinkView { way, round_trip, tries: Vec::new() })),
            ],
            own: game::SeatSet::first(1),
        }
    }

    #[test]
    fn a_way_is_told_when_it_changes() {
        let text = Text::new(Lang::En);
        let mut reached = Reached::default();
        let relay = || Way::Relay { name: "friend".into() };
        let told = "seat 1 (B) reached through the relay friend, 12 ms";
        assert_eq!(reached.in_room(&text, &room(relay(), Some(12))), [told]);
        assert!(reached.in_room(&text, &room(relay(), Some(40))).is_empty());
        let away = Way::Offline { since: None, reason: None };
        assert!(reached.in_room(&text, &room(away, None)).is_empty());
        assert!(reached.in_room(&text, &room(relay(), None)).is_empty());
        let told = "seat 1 (B) reached directly over the Internet";
        assert_eq!(reached.in_room(&text, &room(Way::Internet, None)), [told]);
        let told = "seat 1 (B) reached directly on this network, 1 ms";
        assert_eq!(reached.in_room(&text, &room(Way::Lan, Some(0))), [told]);
    }
}
