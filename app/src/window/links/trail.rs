//! Everything that was tried to reach somebody, and what came of it.

use std::time::{Duration, Instant};

use eframe::egui::{self, Id, Label, Margin, RichText, ScrollArea, Ui};
use game::Seat;
use table::{LinkView, Tried, Try};

use super::{Scene, advice, line, outcome, way};
use crate::text::Text;
use crate::window::kit::{self, Tone};
use crate::window::terms;

/// How many attempts are shown at most: the latest.
const TRIES: usize = 24;

/// Whose trail lies over the page.
#[derive(Default)]
pub(crate) struct Trail {
    seat: Option<Seat>,
}

impl Trail {
    /// Lays the trail of a seat over the page.
    pub(crate) fn open(&mut self, seat: Seat) {
        self.seat = Some(seat);
    }

    /// Whether one lies there.
    pub(crate) fn is_open(&self) -> bool {
        self.seat.is_some()
    }

    /// Shows it, if there is one. `find` gives who sits on a seat, what tells him apart, and how he
    /// is reached.
    pub(crate) fn ui<'a>(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_>,
        find: impl FnOnce(Seat) -> Option<(&'a str, &'a str, &'a LinkView)>,
    ) {
        let Some(seat) = self.seat else { return };
        let Some((name, fingerprint, link)) = find(seat) else {
            self.seat = None;
            return;
        };
        let Scene { text, look, .. } = *scene;
        let frame = kit::edged(look, 14, Margin::same(16));
        let modal = egui::Modal::new(Id::unique("trail")).frame(frame);
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 80.0));
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.horizontal(|ui| {
                kit::seat_badge(ui, look, seat, 30.0);
                kit::heading(ui, &text.with("trail-title", &[("name", name.into())]));
            });
            kit::fingerprint(ui, look, fingerprint);
            ui.add(Label::new(line(text, link)).wrap());
            kit::note(ui, look, &text.get(advice(link)));
            ui.add_space(4.0);
            let height = (ui.ctx().content_rect().height() - 320.0).clamp(100.0, 340.0);
            let list = ScrollArea::vertical().id_salt("tries").max_height(height);
            list.show(ui, |ui| tries(ui, scene, &link.tries));
            ui.add_space(4.0);
            kit::button(ui, &text.get("trail-close")).clicked()
        });
        if shown.inner || shown.should_close() {
            self.seat = None;
        }
    }
}

/// The attempts, the latest first.
pub(crate) fn tries(ui: &mut Ui, scene: &Scene<'_>, tries: &[Try]) {
    let Scene { text, look, .. } = *scene;
    if tries.is_empty() {
        kit::note(ui, look, &text.get("trail-none"));
        return;
    }
    ui.spacing_mut().item_spacing.y = 3.0;
    let now = Instant::now();
    for attempt in tries.iter().rev().take(TRIES) {
        ui.set_width(ui.available_width());
        let (tone, told) = outcome(text, &attempt.outcome);
        let when = ago(text, now.saturating_duration_since(attempt.at));
        let args = [("way", way(text, &attempt.way).into()), ("ago", when.into())];
        let head = text.with("trail-try", &args);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().interact_size.y = 18.0;
            ui.add(Label::new(RichText::new(head).size(14.5)));
            let told = RichText::new(format!("{}{told}", tone.sign())).size(14.5);
            let color = if tone == Tone::Plain { look.ink } else { tone.color(look) };
            ui.add(Label::new(told.color(color)).wrap());
        });
        let place = RichText::new(host(&attempt.address)).monospace().size(12.0).color(look.faint);
        ui.add(Label::new(place).truncate()).on_hover_text(&attempt.address);
        ui.add_space(3.0);
    }
    if tries.iter().any(|it| it.outcome == Tried::Trying) {
        ui.ctx().request_repaint_after(Duration::from_secs(1));
    }
}

/// How long ago that was.
fn ago(text: &Text, since: Duration) -> String {
    match since.as_secs() {
        seconds @ 0..60 => text.with("ago-seconds", &[("count", seconds.into())]),
        seconds => terms::ago(text, 0, seconds),
    }
}

/// Where an address is, for people: host and port; of one that leads through a relay, the relay's.
fn host(address: &str) -> String {
    let mut parts = address.split('/').skip(1);
    let (kind, host) = (parts.next(), parts.next());
    let port = parts.skip_while(|part| *part != "tcp").nth(1);
    match (kind, host, port) {
        (Some("ip6"), Some(host), Some(port)) => format!("[{host}]:{port}"),
        (Some("ip4" | "dns" | "dns4" | "dns6"), Some(host), Some(port)) => format!("{host}:{port}"),
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn an_address_is_told_by_host_and_port() {
        for (address, told) in [
            ("/ip4/192.168.1.5/tcp/4001/p2p/12D3Koo", "192.168.1.5:4001"),
            ("/ip6/2001:db8::1/tcp/9", "[2001:db8::1]:9"),
            ("/dns/relay.example/tcp/4600/p2p/A/p2p-circuit/p2p/B", "relay.example:4600"),
            ("/p2p/12D3Koo", "/p2p/12D3Koo"),
            ("host:9", "host:9"),
        ] {
            assert_eq!(host(address), told);
        }
    }
}
