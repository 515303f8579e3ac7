//! How a setting is declared, and what its declaration gives: the field of its section with its default, its key in the
//! stored document, its reading with an error that names it, its writing, its form with words in both languages, and its row
//! in the list of settings.

use serde_json::Value;
use shop_core::base::Lang;
use shop_core::platform::merchant::setting::{SettingKind, SettingValue};

use super::ShopSettings;
use super::held::Held;

/// A sentence in Italian and in English.
pub type Words = [&'static str; 2];

/// The sentence in a language.
pub const fn said(words: Words, lang: Lang) -> &'static str {
    let [italian, english] = words;
    match lang {
        Lang::It => italian,
        Lang::En => english,
    }
}

/// One setting of the shop. The merchant changes it in the back office, the operator by `shop apply`.
pub struct Setting {
    /// Section of the back office.
    pub section: &'static str,
    /// Heading of the part of its section that begins with it.
    pub part: Option<Words>,
    /// Name in the document; a dot leads into a part of it.
    pub name: &'static str,
    /// What it holds.
    pub kind: SettingKind,
    /// What it is called.
    pub label: Words,
    /// What is told beside it.
    pub hint: Option<Words>,
    pub(super) get: fn(&ShopSettings) -> &dyn Held,
    pub(super) get_mut: fn(&mut ShopSettings) -> &mut dyn Held,
}

/// A stored value that is not what its setting holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("setting {name} = {value}: {reason}")]
pub struct SettingError {
    pub name: String,
    /// What stands there, cut.
    pub value: String,
    /// Why it cannot.
    pub reason: String,
}

impl SettingError {
    pub(super) fn new(name: &str, value: &Value, reason: impl Into<String>) -> Self {
        let value = value.to_string().chars().take(80).collect();
        Self { name: name.to_owned(), value, reason: reason.into() }
    }
}

impl Setting {
    /// What it can be, in words for who writes a document.
    pub fn values(&self) -> String {
        values(self.kind)
    }

    /// Its value, as a form shows it.
    pub fn shown(&self, settings: &ShopSettings) -> SettingValue {
        (self.get)(settings).shown(self.kind)
    }

    /// Takes a value that the form's check has let through; whether it is one of this setting.
    pub(crate) fn put(&self, settings: &mut ShopSettings, value: &SettingValue) -> bool {
        (self.get_mut)(settings).put(value)
    }

    /// Reads its value from a stored document. What is not in there stays as it is.
    pub(super) fn read(&self, settings: &mut ShopSettings, document: &Value) -> Result<(), SettingError> {
        let mut found = document;
        for step in self.name.split('.') {
            let Some(part) = found.as_object() else {
                return Err(SettingError::new(self.name, found, "must be an object"));
            };
            let Some(next) = part.get(step) else { return Ok(()) };
            found = next;
        }
        let read = (self.get_mut)(settings).read(found, self.kind);
        if read { Ok(()) } else { Err(SettingError::new(self.name, found, format!("must be {}", self.values()))) }
    }

    /// Writes its value into a document.
    pub(super) fn write(&self, settings: &ShopSettings, document: &mut Value) {
        let mut place = document;
        for step in self.name.split('.') {
            // A place that is not there yet becomes an object by being asked.
            place = &mut place[step];
        }
        *place = (self.get)(settings).written();
    }
}

fn values(kind: SettingKind) -> String {
    match kind {
        SettingKind::Flag => "true or false".into(),
        SettingKind::Choice(choices) => {
            choices.iter().map(|one| format!("{:?}", one.value)).collect::<Vec<_>>().join(" or ")
        }
        SettingKind::Number { minimum, maximum } | SettingKind::Money { minimum, maximum } => {
            format!("a whole number from {minimum} to {maximum}")
        }
        SettingKind::Product => "the number of a product".into(),
        SettingKind::Country => "the code of a country".into(),
        SettingKind::Countries => "a list of codes of countries".into(),
        SettingKind::ExtraFields => "a list of fields".into(),
        _ => "a text".into(),
    }
}

/// Declares a section: a struct of [`ShopSettings`] with its defaults, and the list of its settings.
///
/// ```text
/// settings! {
///     FIELD: STRUCT in "SECTION OF THE BACK OFFICE" {
///         [part ITALIAN, ENGLISH]
///         NAME: TYPE [= DEFAULT], "KEY" [as KIND], [ITALIAN, ENGLISH] [, hint [ITALIAN, ENGLISH]];
///     }
/// }
/// ```
macro_rules! settings {
    ($(#[$doc:meta])* $group:ident: $struct:ident in $section:literal {$(
        $([part $part_it:literal, $part_en:literal])?
        $(#[$note:meta])*
        $name:ident: $type:ty $(= $default:expr)?, $key:literal $(as $kind:expr)?, [$it:literal, $en:literal] $(, hint $hint:tt)?;
    )*}) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $struct {$(
            #[doc = concat!($en, ".")]
            $(#[doc = ""] #[$note])*
            pub $name: $type,
        )*}

        impl Default for $struct {
            fn default() -> Self {
                Self {$( $name: $crate::platform::settings::declare::or_default!($($default)?), )*}
            }
        }

        impl $struct {
            pub(in crate::platform::settings) const SETTINGS: &[$crate::platform::settings::declare::Setting] = &[$(
                $crate::platform::settings::declare::Setting {
                    section: $section,
                    part: $crate::platform::settings::declare::optional!($([$part_it, $part_en])?),
                    name: $key,
                    kind: $crate::platform::settings::declare::kind!($type $(as $kind)?),
                    label: [$it, $en],
                    hint: $crate::platform::settings::declare::optional!($($hint)?),
                    get: |settings| &settings.$group.$name,
                    get_mut: |settings| &mut settings.$group.$name,
                },
            )*];
        }
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! or_default {
    () => {
        Default::default()
    };
    ($value:expr) => {
        $value
    };
}

macro_rules! kind {
    ($type:ty) => {
        <$type as $crate::platform::settings::held::OfKind>::KIND
    };
    ($type:ty as $kind:expr) => {
        $kind
    };
}

/// Gives the values of a list their words on the wire and in the form, and declares the list where `pub enum` says so.
macro_rules! choices {
    ($(#[$doc:meta])* pub enum $name:ident {$( $(#[$mark:meta])* $variant:ident = $word:literal [$it:literal, $en:literal], )*}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {$( #[doc = concat!($en, ".")] $(#[$mark])* $variant, )*}

        impl $name {
            /// Its word in the settings.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::platform::settings::declare::choices! { $name {$( $variant = $word [$it, $en], )*} }
    };
    ($name:ident {$( $variant:ident = $word:literal [$it:literal, $en:literal], )*}) => {
        impl $crate::platform::settings::held::OfKind for $name {
            const KIND: shop_core::platform::merchant::setting::SettingKind =
                shop_core::platform::merchant::setting::SettingKind::Choice(&[
                    $(shop_core::platform::merchant::setting::SettingChoice { value: $word, label: [$it, $en] },)*
                ]);
        }

        impl $crate::platform::settings::held::Worded for $name {
            fn word(&self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            fn of_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

pub(in crate::platform::settings) use {choices, kind, optional, or_default, settings};
