//! Validates the fields of a product and collects all errors, so that they are reported together.

use std::collections::BTreeMap;

use shop_core::base::text::parse_fixed;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, FieldError};
use shop_core::catalogue::product::{Backorders, Item, PublishStatus, StockStatus};

use super::dates::{end_of, first_day, last_day, start_of};
use super::item_change::{ItemChange, RequestedStock, Typed};
use super::texts::TEXTS;
use crate::admin::messages;

/// Highest price: one million euro.
pub(super) const MAX_PRICE: Cents = Cents(100_000_000);
/// Highest stock; the lowest is its negative, for backordered pieces.
pub(super) const MAX_STOCK: i64 = 1_000_000;
/// Longest SKU, in characters.
pub(super) const MAX_SKU_CHARS: usize = 100;
/// Longest name, in characters.
pub(super) const MAX_NAME_CHARS: usize = 200;
/// Longest text, in characters.
pub(super) const MAX_TEXT_CHARS: usize = 20_000;

/// Collects invalid fields.
pub(super) struct Check {
    pub(super) prefix: String,
    pub(super) errors: Vec<FieldError>,
    pub(super) stock: Vec<RequestedStock>,
}

impl Check {
    pub(super) fn refuse(&mut self, field: &str, code: &'static str) {
        self.push(FieldError::new(field, code));
    }

    pub(super) fn push(&mut self, mut error: FieldError) {
        error.field = format!("{}{}", self.prefix, error.field);
        self.errors.push(error);
    }

    pub(super) fn text(&mut self, field: &str, typed: Option<String>, maximum: usize, into: &mut String) {
        let Some(typed) = typed else { return };
        if typed.chars().count() > maximum {
            self.push(FieldError::new(field, messages::TOO_LONG).with("maximum", maximum));
        } else {
            typed.trim().clone_into(into);
        }
    }

    pub(super) fn texts(&mut self, typed: BTreeMap<String, String>, meta: &mut BTreeMap<String, String>) {
        for (name, value) in typed {
            let field = format!("texts.{name}");
            let Some(known) = TEXTS.iter().find(|text| text.name == name) else {
                self.push(FieldError::new(field, messages::VALUE_UNKNOWN).with("value", name));
                continue;
            };
            let value = value.trim().to_owned();
            if value.is_empty() {
                meta.remove(&name);
            } else if known.measure && parse_fixed(&value, 3).is_none_or(|number| number <= 0) {
                self.refuse(&field, messages::MEASURE_INVALID);
            } else if value.chars().count() > MAX_TEXT_CHARS {
                self.push(FieldError::new(field, messages::TOO_LONG).with("maximum", MAX_TEXT_CHARS));
            } else {
                meta.insert(name, if known.measure { value.replace(',', ".") } else { value });
            }
        }
    }

    pub(super) fn item(&mut self, change: ItemChange, item: &mut Item, priced: bool) {
        if let Some(status) = self.choice("status", change.status, parse_status) {
            item.status = status;
        }
        if priced {
            self.price("regular_price", change.regular_price, &mut item.prices.regular);
            self.price("sale_price", change.sale_price, &mut item.prices.sale);
            self.day("sale_from", change.sale_from, first_day, start_of, &mut item.prices.sale_from);
            self.day("sale_to", change.sale_to, last_day, end_of, &mut item.prices.sale_to);
            self.sale_price_and_dates(item);
        } else {
            for (field, typed) in [("regular_price", change.regular_price), ("sale_price", change.sale_price)] {
                if typed.is_some_and(|typed| !typed.trim().is_empty()) {
                    self.refuse(field, messages::PRICE_NOT_HERE);
                }
            }
        }
        if let Some(managed) = change.stock_managed {
            item.stock.managed = managed;
        }
        if let Some(status) = self.choice("stock_status", change.stock_status, StockStatus::parse) {
            item.stock.status = status;
        }
        if let Some(backorders) = self.choice("backorders", change.backorders, Backorders::parse) {
            item.stock.backorders = backorders;
        }
        if let Some(typed) = change.low_stock_amount {
            if typed.is_empty() {
                item.stock.low_amount = None;
            } else if let Some(amount) = self.number("low_stock_amount", &typed, 0) {
                item.stock.low_amount = Some(amount);
            }
        }
        for (field, typed, into) in [
            ("quantity_min", change.quantity_min, &mut item.quantity.min),
            ("quantity_max", change.quantity_max, &mut item.quantity.max),
            ("quantity_step", change.quantity_step, &mut item.quantity.step),
        ] {
            let Some(typed) = typed else { continue };
            if typed.is_empty() {
                *into = None;
            } else if let Some(amount) = self.number(field, &typed, 1) {
                *into = Some(amount);
            }
        }
        let bounds = item.quantity.bounds(None);
        if bounds.max.is_some_and(|most| most < bounds.min) {
            self.refuse("quantity_max", shop_core::platform::messages::codes::QUANTITY_LIMITS_REVERSED);
        }
        if let Some(quantity) =
            change.stock_quantity.and_then(|typed| self.number("stock_quantity", &typed, -MAX_STOCK))
        {
            let field = format!("{}stock_quantity", self.prefix);
            self.stock.push(RequestedStock { id: item.id, quantity, expected: change.expected_stock_quantity, field });
        }
    }

    pub(super) fn choice<T>(
        &mut self,
        field: &str,
        typed: Option<String>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let typed = typed?;
        let value = parse(&typed);
        if value.is_none() {
            self.push(FieldError::new(field, messages::VALUE_UNKNOWN).with("value", typed));
        }
        value
    }

    pub(super) fn price(&mut self, field: &str, typed: Option<String>, into: &mut Option<Cents>) {
        let Some(typed) = typed else { return };
        if typed.trim().is_empty() {
            *into = None;
            return;
        }
        match Cents::parse(&typed) {
            None => self.refuse(field, messages::PRICE_INVALID),
            Some(price) if price < Cents::ZERO || price > MAX_PRICE => {
                self.push(FieldError::new(field, messages::PRICE_OUT_OF_RANGE).with("maximum", MAX_PRICE.to_decimal()));
            }
            Some(price) => *into = Some(price),
        }
    }

    /// Parses a date. An unchanged date retains its time, because the catalogue file may have set another hour.
    pub(super) fn day(
        &mut self,
        field: &str,
        typed: Option<String>,
        format: impl Fn(Option<UnixSeconds>) -> String,
        parse: impl Fn(&str) -> Option<UnixSeconds>,
        into: &mut Option<UnixSeconds>,
    ) {
        let Some(typed) = typed else { return };
        let typed = typed.trim();
        if typed == format(*into) {
            return;
        }
        if typed.is_empty() {
            *into = None;
            return;
        }
        match parse(typed) {
            None => self.refuse(field, messages::DATE_INVALID),
            moment => *into = moment,
        }
    }

    pub(super) fn sale_price_and_dates(&mut self, item: &Item) {
        let prices = &item.prices;
        match (prices.regular, prices.sale) {
            (None, Some(_)) => self.refuse("sale_price", messages::SALE_WITHOUT_REGULAR),
            (Some(regular), Some(sale)) if sale >= regular => self.refuse("sale_price", messages::SALE_NOT_BELOW),
            _ => {}
        }
        if let (Some(from), Some(to)) = (prices.sale_from, prices.sale_to)
            && to <= from
        {
            self.refuse("sale_to", messages::DATES_REVERSED);
        }
    }

    pub(super) fn number(&mut self, field: &str, typed: &Typed, minimum: i64) -> Option<i64> {
        match typed.number() {
            None => {
                self.refuse(field, messages::QUANTITY_INVALID);
                None
            }
            Some(number) if (minimum..=MAX_STOCK).contains(&number) => Some(number),
            Some(_) => {
                let error = FieldError::new(field, messages::QUANTITY_OUT_OF_RANGE);
                self.push(error.with("minimum", minimum).with("maximum", MAX_STOCK));
                None
            }
        }
    }
}
/// Parses a status that the form can set; moving to the bin is an action of its own.
fn parse_status(text: &str) -> Option<PublishStatus> {
    PublishStatus::parse(text).filter(|status| *status != PublishStatus::Trash)
}
