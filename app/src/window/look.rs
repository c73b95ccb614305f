//! How things look: one table of colours for each theme, one of sizes. No other file has a colour.

use eframe::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals,
    vec2,
};
use game::Seat;

use super::fonts;

/// What the player may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// As the system has it; light where it does not say.
    #[default]
    System,
    /// Ink on paper.
    Light,
    /// Lamplight.
    Dark,
    /// Black and white, thick lines.
    Contrast,
}

impl Theme {
    /// All of them, in the order of the menu.
    pub(crate) const ALL: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::Contrast];

    /// Key of its name.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::System => "theme-system",
            Self::Light => "theme-light",
            Self::Dark => "theme-dark",
            Self::Contrast => "theme-contrast",
        }
    }
}

/// The colours in use.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Look {
    /// Light writing on a dark ground.
    pub(crate) is_dark: bool,
    /// Thick lines, no shades.
    pub(crate) is_contrast: bool,
    /// Behind everything.
    pub(crate) ground: Color32,
    /// Cards and panels.
    pub(crate) surface: Color32,
    /// What lies on a card: fields, rows under the pointer.
    pub(crate) raised: Color32,
    /// Lines between things.
    pub(crate) line: Color32,
    /// Writing.
    pub(crate) ink: Color32,
    /// Writing that matters less; still readable.
    pub(crate) faint: Color32,
    /// The thing to do next: cinnabar.
    pub(crate) accent: Color32,
    /// Writing on the accent.
    pub(crate) on_accent: Color32,
    /// Good news: jade.
    pub(crate) good: Color32,
    /// Bad news.
    pub(crate) bad: Color32,
    /// Something to look at.
    pub(crate) warn: Color32,
    /// The board.
    pub(crate) board: BoardLook,
}

/// The colours of a board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoardLook {
    /// The frame around the cells.
    pub(crate) rim: Color32,
    /// A cell.
    pub(crate) cell: Color32,
    /// A cell of the other colour.
    pub(crate) cell_other: Color32,
    /// Lines between cells.
    pub(crate) line: Color32,
    /// A cell of a river.
    pub(crate) water: Color32,
    /// What is nobody's.
    pub(crate) stone: Color32,
    /// Names of cells.
    pub(crate) name: Color32,
    /// The body of a piece.
    pub(crate) piece: Color32,
    /// The edge of a piece below its colour.
    pub(crate) edge: Color32,
    /// Shown where a piece may go.
    pub(crate) target: Color32,
    /// What was picked.
    pub(crate) chosen: Color32,
    /// Where the last move was.
    pub(crate) last: Color32,
    /// The colours of the seats. Shape and number say the same.
    pub(crate) seats: [Color32; 6],
}

impl BoardLook {
    /// The colour of a seat.
    pub(crate) fn seat(&self, seat: Seat) -> Color32 {
        self.seats.get(usize::from(seat.number())).copied().unwrap_or(self.line)
    }
}

const fn rgb(hex: u32) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

impl Look {
    /// The look of a theme on a system that is dark or not.
    pub(crate) fn of(theme: Theme, is_system_dark: bool) -> Self {
        match theme {
            Theme::Light => Self::light(),
            Theme::System if !is_system_dark => Self::light(),
            Theme::Dark | Theme::System => Self::dark(),
            Theme::Contrast => Self::contrast(),
        }
    }

    fn light() -> Self {
        Self {
            is_dark: false,
            is_contrast: false,
            ground: rgb(0xf1e9da),
            surface: rgb(0xfbf7ee),
            raised: rgb(0xf4ecdc),
            line: rgb(0xd8c9ac),
            ink: rgb(0x2a2320),
            faint: rgb(0x6c5f52),
            accent: rgb(0xa83226),
            on_accent: rgb(0xfff8ee),
            good: rgb(0x22665a),
            bad: rgb(0x9c2317),
            warn: rgb(0x8a5a0c),
            board: BoardLook {
                rim: rgb(0x8a5f38),
                cell: rgb(0xeed8ae),
                cell_other: rgb(0xe6cb99),
                line: rgb(0x9b7547),
                water: rgb(0xb3cbc9),
                stone: rgb(0xa9a69c),
                name: rgb(0xf6e7c8),
                piece: rgb(0xfcf3dd),
                edge: rgb(0x5d432a),
                target: rgb(0x22665a),
                chosen: rgb(0xc98a12),
                last: rgb(0x3c5f9e),
                seats: SEATS_LIGHT,
            },
        }
    }

    fn dark() -> Self {
        Self {
            is_dark: true,
            is_contrast: false,
            ground: rgb(0x191613),
            surface: rgb(0x25211c),
            raised: rgb(0x312b24),
            line: rgb(0x4a4136),
            ink: rgb(0xf0e6d5),
            faint: rgb(0xb5a893),
            accent: rgb(0xd9604d),
            on_accent: rgb(0x1c0f0b),
            good: rgb(0x7cc4b2),
            bad: rgb(0xf08a78),
            warn: rgb(0xe3b15a),
            board: BoardLook {
                rim: rgb(0x33251a),
                cell: rgb(0x6b5136),
                cell_other: rgb(0x5f4730),
                line: rgb(0x3c2c1d),
                water: rgb(0x3c5560),
                stone: rgb(0x9a968c),
                name: rgb(0xd9c39c),
                piece: rgb(0xf1e3c4),
                edge: rgb(0x1d140c),
                target: rgb(0x8fe0cb),
                chosen: rgb(0xffcf5c),
                last: rgb(0x9cc4ff),
                seats: SEATS_LIGHT,
            },
        }
    }

    fn contrast() -> Self {
        Self {
            is_dark: true,
            is_contrast: true,
            ground: rgb(0x000000),
            surface: rgb(0x000000),
            raised: rgb(0x1f1f1f),
            line: rgb(0xffffff),
            ink: rgb(0xffffff),
            faint: rgb(0xe6e6e6),
            accent: rgb(0xffd400),
            on_accent: rgb(0x000000),
            good: rgb(0x7dff9b),
            bad: rgb(0xff9b8f),
            warn: rgb(0xffd400),
            board: BoardLook {
                rim: rgb(0x000000),
                cell: rgb(0x3a3a3a),
                cell_other: rgb(0x262626),
                line: rgb(0xffffff),
                water: rgb(0x00304d),
                stone: rgb(0xc8c8c8),
                name: rgb(0xffffff),
                piece: rgb(0xffffff),
                edge: rgb(0x000000),
                target: rgb(0x00ffe0),
                chosen: rgb(0xffd400),
                last: rgb(0x8fc7ff),
                seats: SEATS_LIGHT,
            },
        }
    }

    /// Sets everything of the library that has a colour, a size or a font.
    pub(crate) fn apply(&self, ctx: &egui::Context) {
        let theme = if self.is_dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(theme);
        let visuals = self.visuals();
        ctx.all_styles_mut(|style| {
            style.visuals = visuals.clone();
            style.spacing.item_spacing = vec2(10.0, 10.0);
            style.spacing.button_padding = vec2(14.0, 8.0);
            style.spacing.interact_size = vec2(44.0, 36.0);
            style.spacing.window_margin = Margin::same(18);
            style.spacing.slider_width = 180.0;
            style.spacing.icon_width = 20.0;
            style.text_styles = [
                (TextStyle::Small, FontId::new(13.5, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(16.0, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(16.0, FontFamily::Proportional)),
                (TextStyle::Heading, FontId::new(24.0, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(14.0, fonts::mono())),
            ]
            .into();
        });
    }

    fn visuals(&self) -> Visuals {
        let mut visuals = if self.is_dark { Visuals::dark() } else { Visuals::light() };
        let edge = Stroke::new(if self.is_contrast { 2.0 } else { 1.0 }, self.line);
        visuals.override_text_color = Some(self.ink);
        visuals.weak_text_color = Some(self.faint);
        visuals.panel_fill = self.ground;
        visuals.window_fill = self.surface;
        visuals.window_stroke = edge;
        visuals.window_corner_radius = CornerRadius::same(14);
        visuals.menu_corner_radius = CornerRadius::same(10);
        visuals.window_shadow = Shadow::NONE;
        visuals.popup_shadow = Shadow::NONE;
        visuals.extreme_bg_color = self.raised;
        visuals.text_edit_bg_color = Some(self.raised);
        visuals.faint_bg_color = self.raised;
        visuals.code_bg_color = self.raised;
        visuals.hyperlink_color = self.accent;
        visuals.warn_fg_color = self.warn;
        visuals.error_fg_color = self.bad;
        visuals.selection.bg_fill = self.accent.gamma_multiply(0.35);
        visuals.selection.stroke = Stroke::new(2.0, self.accent);
        let widgets = &mut visuals.widgets;
        for (state, fill) in [
            (&mut widgets.noninteractive, self.surface),
            (&mut widgets.inactive, self.raised),
            (&mut widgets.hovered, mix(self.raised, self.ink, 0.08)),
            (&mut widgets.active, mix(self.raised, self.ink, 0.16)),
            (&mut widgets.open, self.raised),
        ] {
            state.bg_fill = fill;
            state.weak_bg_fill = fill;
            state.bg_stroke = edge;
            state.fg_stroke = Stroke::new(1.5, self.ink);
            state.corner_radius = CornerRadius::same(9);
            state.expansion = 0.0;
        }
        widgets.hovered.bg_stroke = Stroke::new(1.5, self.faint);
        widgets.active.bg_stroke = Stroke::new(2.0, self.accent);
        visuals
    }
}

/// A colour between two: 0 the first, 1 the second.
pub(crate) fn mix(from: Color32, to: Color32, part: f32) -> Color32 {
    from.lerp_to_gamma(to, part)
}

/// Colours of seats that differ in brightness as well as in hue; on light pieces they are readable.
const SEATS_LIGHT: [Color32; 6] =
    [rgb(0xa62518), rgb(0x1d4f91), rgb(0x1f6b3a), rgb(0x7a4b00), rgb(0x6a2c86), rgb(0x2b2b2b)];
