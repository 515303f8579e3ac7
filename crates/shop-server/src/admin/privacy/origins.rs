//! Attribution of orders: of one order, and totals by source and campaign.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{local_day, moment, name_of_day};
use shop_core::base::format::decimal;
use shop_core::base::time::seconds_of_moment;
use shop_core::base::{Cents, Half, Lang, round_div};
use shop_core::platform::words::file_texts;
use shop_core::privacy::attribution::{AttributionFields, origin_label};
use shop_services::Context;
use shop_services::platform::dashboard::Reports;
use shop_services::ports::OriginSum;
use shop_services::records::OrderContent;
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::orders::vat::parse_period;
use crate::admin::problem::{Problem, QueryParams, Refusal, language};
use crate::admin::query::{PER_PAGE, page_count, page_number};
use crate::platform::csv;

/// Most rows of a CSV file, which is built in memory.
const MAX_EXPORT_ROWS: u64 = 20_000;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct OriginsQuery {
    /// First day in the time zone of Rome, as 2026-12-31; defaults to the first of this month.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in the time zone of Rome; defaults to today.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Counted from 1.
    #[serde(deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// Paid orders of a period by source and campaign, highest revenue first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OriginReport {
    from: String,
    to: String,
    origins: Vec<OriginRow>,
    /// Total over all origins.
    sum: OrdersSum,
    total: u64,
    page: u64,
    pages: u64,
}

/// Orders from one source and campaign.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OriginRow {
    /// Label: "Ricerca: google".
    label: String,
    /// `utm`, `organic`, `referral`, `typein` or `renewal`; empty if unknown.
    kind: String,
    source: String,
    medium: String,
    campaign: String,
    #[serde(flatten)]
    sum: OrdersSum,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrdersSum {
    orders: i64,
    /// Amount paid including tax and shipping, less refunds in money.
    revenue_cents: Cents,
    /// Average revenue per order.
    average_cents: Cents,
}

impl OrdersSum {
    fn new(orders: i64, revenue: Cents) -> Self {
        let average = if orders > 0 { round_div(i128::from(revenue.0), i128::from(orders), Half::Up) } else { 0 };
        Self { orders, revenue_cents: revenue, average_cents: Cents(average) }
    }
}

/// Attribution of an order.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OrderOrigin {
    /// Label: "Ricerca: google".
    label: String,
    /// Known attribution fields.
    fields: Vec<OriginField>,
}

/// An attribution field.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OriginField {
    /// `referrer`, `utm_campaign`, `device_type`, …
    name: String,
    value: String,
}

/// Returns the attribution of an order.
pub(in crate::admin) fn origin_of(content: &OrderContent, lang: Lang) -> OrderOrigin {
    let attribution = &content.attribution;
    let label = origin_label(
        &AttributionFields::from_pairs(attribution.iter().map(|(name, value)| (name, value.clone()))),
        lang,
    );
    let names = AttributionFields::NAMES.into_iter().chain(["device_type"]).filter(|name| *name != "source_type");
    let field = |name: &str| {
        let value = attribution.get(name)?;
        // Browsers record it in UTC.
        let began = (name == "session_start_time").then(|| seconds_of_moment(value)).flatten();
        Some(OriginField {
            name: name.to_owned(),
            value: began.map_or_else(|| value.clone(), |began| moment(began, lang)),
        })
    };
    OrderOrigin { label, fields: names.filter_map(field).collect() }
}

fn row(sum: OriginSum, lang: Lang) -> OriginRow {
    let fields = [("source_type", sum.source_type.clone()), ("utm_source", sum.source.clone())];
    OriginRow {
        label: origin_label(&AttributionFields::from_pairs(fields), lang),
        kind: sum.source_type,
        source: sum.source,
        medium: sum.medium,
        campaign: sum.campaign,
        sum: OrdersSum::new(sum.orders, sum.revenue),
    }
}

/// Reports the orders of a period by source and campaign.
#[utoipa::path(get, path = "/api/admin/origins", params(OriginsQuery),
    responses((status = 200, body = OriginReport), (status = 422, body = Problem)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    State(reports): State<Reports>,
    _staff: Staff,
    headers: HeaderMap,
    QueryParams(query): QueryParams<OriginsQuery>,
) -> Result<Json<OriginReport>, Refusal> {
    let (first, last) = parse_period([&query.from, &query.to], local_day(context.now()))?;
    let page = query.page.unwrap_or(1);
    let part = ((page - 1).saturating_mul(PER_PAGE), PER_PAGE);
    let found = reports.origins(first, last, part).await?;
    let lang = language(&headers);
    Ok(Json(OriginReport {
        from: name_of_day(first),
        to: name_of_day(last),
        origins: found.rows.into_iter().map(|sum| row(sum, lang)).collect(),
        sum: OrdersSum::new(found.orders, found.revenue),
        total: found.total,
        page,
        pages: page_count(found.total),
    }))
}

/// Exports the whole report as CSV.
#[utoipa::path(get, path = "/api/admin/origins/export", params(OriginsQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 422, body = Problem)))]
pub(in crate::admin) async fn export(
    State(context): State<Arc<Context>>,
    State(reports): State<Reports>,
    _staff: Staff,
    QueryParams(query): QueryParams<OriginsQuery>,
) -> Result<Response, Refusal> {
    let (first, last) = parse_period([&query.from, &query.to], local_day(context.now()))?;
    let found = reports.origins(first, last, (0, MAX_EXPORT_ROWS)).await?;
    if found.total > MAX_EXPORT_ROWS {
        return Err(Refusal::too_large(&MAX_EXPORT_ROWS));
    }
    let lang = context.settings().await?.lang();
    let name = format!("provenienza-{}-{}.csv", name_of_day(first), name_of_day(last));
    Ok(csv::answer(&name, file(found.rows, lang)))
}

fn file(sums: Vec<OriginSum>, lang: Lang) -> String {
    let amount = |cents: Cents| decimal(&cents.to_decimal(), lang);
    let cells = |sum: OriginSum| {
        let OriginRow { label, kind, source, medium, campaign, sum } = row(sum, lang);
        let OrdersSum { orders, revenue_cents, average_cents } = sum;
        let sums = [orders.to_string(), amount(revenue_cents), amount(average_cents)];
        [label, kind, source, medium, campaign].into_iter().chain(sums).collect()
    };
    csv::file(file_texts::origins(lang), sums.into_iter().map(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_row_for_each_origin_and_no_cell_that_runs() {
        let sum = |kind: &str, source: &str, orders, cents| OriginSum {
            source_type: kind.into(),
            source: source.into(),
            orders,
            revenue: Cents(cents),
            ..OriginSum::default()
        };
        let text = file(vec![sum("utm", "=1+1", 3, 10_000), sum("", "", 1, -50)], Lang::It);
        let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(rows[0], "origine;tipo;sorgente;mezzo;campagna;ordini;ricavo;medio");
        assert_eq!(rows[1], "Campagna: =1+1;utm;'=1+1;;;3;100,00;33,33");
        assert_eq!((rows.len(), rows[2]), (3, "Origine sconosciuta;;;;;1;-0,50;-0,50"));
    }

    #[test]
    fn an_order_says_what_is_known_and_nothing_that_is_not() {
        let mut content = OrderContent::default();
        assert_eq!(origin_of(&content, Lang::It).label, "Origine sconosciuta");
        for (name, value) in [("source_type", "organic"), ("utm_source", "google"), ("device_type", "Mobile")] {
            content.attribution.insert(name.into(), value.into());
        }
        let origin = origin_of(&content, Lang::It);
        let names: Vec<&str> = origin.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((origin.label.as_str(), names), ("Ricerca: google", vec!["utm_source", "device_type"]));
    }

    #[test]
    fn a_visit_began_at_the_shops_time() {
        for (stored, shown) in [("2026-03-05 23:58:30", "6 marzo 2026, ore 00:58"), ("ieri", "ieri")] {
            let mut content = OrderContent::default();
            content.attribution.insert("session_start_time".into(), stored.into());
            assert_eq!(origin_of(&content, Lang::It).fields[0].value, shown);
        }
    }
}
