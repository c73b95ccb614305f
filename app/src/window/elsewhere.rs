//! Games that this program plays in a terminal and not yet in its window.

use catalog::{GameName, Rules};
use eframe::egui::{Label, RichText, Ui};
use table::{Command, ContractView, PhaseView};

use super::kit::{self, Tone};
use super::scene::{Act, Acts, Scene};
use super::terms;
use crate::text::Text;

/// The games that the window plays.
pub(crate) const PLAYED: [GameName; 2] = [GameName::Laoqi, GameName::Shouhu];

/// Whether the window plays this game.
pub(crate) fn is_played(rules: &Rules) -> bool {
    PLAYED.contains(&rules.game())
}

/// That it does not, in a line.
pub(crate) fn line(text: &Text, rules: &Rules) -> String {
    text.with("elsewhere", &[("game", terms::game(text, rules.game().id()).into())])
}

/// What is played now, if the window cannot play it, and the command that can.
pub(crate) fn of(phase: &PhaseView) -> Option<(&Rules, String)> {
    let resume = |contract: &ContractView| {
        let id: String = contract.id.chars().take(16).collect();
        format!("qiyue resume {id}")
    };
    let (rules, command) = match phase {
        PhaseView::Idle | PhaseView::Leaving => return None,
        PhaseView::Hosting(room) => {
            (&room.rules, format!("qiyue host --game {}", room.rules.game().id()))
        }
        PhaseView::Asking { address, room, invitation, .. } => {
            let rules = room.as_ref().map(|room| &room.rules);
            let invited = invitation.as_ref().and_then(|it| it.rules.as_ref());
            (rules.or(invited)?, format!("qiyue join {address}"))
        }
        PhaseView::Reviewing(contract) => (&contract.rules, resume(contract)),
        PhaseView::Signing { contract, .. } => (&contract.rules, resume(contract)),
        PhaseView::Playing(game) => (&game.contract.rules, resume(&game.contract)),
    };
    (!is_played(rules)).then_some((rules, command))
}

/// Says so, and how to play it.
pub(crate) fn ui(
    ui: &mut Ui,
    scene: &Scene<'_>,
    acts: &mut Acts,
    (rules, command): (&Rules, &str),
) {
    let Scene { text, look, .. } = *scene;
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.1).min(90.0));
        ui.set_max_width(640.0);
        kit::card(ui, look, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 8.0;
            kit::toned(ui, look, Tone::Warn, &line(text, rules));
            kit::note(ui, look, &text.get("elsewhere-next"));
            let shown = RichText::new(command).monospace();
            ui.add(Label::new(shown).truncate()).on_hover_text(command);
            ui.horizontal(|ui| {
                if kit::primary(ui, look, &text.get("elsewhere-copy")).clicked() {
                    acts.push(Act::Copy(command.to_owned()));
                }
                if kit::button(ui, &text.get("elsewhere-leave")).clicked() {
                    acts.table(match scene.view.phase {
                        PhaseView::Reviewing(_) => Command::Decline,
                        _ => Command::Leave,
                    });
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui_kittest::kittest::Queryable as _;
    use game::SeatSet;
    use table::{Clock, RoomSeat, RoomView, SeatPlan, TableView};

    use super::*;
    use crate::window::face::Face;
    use crate::window::prefs::Prefs;
    use crate::window::stage::{harness, idle, person};

    fn room() -> RoomView {
        let seat = |plan, name: &str| RoomSeat {
            plan,
            person: Some(person(name)),
            is_ready: false,
            link: None,
        };
        RoomView {
            rules: GameName::Junqi.rules(["qq-2p"]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            seats: vec![seat(SeatPlan::Me, "张三"), seat(SeatPlan::Open, "我自己")],
            own: SeatSet::one(game::Seat::of(1)),
        }
    }

    fn contract() -> ContractView {
        ContractView {
            id: "00112233445566778899".into(),
            rules: GameName::Junqi.rules(["flip"]).unwrap(),
            clock: Clock::Unlimited,
            machine_seconds: 120,
            players: vec![person("张三"), person("我自己")],
            own: SeatSet::one(game::Seat::of(1)),
        }
    }

    /// Every phase with a game of the terminal says so, names the command and lets go.
    #[test]
    fn a_window_that_meets_such_a_game_says_where_it_can_be_played() {
        let asking = PhaseView::Asking {
            address: "10.0.0.7:4001".into(),
            room: Some(room()),
            link: None,
            invitation: None,
        };
        let signing = PhaseView::Signing {
            contract: contract(),
            removable: SeatSet::EMPTY,
            signed: SeatSet::EMPTY,
            connected: SeatSet::EMPTY,
            links: Vec::new(),
        };
        let mut played = crate::window::stage::game("two", &[0]);
        played.contract = contract();
        for (phase, command) in [
            (asking, "qiyue join 10.0.0.7:4001"),
            (PhaseView::Hosting(room()), "qiyue host --game junqi"),
            (PhaseView::Reviewing(contract()), "qiyue resume 0011223344556677"),
            (signing, "qiyue resume 0011223344556677"),
            (PhaseView::Playing(Arc::new(played)), "qiyue resume 0011223344556677"),
        ] {
            let is_review = matches!(phase, PhaseView::Reviewing(_));
            let view = TableView { phase, ..idle() };
            let face = Face::new(Prefs { motion: false, ..Prefs::default() });
            let mut window = harness([900.0, 600.0], None).build_ui_state(
                |ui, (face, view, wishes): &mut (Face, TableView, Vec<_>)| {
                    wishes.extend(face.ui(ui, view));
                },
                (face, view, Vec::new()),
            );
            window.run();
            window.get_by_label(command);
            window.get_by_label_contains("军棋");
            window.get_by_label("离开").click();
            window.run();
            let left = if is_review { Command::Decline } else { Command::Leave };
            let wanted = crate::window::face::Wish::Table(Box::new(left));
            assert!(window.state().2.contains(&wanted), "{command}: {:?}", window.state().2);
        }
    }
}
