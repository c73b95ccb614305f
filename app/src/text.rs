//! What the program says, in the chosen language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Lang {
    /// 中文
    #[default]
    Zh,
    /// English
    En,
}

impl Lang {
    /// The language with this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let primary = name.split(['-', '_', '.']).next()?;
        match primary.to_ascii_lowercase().as_str() {
            "zh" => Some(Self::Zh),
            "en" => Some(Self::En),
            _ => None,
        }
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// Its messages: of records and rules, of rooms and matches, then of the window.
    const fn source(self) -> &'static str {
        match self {
            Self::Zh => {
                concat!(
                    include_str!("../i18n/zh.ftl"),
                    include_str!("../i18n/zh-play.ftl"),
                    include_str!("../i18n/zh-window.ftl"),
                    include_str!("../i18n/zh-table.ftl"),
                    include_str!("../i18n/zh-viewer.ftl"),
                    include_str!("../i18n/zh-far.ftl"),
                    include_str!("../i18n/zh-relay.ftl"),
                    include_str!("../i18n/zh-junqi.ftl"),
                    include_str!("../i18n/zh-shouhu.ftl"),
                    include_str!("../i18n/zh-leave.ftl"),
                    include_str!("../i18n/zh-talk.ftl"),
                    include_str!("../i18n/zh-clock.ftl"),
                )
            }
            Self::En => {
                concat!(
                    include_str!("../i18n/en.ftl"),
                    include_str!("../i18n/en-play.ftl"),
                    include_str!("../i18n/en-window.ftl"),
                    include_str!("../i18n/en-table.ftl"),
                    include_str!("../i18n/en-viewer.ftl"),
                    include_str!("../i18n/en-far.ftl"),
                    include_str!("../i18n/en-relay.ftl"),
                    include_str!("../i18n/en-junqi.ftl"),
                    include_str!("../i18n/en-shouhu.ftl"),
                    include_str!("../i18n/en-leave.ftl"),
                    include_str!("../i18n/en-talk.ftl"),
                    include_str!("../i18n/en-clock.ftl"),
                )
            }
        }
    }
}

/// The messages of one language.
pub(crate) struct Text {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

impl Text {
    /// The messages of a language.
    pub(crate) fn new(lang: Lang) -> Self {
        let name: Result<LanguageIdentifier, _> = lang.name().parse();
        let mut bundle = FluentBundle::new_concurrent(vec![name.unwrap_or_default()]);
        bundle.set_use_isolating(false);
        // A test reads both files: what cannot be read here is left out.
        let resource = FluentResource::try_new(lang.source().to_owned());
        bundle.add_resource_overriding(resource.unwrap_or_else(|(partial, _)| partial));
        Self { lang, bundle }
    }

    /// Its language.
    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    /// A message without arguments.
    pub(crate) fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// A message with arguments: `text.with("key", &[("name", value.into())])`.
    pub(crate) fn with(&self, key: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        self.find(key, args).unwrap_or_else(|| key.to_owned())
    }

    /// A message, if there is one with this key.
    pub(crate) fn find(&self, key: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let named: FluentArgs<'_> = args.iter().map(|(n, v)| (*n, harmless(v))).collect();
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&named), &mut errors).into_owned())
    }
}

/// What is put into a message may come from anybody: nothing in it acts on a screen.
fn harmless<'a>(value: &'a FluentValue<'_>) -> FluentValue<'a> {
    match value {
        FluentValue::String(text) => FluentValue::String(table::plain_lines(text)),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
