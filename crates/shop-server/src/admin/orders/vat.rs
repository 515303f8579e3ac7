//! VAT by rate, for an order and for a period, also as CSV.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, local_day, name_of_day};
use shop_core::base::format::decimal;
use shop_core::base::time::civil;
use shop_core::base::{Cents, FieldError, Lang};
use shop_core::orders::document::vat::VatRow;
use shop_core::platform::words::file_texts;
use shop_services::Context;
use shop_services::orders::documents::{Documents, VatReport};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::messages;
use crate::admin::problem::{Problem, QueryParams, Refusal};
use crate::platform::csv;

/// Longest period of a report, in days: a leap year.
const MAX_DAYS: i64 = 366;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct VatQuery {
    /// First day in the time zone of Rome, as 2026-12-31; defaults to the first of this month.
    from: Option<String>,
    /// Last day in the time zone of Rome; defaults to today.
    to: Option<String>,
}

/// Amounts of a tax rate.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatSum {
    /// "22%"; empty if not taxed.
    rate: String,
    /// Name of the tax.
    name: String,
    net_cents: Cents,
    tax_cents: Cents,
}

/// VAT by rate, highest rate first, untaxed amounts last.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatSums {
    charged: Vec<VatSum>,
    refunded: Vec<VatSum>,
    /// Amounts charged less refunded.
    left: Vec<VatSum>,
    /// Total of `left` over all rates.
    total: VatTotal,
}

/// Total over all rates.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatTotal {
    net_cents: Cents,
    tax_cents: Cents,
}

/// VAT of a period: of paid orders on the day they were placed, less refunds on the day they were booked.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct VatOfDays {
    from: String,
    to: String,
    #[serde(flatten)]
    sums: VatSums,
}

impl VatSums {
    pub(in crate::admin) fn from_report(report: &VatReport) -> Self {
        let rows = |rows: &[VatRow]| rows.iter().map(sum).collect();
        let all = |of: fn(&VatRow) -> Cents| report.left.iter().map(of).sum();
        Self {
            charged: rows(&report.charged),
            refunded: rows(&report.refunded),
            left: rows(&report.left),
            total: VatTotal { net_cents: all(|row| row.net), tax_cents: all(|row| row.tax) },
        }
    }
}

fn sum(row: &VatRow) -> VatSum {
    VatSum { rate: row.rate.clone(), name: row.name.clone(), net_cents: row.net, tax_cents: row.tax }
}

/// Reports the VAT of a period by rate.
#[utoipa::path(get, path = "/api/admin/vat", params(VatQuery),
    responses((status = 200, body = VatOfDays), (status = 422, body = Problem)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    State(documents): State<Documents>,
    _staff: Staff,
    QueryParams(query): QueryParams<VatQuery>,
) -> Result<Json<VatOfDays>, Refusal> {
    let (first, last) = parse_period([&query.from, &query.to], local_day(context.now()))?;
    let report = documents.vat_of_days(first, last).await?;
    Ok(Json(VatOfDays { from: name_of_day(first), to: name_of_day(last), sums: VatSums::from_report(&report) }))
}

/// Exports the report as CSV, with rows per rate for the amounts charged, refunded and left.
#[utoipa::path(get, path = "/api/admin/vat/export", params(VatQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(documents): State<Documents>,
    _staff: Staff,
    QueryParams(query): QueryParams<VatQuery>,
) -> Result<Response, Refusal> {
    let (first, last) = parse_period([&query.from, &query.to], local_day(context.now()))?;
    let report = documents.vat_of_days(first, last).await?;
    let lang = context.settings().await?.lang();
    let name = format!("iva-{}-{}.csv", name_of_day(first), name_of_day(last));
    Ok(csv::answer(&name, file(&report, lang)))
}

fn file(report: &VatReport, lang: Lang) -> String {
    let parts = [
        (file_texts::vat_charged(lang), &report.charged),
        (file_texts::vat_refunded(lang), &report.refunded),
        (file_texts::vat_left(lang), &report.left),
    ];
    let amount = |cents: Cents| decimal(&cents.to_decimal(), lang);
    let rows = parts.into_iter().flat_map(|(words, rows)| rows.iter().map(move |row| (words, row)));
    let cells = |(words, row): (&str, &VatRow)| {
        let rate = if row.rate.is_empty() { file_texts::vat_none(lang) } else { &row.rate };
        let sums = [row.net, row.tax, row.net + row.tax].map(amount);
        [words.to_owned(), rate.to_owned(), row.name.clone()].into_iter().chain(sums).collect()
    };
    csv::file(file_texts::vat(lang), rows.map(cells))
}

/// Returns the first and last day of a report; defaults to this month until today.
pub(in crate::admin) fn parse_period([from, to]: [&Option<String>; 2], today: i64) -> Result<(i64, i64), Refusal> {
    let day = |field: &'static str, text: &Option<String>| match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            day_named(text).map(Some).ok_or_else(|| Refusal::field(FieldError::new(field, messages::DATE_INVALID)))
        }
    };
    let (_, _, day_of_month) = civil(today);
    let to = day("to", to)?;
    let from = day("from", from)?.unwrap_or(today - day_of_month + 1);
    let to = to.unwrap_or(today.max(from));
    if to < from {
        return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
    }
    if to - from >= MAX_DAYS {
        return Err(Refusal::field(FieldError::new("to", messages::DAYS_TOO_MANY).with("maximum", MAX_DAYS)));
    }
    Ok((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(from: &str, to: &str, today: i64) -> Result<(i64, i64), Refusal> {
        parse_period([&Some(from.to_owned()), &Some(to.to_owned())], today)
    }

    #[test]
    fn this_month_is_the_default_period() {
        let day = |text: &str| day_named(text).unwrap();
        let today = day("2026-11-24");
        assert_eq!(period("", "", today).unwrap(), (day("2026-11-01"), today));
        assert_eq!(period("2026-12-01", "", today).unwrap(), (day("2026-12-01"), day("2026-12-01")));
        assert_eq!(period("2024-01-01", "2024-12-31", today).unwrap(), (day("2024-01-01"), day("2024-12-31")));
    }

    #[test]
    fn refused_days_are_named() {
        for (from, to, field) in [
            ("1/3/2026", "", "from"),
            ("", "2026-02-30", "to"),
            ("2026-03-02", "2026-03-01", "to"),
            ("2025-01-01", "2026-01-02", "to"),
        ] {
            let refusal = period(from, to, day_named("2026-03-05").unwrap()).unwrap_err();
            assert_eq!(refusal.errors.first().map(|error| error.field.as_str()), Some(field));
        }
    }

    #[test]
    fn the_file_has_a_row_for_each_rate_of_each_sum() {
        let row =
            |rate: &str, net, tax| VatRow { rate: rate.into(), net: Cents(net), tax: Cents(tax), name: "IVA".into() };
        let report = VatReport {
            charged: vec![row("22%", 1000, 220), row("", 500, 0)],
            refunded: vec![row("22%", 100, 22)],
            left: vec![row("22%", 900, 198), row("", 500, 0)],
        };
        let text = file(&report, Lang::It);
        let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(rows[0], "voce;aliquota;imposta di;imponibile;imposta;totale");
        assert_eq!(rows[2], "addebitato;senza IVA;IVA;5,00;0,00;5,00");
        assert_eq!(rows[3], "rimborsato;22%;IVA;1,00;0,22;1,22");
        assert_eq!((rows.len(), rows[4]), (6, "resta;22%;IVA;9,00;1,98;10,98"));
    }
}
