//! Offers as the back office reads them.

use serde::Serialize;
use shop_core::base::text::format_fixed;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{Cents, Half, OfferId, round_div};
use shop_core::trade::offer::{OfferContent, OfferLine, OfferStanding, OfferState};
use shop_core::trade::offer_form::{OfferForm, form_of, readable_goods};
use shop_services::ports::{OfferCompany, OfferRecord};
use shop_services::trade::offers::{OfferSum, OfferSums};
use utoipa::ToSchema;

use crate::admin::catalogue::names::{NamedEntry, named};
use crate::admin::problem::Refusal;
use crate::app::state::AppState;

/// An offer in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferRow {
    id: i64,
    title: String,
    /// Name of the company.
    company: String,
    /// `draft`, `sent`, `withdrawn`, `accepted`, or `ended`: sent, and its last day is over.
    state: String,
    /// For one order.
    once: bool,
    /// Last day on which it holds: "2026-12-31"; empty: it does not end.
    last_day: String,
    /// The order that was made of it last.
    order_id: Option<i64>,
    sent_at: Option<i64>,
    /// When the company saw it first.
    seen_at: Option<i64>,
    created_at: i64,
}

/// An offer with everything.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferDetail {
    #[serde(flatten)]
    row: OfferRow,
    /// To be sent back with a change.
    version: i64,
    fields: OfferForm,
    /// The company with its accounts; `null`: it is gone.
    buyer: Option<OfferBuyer>,
    /// Names of the products that the lines name.
    products: Vec<NamedEntry>,
    sums: OfferPreview,
}

/// A company that something can be offered to.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferBuyer {
    company_id: i64,
    name: String,
    /// Its accounts, the main one first.
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

/// What an offer comes to, without delivery.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferPreview {
    /// Goods that are sold and read well, in order.
    lines: Vec<OfferLineSum>,
    /// Sum without tax.
    net_cents: i64,
    tax_cents: i64,
    total_cents: i64,
    /// Whether prices are typed with tax.
    prices_with_tax: bool,
}

/// A line's sums.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct OfferLineSum {
    /// Its place among the lines, from 0.
    line: usize,
    name: String,
    /// What a piece costs without the offer, as prices are typed; `null`: nothing now.
    list_price_cents: Option<i64>,
    /// How much less than that the offer asks, in percent: "12.5"; below nothing: it asks more; empty: there is no such price.
    reduction_percent: String,
    /// All pieces without tax.
    net_cents: i64,
}

/// An offer in a list.
pub(super) fn row(record: &OfferRecord, now: UnixSeconds) -> OfferRow {
    let offer = &record.offer;
    let ended = record.state == OfferState::Sent
        && OfferStanding::of(record.state, offer.valid_until, now) == Some(OfferStanding::Ended);
    OfferRow {
        id: record.id.0,
        title: offer.title.clone(),
        company: record.company.clone(),
        state: if ended { OfferStanding::Ended.as_str() } else { record.state.as_str() }.to_owned(),
        once: offer.once,
        last_day: form_of(offer).last_day,
        order_id: record.used_order_id.map(|id| id.0),
        sent_at: record.sent_at,
        seen_at: record.seen_at,
        created_at: record.created_at,
    }
}

/// A company to choose.
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

/// An offer with everything.
pub(super) async fn detail(state: &AppState, id: OfferId) -> Result<OfferDetail, Refusal> {
    let shop = &state.shop;
    let record = shop.offers.offer(id).await?.ok_or_else(Refusal::not_found)?;
    let company = shop.offers.company(record.offer.company_id).await?;
    let main = company.as_ref().and_then(OfferCompany::main);
    let sums = shop.offers.sums(&record.offer.content, id, main).await?;
    let catalogue = shop.context.catalogue().await?;
    let ids: Vec<_> = record.offer.content.goods().map(|(_, goods)| goods.product_id).collect();
    Ok(OfferDetail {
        row: row(&record, shop.context.now()),
        version: record.version,
        fields: form_of(&record.offer),
        buyer: company.map(buyer),
        products: named(&ids, &catalogue),
        sums: shown(state, &record.offer.content, &sums).await?,
    })
}

/// What a form comes to as it is typed.
pub(super) async fn preview(state: &AppState, form: &OfferForm) -> Result<OfferPreview, Refusal> {
    let lines = readable_goods(form).map_err(Refusal::field)?;
    let content = OfferContent { lines, notes: String::new() };
    let company = match form.company_id {
        Some(id) => state.shop.offers.company(id).await?,
        None => None,
    };
    let main = company.as_ref().and_then(OfferCompany::main);
    let sums = state.shop.offers.sums(&content, OfferId(0), main).await?;
    shown(state, &content, &sums).await
}

async fn shown(state: &AppState, content: &OfferContent, sums: &OfferSums) -> Result<OfferPreview, Refusal> {
    let settings = state.shop.context.settings().await?;
    Ok(OfferPreview {
        lines: sums.lines.iter().map(|sum| line_sum(sum, content)).collect(),
        net_cents: sums.net.0,
        tax_cents: sums.tax.0,
        total_cents: sums.total().0,
        prices_with_tax: settings.totals_rules().prices_include_tax,
    })
}

fn line_sum(sum: &OfferSum, content: &OfferContent) -> OfferLineSum {
    let asked = content.lines.get(sum.line).and_then(OfferLine::goods).map_or(Cents::ZERO, |goods| goods.price_cents);
    let reduction = |list: Cents| {
        let less = i128::from(list.0) - i128::from(asked.0);
        let permille = (list > Cents::ZERO).then(|| round_div(less * 1000, list.0.into(), Half::Up))?;
        Some(format_fixed(permille, 1))
    };
    OfferLineSum {
        line: sum.line,
        name: sum.name.clone(),
        list_price_cents: sum.list_price.map(|price| price.0),
        reduction_percent: sum.list_price.and_then(reduction).unwrap_or_default(),
        net_cents: sum.net.0,
    }
}
