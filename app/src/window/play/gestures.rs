//! A choice that all make at once: one card for each.

use catalog::Choice;
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Key, Modifiers, Rect, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::pictogram;
use super::turn::Turn;
use crate::window::kit;
use crate::window::look::mix;

/// Lower cards have their lines as close as can be read.
const LOW: f32 = 76.0;
/// More choices than this are typed.
const CARDS: usize = 6;

/// Shows a card for each choice; gives the one that was chosen.
pub(super) fn cards(ui: &mut Ui, turn: &Turn<'_>) -> Option<Choice> {
    let choices = turn.game.choices.get(..CARDS).unwrap_or(&turn.game.choices);
    let note = turn.scene.text.get("play-sealing");
    kit::note(ui, turn.scene.look, &note);
    let rest = ui.available_rect_before_wrap();
    let count = choices.len().max(1) as f32;
    let gap = 8.0;
    let height = ((rest.height() - gap * (count - 1.0)) / count).clamp(52.0, 190.0);
    let mut chosen = None;
    for (number, (choice, notation)) in (1..).zip(choices) {
        let corner = pos2(rest.left(), rest.top() + (height + gap) * (number as f32 - 1.0));
        let rect = Rect::from_min_size(corner, vec2(rest.width(), height));
        let card = Card { turn, choice, notation, number };
        if card.ui(ui, rect) {
            chosen = Some(choice.clone());
        }
    }
    chosen
}

/// The choice whose key has been pressed: its number, or its letter.
pub(super) fn by_key(ui: &Ui, turn: &Turn<'_>) -> Option<Choice> {
    let choices = turn.game.choices.get(..CARDS).unwrap_or(&turn.game.choices);
    let is_pressed = |name: &str| {
        let key = Key::from_name(name);
        key.is_some_and(|key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)))
    };
    let found = (1..).zip(choices).find(|(number, (_, notation))| {
        let number: usize = *number;
        is_pressed(&number.to_string()) || (notation.len() == 1 && is_pressed(notation))
    });
    found.map(|(_, (choice, _))| choice.clone())
}

/// One choice.
struct Card<'a> {
    turn: &'a Turn<'a>,
    choice: &'a Choice,
    notation: &'a str,
    number: usize,
}

impl Card<'_> {
    fn ui(&self, ui: &mut Ui, rect: Rect) -> bool {
        let look = self.turn.scene.look;
        let text = self.turn.scene.text;
        let title = self.turn.words.choice(&self.turn.game.position, self.choice);
        let more = |what: &str| {
            let game = self.turn.game.contract.rules.game().id();
            text.find(&format!("choice-{game}-{}-{what}", self.notation), &[]).unwrap_or_default()
        };
        let (beats, moves) = (more("beats"), more("moves"));
        let card = ui.interact(rect, ui.scope_id().with(("choice", self.number)), Sense::click());
        card.widget_info(|| {
            let args = [
                ("title", title.as_str().into()),
                ("beats", beats.as_str().into()),
                ("moves", moves.as_str().into()),
                ("key", self.number.into()),
            ];
            WidgetInfo::labeled(Role::Button, true, text.with("play-card", &args))
        });
        let is_near = card.hovered() || card.has_focus();
        let fill = if is_near { mix(look.surface, look.accent, 0.12) } else { look.surface };
        let edge = if card.has_focus() {
            3.0
        } else if look.is_contrast {
            2.0
        } else {
            1.2
        };
        let color = if is_near { look.accent } else { look.line };
        let painter = ui.painter();
        let radius = CornerRadius::same(12);
        painter.rect(rect, radius, fill, Stroke::new(edge, color), StrokeKind::Inside);
        self.inside(ui, rect, [title, beats, moves]);
        // Where no title can be so wide that it comes below it.
        let key = rect.left_top() + vec2(10.0, 7.0);
        let font = FontId::proportional(13.0);
        ui.painter().text(key, Align2::LEFT_TOP, self.number, font, look.faint);
        kit::ring(ui, &card, 14);
        card.clicked()
    }

    /// The picture with the words beside it; where they are too long, below it.
    fn inside(&self, ui: &Ui, rect: Rect, words: [String; 3]) {
        let look = self.turn.scene.look;
        let side = (rect.height() - 16.0).min(rect.width() * 0.42);
        let left = rect.left() + 10.0;
        let beside =
            Rect::from_min_max(pos2(left + 10.0 + side, rect.top()), rect.max - vec2(8.0, 0.0));
        let large = (rect.height() * 0.20).clamp(17.0, 28.0);
        let small = (rect.height() * 0.13).clamp(13.0, 17.0);
        let [title, beats, moves] = words;
        let lay = |text: &str, size: f32, color: Color32, width: f32| {
            ui.painter().layout(text.to_owned(), FontId::proportional(size), color, width)
        };
        let middle = pos2(left + side / 2.0, rect.center().y);
        let picture = Rect::from_center_size(middle, vec2(side, side));
        let shapes = pictogram::shapes(self.notation, picture, look);
        let room = if shapes.is_empty() { rect.shrink2(vec2(14.0, 6.0)) } else { beside };
        let lines = [
            lay(&title, large, look.ink, room.width()),
            lay(&beats, small, look.good, room.width()),
            lay(&moves, small, look.faint, room.width()),
        ];
        let total: f32 = lines.iter().map(|line| line.size().y + 2.0).sum();
        // Low cards all look alike, whether their words are long or short.
        let is_low = rect.height() < LOW;
        if total <= rect.height() - 8.0 && !is_low {
            ui.painter().extend::<Vec<Shape>>(shapes);
            let mut at = pos2(room.left(), rect.center().y - total / 2.0);
            for line in lines {
                let down = line.size().y + 2.0;
                ui.painter().galley(at, line, look.ink);
                at.y += down;
            }
            return;
        }
        let (above, below, small) = if is_low { (3.0, 1.0, 12.5) } else { (7.0, 4.0, 13.0) };
        let side = (rect.height() * 0.36).clamp(24.0, 44.0);
        let picture = Rect::from_min_size(rect.min + vec2(22.0, above), vec2(side, side));
        ui.painter().extend(pictogram::shapes(self.notation, picture, look));
        let title = lay(&title, 17.0, look.ink, rect.width());
        let at = pos2(picture.right() + 8.0, picture.center().y - title.size().y / 2.0);
        ui.painter().galley(at, title, look.ink);
        let mut at = pos2(rect.left() + 10.0, picture.bottom() + below);
        for (text, color) in [(beats, look.good), (moves, look.faint)] {
            let line = lay(&text, small, color, rect.width() - 18.0);
            let down = line.size().y + 1.0;
            ui.painter().galley(at, line, look.ink);
            at.y += down;
        }
    }
}
