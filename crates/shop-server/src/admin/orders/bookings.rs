//! Booked time slots by day, with the people who booked.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, end_of_day, local_day, moment, name_of_day, start_of_day};
use shop_core::base::{FieldError, ProductId};
use shop_core::platform::words::file_texts;
use shop_services::Context;
use shop_services::catalogue::Catalogue;
use shop_services::orders::bookings::Bookings;
use shop_services::orders::status_label;
use shop_services::ports::{BookedPlaces, BookingFilter};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Problem, QueryParams, Refusal};
use crate::admin::query::parse_optional_choice;
use crate::platform::csv;

/// Days shown by default: two weeks.
const DAYS: i64 = 14;
/// Longest period of a list, in days: a year.
const MAX_DAYS: i64 = 366;
/// Most bookings in a list or CSV file, which is built in memory.
const MAX_BOOKINGS: usize = 5000;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct BookingsQuery {
    /// First day in the time zone of Rome, as 2026-12-31; defaults to today.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in the time zone of Rome; defaults to two weeks after the first.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Product id; any if empty.
    product: Option<String>,
}

/// Booked time slots of a period.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookingList {
    from: String,
    to: String,
    slots: Vec<BookedSlot>,
    /// Products that can be booked.
    products: Vec<BookableProduct>,
}

/// A bookable product.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookableProduct {
    id: i64,
    name: String,
}

/// A booked time slot.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookedSlot {
    product_id: i64,
    product: String,
    /// Unix time in seconds.
    starts_at: i64,
    /// Number of people who booked.
    booked: i64,
    /// Number of people the slot has room for.
    capacity: i64,
    bookings: Vec<BookingRow>,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct BookingRow {
    order_id: i64,
    status: String,
    name: String,
    email: String,
    persons: i64,
}

/// Lists booked time slots, earliest first.
#[utoipa::path(get, path = "/api/admin/bookings", params(BookingsQuery),
    responses((status = 200, body = BookingList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(bookings): State<Bookings>,
    _staff: Staff,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> Result<Json<BookingList>, Refusal> {
    let catalogue = context.catalogue().await?;
    let days = parse_period(&query, local_day(context.now()))?;
    let found = found(&bookings, &query, days).await?;
    let bookable = catalogue.products().iter().filter(|product| product.purchase.booking.is_some());
    let mut products: Vec<BookableProduct> =
        bookable.map(|one| BookableProduct { id: one.item.id.0, name: one.item.name.clone() }).collect();
    products.sort_by_key(|one| shop_core::base::text::fold(&one.name));
    let slots = group_by_slot(found, &catalogue);
    Ok(Json(BookingList { from: name_of_day(days.0), to: name_of_day(days.1), slots, products }))
}

/// Exports the bookings of a period as CSV, one row per booking.
#[utoipa::path(get, path = "/api/admin/bookings/export", params(BookingsQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(bookings): State<Bookings>,
    _staff: Staff,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> Result<Response, Refusal> {
    let days = parse_period(&query, local_day(context.now()))?;
    let found = found(&bookings, &query, days).await?;
    let lang = context.settings().await?.lang();
    let row = |one: BookedPlaces| {
        vec![
            one.product,
            moment(one.places.starts_at, lang),
            one.order_id.to_string(),
            status_label(one.status, lang).to_owned(),
            one.name.trim().to_owned(),
            one.email,
            one.places.persons.to_string(),
        ]
    };
    let name = format!("prenotazioni-{}.csv", name_of_day(days.0));
    Ok(csv::answer(&name, csv::file(file_texts::bookings(lang), found.into_iter().map(row))))
}

/// Returns the first and last day of a query.
fn parse_period(query: &BookingsQuery, today: i64) -> Result<(i64, i64), Refusal> {
    let day = |field: &'static str, text: &Option<String>| match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            day_named(text).map(Some).ok_or_else(|| Refusal::field(FieldError::new(field, messages::DATE_INVALID)))
        }
    };
    let from = day("from", &query.from)?.unwrap_or(today);
    let to = day("to", &query.to)?.unwrap_or(from + DAYS - 1);
    if to < from {
        return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
    }
    if to - from >= MAX_DAYS {
        return Err(Refusal::field(FieldError::new("to", messages::DAYS_TOO_MANY).with("maximum", MAX_DAYS)));
    }
    Ok((from, to))
}

async fn found(
    bookings: &Bookings,
    query: &BookingsQuery,
    (from, to): (i64, i64),
) -> Result<Vec<BookedPlaces>, Refusal> {
    let number = |text: &str| text.parse().ok().map(ProductId);
    let product_id = parse_optional_choice("product", query.product.as_deref(), number)?;
    let filter = BookingFilter { from: start_of_day(from), until: end_of_day(to), product_id, limit: MAX_BOOKINGS + 1 };
    let found = bookings.booked(&filter).await?;
    if found.len() > MAX_BOOKINGS {
        return Err(Refusal::too_large(&MAX_BOOKINGS));
    }
    Ok(found)
}

/// Groups bookings by time slot. The capacity is that of the product's current booking rules, or of the first booking listed if
/// the product can no longer be booked.
fn group_by_slot(found: Vec<BookedPlaces>, catalogue: &Catalogue) -> Vec<BookedSlot> {
    let mut out: Vec<BookedSlot> = Vec::new();
    for one in found {
        let row = BookingRow {
            order_id: one.order_id.0,
            status: one.status.as_str().into(),
            name: one.name.trim().to_owned(),
            email: one.email,
            persons: one.places.persons,
        };
        let (product, starts_at) = (one.places.product_id, one.places.starts_at);
        let same = |slot: &&mut BookedSlot| slot.product_id == product.0 && slot.starts_at == starts_at;
        if let Some(slot) = out.last_mut().filter(same) {
            slot.booked += row.persons;
            slot.bookings.push(row);
            continue;
        }
        let offer = catalogue.product(product).and_then(|product| product.purchase.booking.as_ref());
        out.push(BookedSlot {
            product_id: product.0,
            product: one.product,
            starts_at,
            booked: row.persons,
            capacity: offer.map_or(one.places.capacity, |offer| offer.capacity),
            bookings: vec![row],
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(from: &str, to: &str) -> BookingsQuery {
        BookingsQuery { from: Some(from.to_owned()), to: Some(to.to_owned()), product: None }
    }

    #[test]
    fn two_weeks_from_today_are_the_default_period() {
        assert_eq!(parse_period(&query("", ""), 20_000).unwrap(), (20_000, 20_013));
        assert_eq!(parse_period(&query("2026-03-01", "2026-03-01"), 0).unwrap().0, day_named("2026-03-01").unwrap());
    }

    #[test]
    fn refused_days_are_named() {
        for (query, field) in [
            (query("1/3/2026", ""), "from"),
            (query("", "2026-02-30"), "to"),
            (query("2026-03-02", "2026-03-01"), "to"),
            (query("2026-01-01", "2027-06-01"), "to"),
        ] {
            let refusal = parse_period(&query, 0).unwrap_err();
            assert_eq!(refusal.errors.first().map(|error| error.field.as_str()), Some(field));
        }
    }
}
