//! Requests and responses for electronic invoices.

use serde::{Deserialize, Serialize};
use shop_core::base::calendar::{day_named, local_day, name_of_day};
use shop_core::base::{Cents, FieldError};
use shop_core::orders::document::einvoice::{CORRECTION_DAYS, EInvoiceKind, EInvoiceState};
use shop_einvoice::BuyerName;
use shop_services::orders::einvoices::{Correction, EInvoices};
use shop_services::ports::{EInvoiceEvent, EInvoiceFilter, EInvoiceRecord};
use utoipa::{IntoParams, ToSchema};

use crate::admin::messages;
use crate::admin::problem::Refusal;
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_choice, parse_optional_choice, search_text};

/// Limits of a manually recorded answer's code and text, in characters.
const MAX_CODE: usize = 40;
const MAX_ANSWER: usize = 500;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct EInvoicesQuery {
    /// `ready`, `sent`, `delivered`, `undelivered` or `rejected`; any if empty.
    #[param(pattern = "^(ready|sent|delivered|undelivered|rejected)?$")]
    state: Option<String>,
    /// `TD01` (invoices), `TD04` (credit notes) or `TD24` (deferred invoices); any if empty.
    #[param(pattern = "^(TD01|TD04|TD24)?$")]
    kind: Option<String>,
    /// Text contained in the buyer's name, VAT number, tax code or the document number.
    search: Option<String>,
    /// First day, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    from: Option<String>,
    /// Last day, as 2026-12-31.
    #[param(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    to: Option<String>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

/// A page of documents, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct EInvoiceList {
    einvoices: Vec<EInvoiceRow>,
    total: u64,
    page: u64,
    pages: u64,
}

/// A document in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct EInvoiceRow {
    id: i64,
    /// Formatted as "12/2026", "NC-3/2026".
    number: String,
    /// `TD01` (invoice), `TD04` (credit note) or `TD24` (deferred invoice).
    kind: &'static str,
    /// Date as "2026-12-31".
    day: String,
    buyer: String,
    total_cents: Cents,
    /// `ready`, `sent`, `delivered`, `undelivered` or `rejected`.
    state: &'static str,
    /// Code of the last answer or failure; may be empty.
    code: String,
    /// Order that it belongs to; the first of several.
    order_id: i64,
}

/// A document with its history.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct EInvoiceDetail {
    #[serde(flatten)]
    row: EInvoiceRow,
    file: String,
    /// Carrier that delivers it to the exchange system: `download`, `pec` or `intermediary`.
    carrier: &'static str,
    /// Whether this server is configured for the selected carrier.
    can_send: bool,
    /// Text of the last answer.
    answer: String,
    /// Consecutive failed attempts to send it.
    attempts: i64,
    /// Orders that it belongs to.
    orders: Vec<i64>,
    /// Numbers of the invoices that a credit note refers to.
    credits: Vec<String>,
    /// The buyer as named in the document, to prefill a correction.
    correction: CorrectionForm,
    /// Last day on which a rejected document may be sent again under its number.
    correct_by: Option<String>,
    /// Events, oldest first.
    history: Vec<EInvoiceMove>,
}

/// An event in the history of a document.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct EInvoiceMove {
    state: &'static str,
    code: String,
    answer: String,
    /// `system` or a user name.
    author: String,
    created_at: i64,
}

/// Answer of the exchange system.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct EInvoiceMark {
    /// `delivered`, `undelivered` or `rejected`.
    state: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    answer: String,
}

/// Corrected buyer of a rejected document.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct CorrectionForm {
    /// Company name, or the given name of a person.
    name: String,
    /// Family name; empty for a company.
    family_name: String,
    /// VAT number with its country prefix.
    vat_number: String,
    tax_code: String,
    sdi_code: String,
    pec: String,
}

impl EInvoicesQuery {
    /// Converts the query to a storage filter.
    pub(super) fn filter(self) -> Result<EInvoiceFilter, Refusal> {
        let from = day("from", self.from.as_deref())?;
        let to = day("to", self.to.as_deref())?;
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return Err(Refusal::field(FieldError::new("to", messages::DATES_REVERSED)));
        }
        Ok(EInvoiceFilter {
            state: parse_optional_choice("state", self.state.as_deref(), EInvoiceState::parse)?,
            kind: parse_optional_choice("kind", self.kind.as_deref(), EInvoiceKind::parse)?,
            from,
            to,
            search: search_text(self.search),
            order: None,
            page: self.page.unwrap_or(1),
            per_page: PER_PAGE,
        })
    }
}

impl EInvoiceList {
    /// Builds a page of documents.
    pub(super) fn from_records(found: &[EInvoiceRecord], total: u64, page: u64) -> Self {
        Self { einvoices: found.iter().map(row).collect(), total, page, pages: page_count(total) }
    }
}

impl EInvoiceDetail {
    /// Builds a document with its history; `can_send` tells whether this server is configured for the selected carrier.
    pub(super) fn from_record(record: &EInvoiceRecord, events: Vec<EInvoiceEvent>, can_send: bool) -> Self {
        let rejected = events.iter().rfind(|event| event.state == EInvoiceState::Rejected);
        let correct_by = rejected.filter(|_| record.state == EInvoiceState::Rejected);
        let document = &record.document;
        Self {
            row: row(record),
            file: EInvoices::file(record).name,
            carrier: record.carrier.as_str(),
            can_send,
            answer: record.answer.clone(),
            attempts: record.attempts,
            orders: document.orders.iter().filter_map(|order| order.number.parse().ok()).collect(),
            credits: document.invoices.iter().map(|invoice| invoice.number.clone()).collect(),
            correction: correction(record),
            correct_by: correct_by.map(|event| name_of_day(local_day(event.created_at) + CORRECTION_DAYS)),
            history: events.into_iter().map(history_entry).collect(),
        }
    }
}

impl EInvoiceMark {
    /// Returns the checked state, code and text.
    pub(super) fn parse(&self) -> Result<(EInvoiceState, &str, &str), Refusal> {
        let to = parse_choice("state", &self.state, EInvoiceState::parse)?;
        for (field, text, maximum) in [("code", &self.code, MAX_CODE), ("answer", &self.answer, MAX_ANSWER)] {
            if text.chars().count() > maximum {
                return Err(Refusal::field(FieldError::new(field, messages::TOO_LONG).with("maximum", maximum)));
            }
        }
        Ok((to, &self.code, &self.answer))
    }
}

impl From<CorrectionForm> for Correction {
    fn from(form: CorrectionForm) -> Self {
        Self {
            name: form.name,
            family_name: form.family_name,
            vat_number: form.vat_number,
            tax_code: form.tax_code,
            sdi_code: form.sdi_code,
            pec: form.pec,
        }
    }
}

fn day(field: &'static str, text: Option<&str>) -> Result<Option<i64>, Refusal> {
    match text.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => {
            let invalid_date = || Refusal::field(FieldError::new(field, messages::DATE_INVALID));
            day_named(text).map(Some).ok_or_else(invalid_date)
        }
    }
}

fn row(record: &EInvoiceRecord) -> EInvoiceRow {
    EInvoiceRow {
        id: record.id,
        number: record.number.to_string(),
        kind: record.kind.as_str(),
        day: name_of_day(record.day),
        buyer: record.buyer.clone(),
        total_cents: record.total,
        state: record.state.as_str(),
        code: record.code.clone(),
        order_id: record.order_id.0,
    }
}

fn correction(record: &EInvoiceRecord) -> CorrectionForm {
    let buyer = record.document.buyer.clone();
    let (name, family_name) = match buyer.name {
        BuyerName::Firm(name) => (name, String::new()),
        BuyerName::Person(given, family) => (given, family),
    };
    CorrectionForm {
        name,
        family_name,
        vat_number: buyer.vat.map(|id| format!("{}{}", id.country, id.code)).unwrap_or_default(),
        tax_code: buyer.tax_code,
        sdi_code: buyer.recipient,
        pec: buyer.pec,
    }
}

fn history_entry(event: EInvoiceEvent) -> EInvoiceMove {
    EInvoiceMove {
        state: event.state.as_str(),
        code: event.code,
        answer: event.answer,
        author: event.author,
        created_at: event.created_at,
    }
}
