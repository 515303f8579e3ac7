//! Fields of the product form, each declared in one line with its conversion in both directions.

use std::collections::BTreeMap;

use shop_core::base::text::{format_fixed, parse_fixed};
use shop_core::base::{CategoryId, FieldError, ProductId, TagId};
use shop_core::catalogue::product::{TaxStatus, Visibility};
use shop_core::platform::input::is_slug;
use shop_core::platform::messages::codes;

use super::check::Check;

/// Largest measure, in thousandths of the unit.
const MAX_MEASURE: i64 = 1_000_000_000;
/// Most categories, tags or linked products.
const MAX_LINKS: usize = 100;

/// A kind of form field for a value `T` of the product.
pub(super) trait Field<T> {
    /// Type of the field in JSON.
    type Sent;

    /// Converts the value for the form.
    fn to_form(&self, value: &T) -> Self::Sent;

    /// Parses the entered value and stores it in `value`; an invalid one is reported and leaves `value` as it was.
    fn parse_into(&self, check: &mut Check, field: &str, typed: Self::Sent, value: &mut T);
}

/// Declares the fields of a form twice: as they are returned, and as changes whose omitted fields stay as they are.
macro_rules! fields {
    (
        $(#[$view_doc:meta])* view $view:ident
        $(#[$change_doc:meta])* change $change:ident
        of $thing:ident: $type:ty {
            $($(#[$doc:meta])* $field:ident: $sent:ty = $kind:expr, $place:expr;)*
        }
    ) => {
        $(#[$view_doc])*
        #[derive(serde::Serialize, utoipa::ToSchema)]
        pub(in crate::admin) struct $view { $($(#[$doc])* $field: $sent,)* }

        $(#[$change_doc])*
        #[derive(Clone, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
        #[serde(default, deny_unknown_fields)]
        pub(in crate::admin) struct $change { $($(#[$doc])* pub(super) $field: Option<$sent>,)* }

        impl $view {
            pub(super) fn from_model($thing: &$type) -> Self {
                Self { $($field: $kind.to_form(&$place),)* }
            }
        }

        impl $change {
            fn apply_fields(self, check: &mut Check, $thing: &mut $type) {
                $(if let Some(typed) = self.$field {
                    $kind.parse_into(check, stringify!($field), typed, &mut $place);
                })*
            }
        }
    };
}
pub(super) use fields;

/// A text with a maximum length in characters.
pub(super) struct Text(pub(super) usize);

impl Field<String> for Text {
    type Sent = String;

    fn to_form(&self, value: &String) -> String {
        value.clone()
    }

    fn parse_into(&self, check: &mut Check, field: &str, typed: String, value: &mut String) {
        check.text(field, Some(typed), self.0, value);
    }
}

/// A part of a URL.
pub(super) struct Slug {
    pub(super) may_be_empty: bool,
}

impl Field<String> for Slug {
    type Sent = String;

    fn to_form(&self, value: &String) -> String {
        value.clone()
    }

    fn parse_into(&self, check: &mut Check, field: &str, typed: String, value: &mut String) {
        let slug = typed.trim();
        if is_slug(slug) || (self.may_be_empty && slug.is_empty()) {
            slug.clone_into(value);
        } else {
            check.refuse(field, codes::OFFICE_SLUG_INVALID);
        }
    }
}

/// One of a set of names.
pub(super) struct Choice;

macro_rules! choices {
    ($($name:ident),*) => {
        $(impl Field<$name> for Choice {
            type Sent = String;

            fn to_form(&self, value: &$name) -> String {
                value.as_str().to_owned()
            }

            fn parse_into(&self, check: &mut Check, field: &str, typed: String, value: &mut $name) {
                *value = check.choice(field, Some(typed), $name::parse).unwrap_or(*value);
            }
        })*
    };
}

choices!(TaxStatus, Visibility);

pub(super) struct Flag;

impl Field<bool> for Flag {
    type Sent = bool;

    fn to_form(&self, value: &bool) -> bool {
        *value
    }

    fn parse_into(&self, _: &mut Check, _: &str, typed: bool, value: &mut bool) {
        *value = typed;
    }
}

/// A named flag among the product's metadata.
pub(super) struct Mark(pub(super) &'static str);

impl Field<BTreeMap<String, String>> for Mark {
    type Sent = bool;

    fn to_form(&self, value: &BTreeMap<String, String>) -> bool {
        value.get(self.0).is_some_and(|mark| mark == "1")
    }

    fn parse_into(&self, _: &mut Check, _: &str, typed: bool, value: &mut BTreeMap<String, String>) {
        if typed {
            value.insert(self.0.to_owned(), "1".to_owned());
        } else {
            value.remove(self.0);
        }
    }
}

/// A measure in the shop's unit; an empty one is removed.
pub(super) struct Measure;

impl Field<Option<i64>> for Measure {
    type Sent = String;

    fn to_form(&self, value: &Option<i64>) -> String {
        value.map(|milli| format_fixed(milli, 3)).unwrap_or_default()
    }

    fn parse_into(&self, check: &mut Check, field: &str, typed: String, value: &mut Option<i64>) {
        *value = parse_fixed(typed.trim(), 3).filter(|milli| (0..=MAX_MEASURE).contains(milli));
        if value.is_none() && !typed.trim().is_empty() {
            check.refuse(field, codes::OFFICE_MEASURE_INVALID);
        }
    }
}

/// Ids of other records, each once.
pub(super) struct Links;

macro_rules! links {
    ($($id:ident),*) => {
        $(impl Field<Vec<$id>> for Links {
            type Sent = Vec<i64>;

            fn to_form(&self, value: &Vec<$id>) -> Vec<i64> {
                value.iter().map(|id| id.0).collect()
            }

            fn parse_into(&self, check: &mut Check, field: &str, typed: Vec<i64>, value: &mut Vec<$id>) {
                if typed.len() > MAX_LINKS {
                    check.push(FieldError::new(field, codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINKS));
                    return;
                }
                let mut known = std::collections::BTreeSet::new();
                *value = typed.into_iter().filter(|id| known.insert(*id)).map($id).collect();
            }
        })*
    };
}

links!(CategoryId, TagId, ProductId);
