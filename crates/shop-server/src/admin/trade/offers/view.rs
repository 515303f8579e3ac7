//! Offers in the form that the API returns.

use serde::Serialize;
use shop_core::base::text::format_fixed;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Half, OfferId, round_div};
use shop_core::trade::offer::{OfferContent, OfferLine, OfferState, OfferStatus};
use shop_core::trade::offer_form::{OfferForm, form_of, readable_goods};
use shop_services::Context;
use shop_services::ports::{OfferCompany, OfferRecord};
use shop_services::trade::offers::{OfferSum, OfferSums, Offers};
use utoipa::ToSchema;

use crate::admin::catalogue::names::{NamedEntry, named_products};
use crate::admin::problem::Refusal;

/// An offer in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferRow {
    id: i64,
    title: String,
    /// Name of the company.
    company: String,
    /// `draft`, `sent`, `withdrawn`, `accepted`, or `ended` if it was sent and its last day is over.
    state: String,
    /// Whether it can be ordered only once.
    once: bool,
    /// Last valid day: "2026-12-31"; empty if it does not expire.
    last_day: String,
    /// Most recent order placed from it.
    order_id: Option<i64>,
    sent_at: Option<i64>,
    /// When the company first viewed it.
    seen_at: Option<i64>,
    created_at: i64,
}

/// An offer with its lines and totals.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferDetail {
    #[serde(flatten)]
    row: OfferRow,
    /// Version to send back when saving.
    version: i64,
    fields: OfferForm,
    /// The company with its accounts; `null` if it was deleted.
    buyer: Option<OfferBuyer>,
    /// Names of the products in the lines.
    products: Vec<NamedEntry>,
    sums: OfferPreview,
}

/// A company that can receive offers.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferBuyer {
    company_id: i64,
    name: String,
    /// Accounts, the main one first.
    people: Vec<OfferPerson>,
}

/// An account of a company.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferPerson {
    customer_id: i64,
    /// First and last name; may be empty.
    name: String,
    email: String,
    is_main: bool,
}

/// Totals of an offer, without shipping.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferPreview {
    /// Valid lines with goods for sale, in order.
    lines: Vec<OfferLineSum>,
    /// Total without tax.
    net_cents: Cents,
    tax_cents: Cents,
    total_cents: Cents,
    /// Whether prices are entered including tax.
    prices_with_tax: bool,
}

/// Totals of a line.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferLineSum {
    /// Position among the lines, from 0.
    line: usize,
    name: String,
    /// Unit price without the offer, with or without tax as prices are entered; `null` if it has none now.
    list_price_cents: Option<Cents>,
    /// Reduction from the list price in per cent: "12.5"; negative if the offer is dearer; empty without a list price.
    reduction_percent: String,
    /// Line total without tax.
    net_cents: Cents,
}

/// Builds the list row of an offer.
pub(super) fn row(record: &OfferRecord, now: UnixSeconds) -> OfferRow {
    let offer = &record.offer;
    let ended = record.state == OfferState::Sent
        && OfferStatus::from_state(record.state, offer.valid_until, now) == Some(OfferStatus::Ended);
    OfferRow {
        id: record.id.0,
        title: offer.title.clone(),
        company: record.company.clone(),
        state: if ended { OfferStatus::Ended.as_str() } else { record.state.as_str() }.to_owned(),
        once: offer.once,
        last_day: form_of(offer).last_day,
        order_id: record.used_order_id.map(|id| id.0),
        sent_at: record.sent_at,
        seen_at: record.seen_at,
        created_at: record.created_at,
    }
}

/// Builds a selectable company.
pub(super) fn buyer(company: OfferCompany) -> OfferBuyer {
    let person = |one: shop_services::ports::CompanyPerson| OfferPerson {
        customer_id: one.customer_id.0,
        name: one.name,
        email: one.email,
        is_main: one.is_main,
    };
    OfferBuyer {
        company_id: company.company_id.0,
        name: company.name,
        people: company.people.into_iter().map(person).collect(),
    }
}

/// Loads an offer with its lines and totals.
pub(super) async fn detail(context: &Context, offers: &Offers, id: OfferId) -> Result<OfferDetail, Refusal> {
    let record = offers.offer(id).await?.ok_or_else(Refusal::not_found)?;
    let company = offers.company(record.offer.company_id).await?;
    let main = company.as_ref().and_then(OfferCompany::main);
    let sums = offers.sums(&record.offer.content, id, main).await?;
    let catalogue = context.catalogue().await?;
    let ids: Vec<_> = record.offer.content.goods().map(|(_, goods)| goods.product_id).collect();
    Ok(OfferDetail {
        row: row(&record, context.now()),
        version: record.version,
        fields: form_of(&record.offer),
        buyer: company.map(buyer),
        products: named_products(&ids, &catalogue),
        sums: build_preview(context, &record.offer.content, &sums).await?,
    })
}

/// Calculates the totals of a form.
pub(super) async fn preview(context: &Context, offers: &Offers, form: &OfferForm) -> Result<OfferPreview, Refusal> {
    let lines = readable_goods(form).map_err(Refusal::field)?;
    let content = OfferContent { lines, notes: String::new() };
    let company = match form.company_id {
        Some(id) => offers.company(id).await?,
        None => None,
    };
    let main = company.as_ref().and_then(OfferCompany::main);
    let sums = offers.sums(&content, OfferId(0), main).await?;
    build_preview(context, &content, &sums).await
}

async fn build_preview(context: &Context, content: &OfferContent, sums: &OfferSums) -> Result<OfferPreview, Refusal> {
    let settings = context.settings().await?;
    Ok(OfferPreview {
        lines: sums.lines.iter().map(|sum| line_sum(sum, content)).collect(),
        net_cents: sums.net,
        tax_cents: sums.tax,
        total_cents: sums.total(),
        prices_with_tax: settings.totals_rules().prices_include_tax,
    })
}

fn line_sum(sum: &OfferSum, content: &OfferContent) -> OfferLineSum {
    let offered = content.lines.get(sum.line).and_then(OfferLine::goods).map_or(Cents::ZERO, |goods| goods.price_cents);
    let reduction = |list: Cents| {
        let less = i128::from(list.0) - i128::from(offered.0);
        let permille = (list > Cents::ZERO).then(|| round_div(less * 1000, list.0.into(), Half::Up))?;
        Some(format_fixed(permille, 1))
    };
    OfferLineSum {
        line: sum.line,
        name: sum.name.clone(),
        list_price_cents: sum.list_price,
        reduction_percent: sum.list_price.and_then(reduction).unwrap_or_default(),
        net_cents: sum.net,
    }
}
