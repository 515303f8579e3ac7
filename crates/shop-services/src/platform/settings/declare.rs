//! Declaration of settings. A declaration yields the field of its section with its default, its key in the stored document,
//! parsing with an error that names it, serialisation, its form field with texts in both languages, and its row in the list of
//! settings.

use serde_json::Value;
use shop_core::base::Lang;
use shop_core::platform::merchant::setting::{SettingKind, SettingValue};

use super::ShopSettings;
use super::value_types::SettingType;

/// A text in Italian and in English.
pub type Words = [&'static str; 2];

/// Returns the text in a language.
pub const fn localized(words: Words, lang: Lang) -> &'static str {
    let [italian, english] = words;
    match lang {
        Lang::It => italian,
        Lang::En => english,
    }
}

/// A setting of the shop. The merchant changes it in the back office, the operator with `shop apply`.
pub struct Setting {
    pub section: &'static str,
    /// Heading, if a new part of the section starts with it.
    pub part: Option<Words>,
    /// Key in the document; a dot leads into a nested object.
    pub name: &'static str,
    /// Type and constraints.
    pub kind: SettingKind,
    pub label: Words,
    /// Help text beside it.
    pub hint: Option<Words>,
    pub(super) get: fn(&ShopSettings) -> &dyn SettingType,
    pub(super) get_mut: fn(&mut ShopSettings) -> &mut dyn SettingType,
}

/// A stored value that does not fit its setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("setting {name} = {value}: {reason}")]
pub struct SettingError {
    pub name: String,
    /// The stored value, truncated.
    pub value: String,
    /// Reason for the error.
    pub reason: String,
}

impl SettingError {
    pub(super) fn new(name: &str, value: &Value, reason: impl Into<String>) -> Self {
        let value = value.to_string().chars().take(80).collect();
        Self { name: name.to_owned(), value, reason: reason.into() }
    }
}

impl Setting {
    /// Describes the possible values for authors of a document.
    pub fn values(&self) -> String {
        values(self.kind)
    }

    /// Returns its value for a form.
    pub fn shown(&self, settings: &ShopSettings) -> SettingValue {
        (self.get)(settings).to_form_value(self.kind)
    }

    /// Sets a value that the form has validated; returns whether its type fits.
    pub(crate) fn put(&self, settings: &mut ShopSettings, value: &SettingValue) -> bool {
        (self.get_mut)(settings).put(value)
    }

    /// Parses its value from a stored document. A missing key leaves the value unchanged.
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
            // Indexing creates a missing object.
            place = &mut place[step];
        }
        *place = (self.get)(settings).to_stored();
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
        <$type as $crate::platform::settings::value_types::OfKind>::KIND
    };
    ($type:ty as $kind:expr) => {
        $kind
    };
}

/// Implements wire names and labels for the values of an enum, and declares the enum if `pub enum` is given.
macro_rules! choices {
    ($(#[$doc:meta])* pub enum $name:ident {$( $(#[$mark:meta])* $variant:ident = $word:literal [$it:literal, $en:literal], )*}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {$( #[doc = concat!($en, ".")] $(#[$mark])* $variant, )*}

        impl $name {
            /// Name in the settings document.
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
        impl $crate::platform::settings::value_types::OfKind for $name {
            const KIND: shop_core::platform::merchant::setting::SettingKind =
                shop_core::platform::merchant::setting::SettingKind::Choice(&[
                    $(shop_core::platform::merchant::setting::SettingChoice { value: $word, label: [$it, $en] },)*
                ]);
        }

        impl $crate::platform::settings::value_types::Worded for $name {
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
