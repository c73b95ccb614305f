//! Options as people write them: words for values, numbers within bounds.
//!
//! [`choice!`](crate::choice) gives an option's type together with its words.

use crate::text::Fault;

/// The words of an option, each with its value.
pub type Words<T> = [(&'static str, T)];

/// Gives an option's type with the words for its values; the first value is listed first.
///
/// The crate that uses it needs `serde`, whose encoding of the type goes into contracts.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $type:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $type { $($(#[$value_doc])* $value,)+ }

        impl $type {
            const WORDS: &$crate::options::Words<Self> = &[$(($word, Self::$value)),+];
        }
    };
}

/// The value of an option that this word means.
///
/// # Errors
/// Another word; the fault, at the option, lists what there is.
pub fn word<T: Copy>(key: &str, value: &str, all: &Words<T>) -> Result<T, Fault> {
    all.iter().find(|(known, _)| *known == value).map(|(_, choice)| *choice).ok_or_else(|| {
        let known = names(all);
        Fault::new(key, format!("'{value}' is not one of its values: {known}"))
    })
}

/// The number of an option that is written so.
///
/// # Errors
/// No number, or one beyond the bounds.
pub fn number<T>(key: &str, value: &str, least: T, most: T) -> Result<T, Fault>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    value
        .parse()
        .ok()
        .filter(|number| (&least..=&most).contains(&number))
        .ok_or_else(|| Fault::new(key, format!("'{value}' is not a number from {least} to {most}")))
}

/// The word for a value.
pub fn name<T: Copy + PartialEq>(choice: T, all: &Words<T>) -> String {
    let named = all.iter().find(|(_, known)| *known == choice);
    named.map(|(name, _)| (*name).to_owned()).unwrap_or_default()
}

/// All words, for people.
pub fn names<T>(all: &Words<T>) -> String {
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    names.join(" or ")
}
