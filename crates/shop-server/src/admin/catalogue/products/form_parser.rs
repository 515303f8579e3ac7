//! Reads the fields of a form and collects their errors.

use shop_core::base::text::parse_fixed;
use shop_core::base::{Cents, FieldError};
use shop_core::catalogue::purchase::add_on_price::AddOn;

use crate::admin::messages;

/// Parses form texts and collects the invalid fields.
#[derive(Default)]
pub(super) struct FormParser {
    pub(super) errors: Vec<FieldError>,
}

impl FormParser {
    pub(super) fn refuse(&mut self, field: &str, code: &'static str) {
        self.errors.push(FieldError::new(field, code));
    }

    /// Rejects a word that is not among the choices.
    pub(super) fn refuse_choice(&mut self, field: &str, word: &str) {
        self.errors.push(FieldError::new(field, messages::VALUE_UNKNOWN).with("value", word));
    }

    /// Parses a whole number; an empty text yields `empty`.
    pub(super) fn number(&mut self, field: &str, text: &str, empty: i64) -> i64 {
        match text.trim() {
            "" => empty,
            text => text.parse().unwrap_or_else(|_| {
                self.refuse(field, messages::QUANTITY_INVALID);
                empty
            }),
        }
    }

    pub(super) fn cents(&mut self, field: &str, text: &str) -> Cents {
        match text.trim() {
            "" => Cents::ZERO,
            text => Cents::parse(text).unwrap_or_else(|| {
                self.refuse(field, messages::PRICE_INVALID);
                Cents::ZERO
            }),
        }
    }

    /// Parses a percentage in hundredths of a per cent.
    pub(super) fn hundredths(&mut self, field: &str, text: &str) -> i64 {
        parse_fixed(text.trim(), 2).unwrap_or_else(|| {
            self.refuse(field, messages::PRICE_INVALID);
            0
        })
    }

    pub(super) fn price(&mut self, field: &str, kind: &str, text: &str) -> Option<AddOn> {
        match kind {
            "" | "none" => None,
            "flat" => Some(AddOn::Flat { cents: self.cents(field, text) }),
            "per_piece" => Some(AddOn::PerPiece { cents: self.cents(field, text) }),
            "percent" => Some(AddOn::Percent { hundredths: self.hundredths(field, text) }),
            other => {
                self.refuse_choice(&format!("{field}_kind"), other);
                None
            }
        }
    }
}
