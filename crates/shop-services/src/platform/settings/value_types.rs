//! Types that a setting can have: how each is stored, and how it is converted to and from a form value.

use serde_json::Value;
use shop_core::base::Cents;
use shop_core::checkout::address::country::CountryCode;
use shop_core::checkout::extra_field::ExtraFieldKind;
use shop_core::checkout::form::FieldLocation;
use shop_core::platform::merchant::setting::{ExtraFieldForm, SettingKind, SettingValue, typed_cents};

use super::ExtraField;

/// Default kind of a setting of this type.
pub(crate) trait OfKind {
    const KIND: SettingKind;
}

/// A value of a setting.
pub(crate) trait SettingType {
    /// Converts it for a form.
    fn to_form_value(&self, kind: SettingKind) -> SettingValue;

    /// Sets a value that the form has validated; returns whether its type fits.
    fn put(&mut self, value: &SettingValue) -> bool;

    /// Parses a stored value; returns whether it fits the kind.
    fn read(&mut self, stored: &Value, kind: SettingKind) -> bool;

    /// Serialises it for storage.
    fn to_stored(&self) -> Value;
}

/// An enum with a wire name for each value.
pub(crate) trait Worded: Sized {
    fn word(&self) -> &'static str;
    fn of_word(word: &str) -> Option<Self>;
}

/// Assigns a value, if there is one; returns whether there was.
fn take<T>(place: &mut T, value: Option<T>) -> bool {
    value.map(|value| *place = value).is_some()
}

fn text(value: &SettingValue) -> Option<&str> {
    if let SettingValue::Text(text) = value { Some(text) } else { None }
}

/// Returns the code if it is an existing country's.
fn country(code: &str) -> Option<String> {
    CountryCode::parse(code).map(|code| code.as_str().to_owned())
}

impl<T: Worded> SettingType for T {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Text(self.word().into())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        take(self, text(value).and_then(T::of_word))
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        take(self, stored.as_str().and_then(T::of_word))
    }

    fn to_stored(&self) -> Value {
        self.word().into()
    }
}

impl OfKind for bool {
    const KIND: SettingKind = SettingKind::Flag;
}

impl SettingType for bool {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Flag(*self)
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        let SettingValue::Flag(flag) = value else { return false };
        take(self, Some(*flag))
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        let read = match stored {
            Value::Bool(flag) => Some(*flag),
            // WooCommerce writes booleans as these words.
            Value::String(word) => match word.as_str() {
                "yes" => Some(true),
                "" | "no" => Some(false),
                _ => None,
            },
            _ => None,
        };
        take(self, read)
    }

    fn to_stored(&self) -> Value {
        (*self).into()
    }
}

/// Returns a number if it is within the bounds of its kind.
fn bounded(stored: &Value, kind: SettingKind) -> Option<i64> {
    stored.as_i64().filter(|number| match kind {
        SettingKind::Number { minimum, maximum } | SettingKind::Money { minimum, maximum } => {
            (minimum..=maximum).contains(number)
        }
        _ => *number >= 0,
    })
}

impl SettingType for i64 {
    fn to_form_value(&self, kind: SettingKind) -> SettingValue {
        let none = matches!(kind, SettingKind::Product) && *self == 0;
        SettingValue::Text(if none { String::new() } else { self.to_string() })
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        take(self, text(value).and_then(|text| text.parse().ok()))
    }

    fn read(&mut self, stored: &Value, kind: SettingKind) -> bool {
        take(self, bounded(stored, kind))
    }

    fn to_stored(&self) -> Value {
        (*self).into()
    }
}

impl SettingType for Cents {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Text(typed_cents(*self))
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        take(self, text(value).and_then(Self::parse))
    }

    fn read(&mut self, stored: &Value, kind: SettingKind) -> bool {
        take(self, bounded(stored, kind).map(Self))
    }

    fn to_stored(&self) -> Value {
        self.0.into()
    }
}

impl OfKind for String {
    const KIND: SettingKind = SettingKind::Line { maximum: 200, required: false };
}

impl SettingType for String {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Text(self.clone())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        take(self, text(value).map(str::to_owned))
    }

    fn read(&mut self, stored: &Value, kind: SettingKind) -> bool {
        let read = |text: &str| if kind == SettingKind::Country { country(text) } else { Some(text.to_owned()) };
        take(self, stored.as_str().and_then(read))
    }

    fn to_stored(&self) -> Value {
        self.as_str().into()
    }
}

impl OfKind for Option<String> {
    const KIND: SettingKind = SettingKind::Page;
}

impl SettingType for Option<String> {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::Text(self.clone().unwrap_or_default())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        take(self, text(value).map(|text| (!text.is_empty()).then(|| text.to_owned())))
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        take(self, serde_json::from_value(stored.clone()).ok())
    }

    fn to_stored(&self) -> Value {
        self.clone().into()
    }
}

impl OfKind for Vec<String> {
    const KIND: SettingKind = SettingKind::Countries;
}

impl SettingType for Vec<String> {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        SettingValue::List(self.clone())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        let SettingValue::List(list) = value else { return false };
        take(self, Some(list.clone()))
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        let read = |codes: &Vec<Value>| codes.iter().map(|code| code.as_str().and_then(country)).collect();
        take(self, stored.as_array().and_then(read))
    }

    fn to_stored(&self) -> Value {
        self.clone().into()
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

impl OfKind for Vec<ExtraField> {
    const KIND: SettingKind = SettingKind::ExtraFields;
}

impl SettingType for Vec<ExtraField> {
    fn to_form_value(&self, _: SettingKind) -> SettingValue {
        let form = |one: &ExtraField| ExtraFieldForm {
            name: one.name.clone(),
            label: one.label.clone(),
            label_en: one.label_en.clone(),
            location: one.location.as_str().into(),
            required: one.required,
            kind: one.kind.as_str().into(),
            options: one.options.join("\n"),
            options_en: one.options_en.join("\n"),
        };
        SettingValue::Fields(self.iter().map(form).collect())
    }

    fn put(&mut self, value: &SettingValue) -> bool {
        let SettingValue::Fields(list) = value else { return false };
        let field = |one: &ExtraFieldForm| {
            let location = FieldLocation::ALL.into_iter().find(|own| own.as_str() == one.location)?;
            Some(ExtraField {
                name: one.name.clone(),
                label: one.label.clone(),
                label_en: one.label_en.clone(),
                location,
                required: one.required,
                kind: ExtraFieldKind::parse(&one.kind)?,
                options: lines(&one.options),
                options_en: lines(&one.options_en),
            })
        };
        take(self, list.iter().map(field).collect())
    }

    fn read(&mut self, stored: &Value, _: SettingKind) -> bool {
        take(self, serde_json::from_value(stored.clone()).ok())
    }

    fn to_stored(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
