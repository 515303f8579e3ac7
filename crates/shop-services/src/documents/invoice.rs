//! Issuing an order's invoice. What it says is kept as it was issued: later changes of settings, products or addresses do not
//! reach it.

use std::sync::Arc;

use shop_core::address::format::lines;
use shop_core::base::calendar::local_day;
use shop_core::base::time::civil;
use shop_core::base::{Cents, Lang, OrderId};
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::document::{Invoice, InvoiceLine, IssuedInvoice, Party};
use shop_core::words::documents;

use super::parts::{seller, text_of};
use super::vat::charged;
use crate::context::Context;
use crate::ports::{InvoiceStore, OrderRecord, OrderStore, ReportStore, StoreError, ports};
use crate::records::{OrderContent, OrderInvoice};
use crate::settings::ShopSettings;

/// Why no invoice is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceRefusal {
    /// No such order.
    Unknown,
    /// The buyer asked for none: it must be asked for with the order at the latest (D.P.R. 633/1972 art. 22).
    NotRequested,
    /// The order is not paid.
    NotPaid,
    /// The seller's name or VAT number is not among the settings.
    SellerIncomplete,
}

ports! {
    /// Ports of [`Documents`].
    pub(crate) trait DocumentsPorts: InvoiceStore + OrderStore + ReportStore
}

/// Invoices and the VAT of days.
#[derive(Clone)]
pub struct Documents {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn DocumentsPorts>,
}

impl Documents {
    /// Why an order's invoice cannot be issued now; `None`: it can.
    pub async fn invoice_refusal(&self, order: &OrderRecord) -> Result<Option<InvoiceRefusal>, StoreError> {
        let seller = &self.context.settings().await?.seller;
        Ok(if order.content.invoice.is_none() {
            Some(InvoiceRefusal::NotRequested)
        } else if !order.status.is_paid() {
            Some(InvoiceRefusal::NotPaid)
        } else if seller.company.trim().is_empty() || seller.vat_number.trim().is_empty() {
            Some(InvoiceRefusal::SellerIncomplete)
        } else {
            None
        })
    }

    /// Issues an order's invoice under the next number of the year. Asked again it gives the same one.
    pub async fn issue_invoice(
        &self,
        id: OrderId,
        author: &str,
    ) -> Result<Result<IssuedInvoice, InvoiceRefusal>, StoreError> {
        let Some(order) = self.store.order(id).await? else { return Ok(Err(InvoiceRefusal::Unknown)) };
        if let Some(issued) = self.store.invoice_of(id).await? {
            return Ok(Ok(issued));
        }
        if let Some(refusal) = self.invoice_refusal(&order).await? {
            return Ok(Err(refusal));
        }
        let (now, settings) = (self.context.now(), self.context.settings().await?);
        let (year, _, _) = civil(local_day(now));
        self.store.issue_invoice(id, year, &content(&order, &settings), author, now).await.map(Ok)
    }
}

impl Documents {
    /// The invoice of an order; `None`: it is not issued.
    pub async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        self.store.invoice_of(order).await
    }
}

fn content(order: &OrderRecord, settings: &ShopSettings) -> Invoice {
    let paid = &order.content;
    let lang = paid.lang;
    let delivery = paid.delivery.as_ref().filter(|way| way.cost_cents != Cents::ZERO);
    let found = charged(paid, order.lines.iter().map(|line| &line.content));
    let goods = order.lines.iter().zip(found.lines).map(|(line, rate)| InvoiceLine {
        text: text_of(line),
        quantity: line.quantity,
        rate,
        price: line.content.subtotal_cents,
        discount: line.content.subtotal_cents - line.content.total_cents,
        net: line.content.total_cents,
    });
    let shipping = delivery.map(|way| InvoiceLine {
        text: format!("{}: {}", if lang == Lang::It { "Spedizione" } else { "Delivery" }, way.title),
        quantity: 1,
        rate: found.shipping,
        price: way.cost_cents,
        discount: Cents::ZERO,
        net: way.cost_cents,
    });
    let net: Cents = found.rows.iter().map(|row| row.net).sum();
    let tax: Cents = found.rows.iter().map(|row| row.tax).sum();
    let credit = paid.credit_cents();
    let total = paid.total_cents + credit;
    Invoice {
        lang,
        order: order.id.to_string(),
        ordered_at: order.created_at,
        seller: seller(settings, lang),
        buyer: buyer(paid, settings, lang),
        lines: goods.chain(shipping).collect(),
        vat: found.rows,
        net,
        tax,
        rounding: total - net - tax,
        total,
        credit,
        payment: paid.payment_title.clone(),
    }
}

fn buyer(content: &OrderContent, settings: &ShopSettings, lang: Lang) -> Party {
    let asked = content.invoice.clone().unwrap_or_default();
    Party { lines: lines(&content.billing, &settings.shop.country, lang), facts: numbers(&asked, lang) }
}

/// What the invoice goes by. A consumer's goes to the tax code.
fn numbers(asked: &OrderInvoice, lang: Lang) -> Vec<(String, String)> {
    let code = match asked.buyer {
        InvoiceBuyer::PublicBody => documents::office_code(lang),
        InvoiceBuyer::Consumer | InvoiceBuyer::Business => documents::recipient_code(lang),
    };
    [
        (documents::vat_number(lang), &asked.vat_number),
        (documents::tax_code(lang), &asked.tax_code),
        (code, &asked.sdi_code),
        ("PEC", &asked.pec),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(label, value)| (label.to_owned(), value.clone()))
    .collect()
}
