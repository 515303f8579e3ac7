//! The shop's own visitor statistics.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, local_day, name_of_day};
use shop_core::base::{FieldError, Half, ProductId, round_div};
use shop_services::Context;
use shop_services::catalogue::Catalogue;
use shop_services::ports::{DaySpan, ProductSums, WordSums};
use shop_services::privacy::analytics::{Analytics, FunnelStep};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::catalogue::names::product_label;
use crate::admin::messages;
use crate::admin::problem::{Problem, QueryParams, Refusal, language};

/// Days in a report by default, today included.
const DEFAULT_DAYS: i64 = 30;
/// Longest period of a report, in days.
const MAX_DAYS: i64 = 366;

#[derive(Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct AnalyticsQuery {
    /// First day in the time zone of Rome, as 2026-12-31; defaults to thirty days up to the last one.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day in the time zone of Rome; defaults to today.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
}

/// Visitor statistics, limited to visitors who consented to them.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct AnalyticsView {
    from: String,
    to: String,
    /// Whether visits are being counted: both the statistics and the consent banner are on.
    counting: bool,
    funnel: Vec<FunnelRow>,
    /// Products by pieces bought, then by additions to carts, then by views.
    products: Vec<ProductSumsRow>,
    searches: Vec<WordRow>,
    /// Searches without a result.
    empty_searches: Vec<WordRow>,
    /// Paths that were not found.
    addresses: Vec<WordRow>,
}

/// A step of the purchase funnel.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct FunnelRow {
    /// `view_item`, `add_to_cart`, `begin_checkout` or `purchase`.
    step: String,
    /// Visits that reached the step.
    visits: i64,
    /// Number of events.
    events: i64,
    /// Share of the visits of the first step in per cent; `null` without visits.
    percent: Option<i64>,
}

/// Figures of a product.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ProductSumsRow {
    product_id: i64,
    name: String,
    views: i64,
    added: i64,
    checkouts: i64,
    pieces: i64,
}

/// Figures of a search or path.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct WordRow {
    word: String,
    events: i64,
    /// Number of times without a result.
    empty: i64,
}

impl From<WordSums> for WordRow {
    fn from(sums: WordSums) -> Self {
        Self { word: sums.word, events: sums.events, empty: sums.empty }
    }
}

/// Reports the statistics of a period.
#[utoipa::path(get, path = "/api/admin/analytics", params(AnalyticsQuery),
    responses((status = 200, body = AnalyticsView), (status = 422, body = Problem)))]
pub(in crate::admin) async fn show(
    State(context): State<Arc<Context>>,
    State(analytics): State<Analytics>,
    _staff: Staff,
    headers: axum::http::HeaderMap,
    QueryParams(query): QueryParams<AnalyticsQuery>,
) -> Result<Json<AnalyticsView>, Refusal> {
    let span = parse_span(&query, local_day(context.now()))?;
    let report = analytics.report(span).await?;
    let (catalogue, settings) = (context.catalogue().await?, context.settings().await?);
    let lang = language(&headers);
    let words = |sums: Vec<WordSums>| sums.into_iter().map(WordRow::from).collect();
    let first = report.funnel.first().map_or(0, |step| step.visits);
    Ok(Json(AnalyticsView {
        from: name_of_day(span.first),
        to: name_of_day(span.last),
        counting: settings.analytics.own && settings.consent.banner,
        funnel: report.funnel.into_iter().map(|step| funnel_row(step, first)).collect(),
        products: report.products.into_iter().map(|sums| product_row(sums, &catalogue, lang)).collect(),
        searches: words(report.searches),
        empty_searches: words(report.empty_searches),
        addresses: words(report.addresses),
    }))
}

fn funnel_row(step: FunnelStep, first: i64) -> FunnelRow {
    let percent = (first > 0).then(|| round_div(i128::from(step.visits) * 100, first.into(), Half::Up));
    FunnelRow { step: step.step.name().into(), visits: step.visits, events: step.events, percent }
}

fn product_row(sums: ProductSums, catalogue: &Catalogue, lang: shop_core::base::Lang) -> ProductSumsRow {
    ProductSumsRow {
        product_id: sums.product_id,
        name: product_label(ProductId(sums.product_id), catalogue, lang),
        views: sums.views,
        added: sums.added,
        checkouts: sums.checkouts,
        pieces: sums.pieces,
    }
}

fn parse_span(query: &AnalyticsQuery, today: i64) -> Result<DaySpan, Refusal> {
    let day = |field: &'static str, text: &Option<String>| match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            day_named(text).map(Some).ok_or_else(|| Refusal::field(FieldError::new(field, messages::DATE_INVALID)))
        }
    };
    let (first, last) = (day("from", &query.from)?, day("to", &query.to)?);
    let last = last.unwrap_or_else(|| today.max(first.unwrap_or(today)));
    let first = first.unwrap_or(last - DEFAULT_DAYS + 1);
    if last < first {
        return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
    }
    if last - first >= MAX_DAYS {
        return Err(Refusal::field(FieldError::new("from", messages::SPAN_TOO_LONG).with("maximum", MAX_DAYS)));
    }
    Ok(DaySpan { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_span(from: &str, to: &str) -> Option<(i64, i64)> {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let query = AnalyticsQuery { from: text(from), to: text(to) };
        parse_span(&query, day_named("2026-11-26").unwrap()).ok().map(|span| (span.first, span.last))
    }

    fn days(from: &str, to: &str) -> Option<(i64, i64)> {
        Some((day_named(from)?, day_named(to)?))
    }

    #[test]
    fn the_last_thirty_days_are_the_default_period() {
        assert_eq!(parsed_span("", ""), days("2026-10-28", "2026-11-26"));
        assert_eq!(parsed_span("2026-11-01", ""), days("2026-11-01", "2026-11-26"));
        assert_eq!(parsed_span("", "2026-01-30"), days("2026-01-01", "2026-01-30"));
        assert_eq!(parsed_span("2027-01-01", ""), days("2027-01-01", "2027-01-01"));
    }

    #[test]
    fn wrong_and_endless_spans_are_refused() {
        for (from, to) in [("x", ""), ("", "2026-13-01"), ("2026-02-01", "2026-01-01"), ("2020-01-01", "2026-01-01")] {
            assert_eq!(parsed_span(from, to), None, "{from} {to}");
        }
        assert!(parsed_span("2025-01-01", "2026-01-01").is_some());
    }
}
