//! The courtesy copy of an order's invoice. Its content is stored at issue: later changes of settings, products or addresses do
//! not affect it.

use std::sync::Arc;

use shop_core::base::{Cents, Lang, OrderId};
use shop_core::checkout::address::format::lines;
use shop_core::checkout::invoice::InvoiceBuyer;
use shop_core::orders::document::{Invoice, InvoiceLine, IssuedInvoice, Party};
use shop_core::platform::words::documents;

use super::charged_vat::charged;
use super::parts::{seller, text_of};
use crate::orders::{due_note, tax_note};
use crate::platform::settings::ShopSettings;
use crate::ports::{InvoiceStore, OrderRecord, ReportStore, StoreError, ports};
use crate::records::{OrderContent, OrderInvoice};

/// Why no invoice is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvoiceRefusal {
    Unknown,
    /// The buyer is no company and requested no invoice: the request must come with the order at the latest (D.P.R. 633/1972 art.
    /// 22).
    NotRequested,
    /// The order is unpaid.
    NotPaid,
    /// The settings lack the seller's name or VAT number.
    SellerIncomplete,
    /// A buyer in Italy has given neither VAT number nor tax code.
    BuyerIncomplete,
}

ports! {
    pub(crate) trait DocumentsPorts: InvoiceStore + ReportStore
}

/// Courtesy copies of invoices, and VAT reports.
#[derive(Clone)]
pub struct Documents {
    pub(crate) store: Arc<dyn DocumentsPorts>,
}

impl Documents {
    /// Returns the invoice of an order, if one was issued.
    pub async fn invoice_of(&self, order: OrderId) -> Result<Option<IssuedInvoice>, StoreError> {
        self.store.invoice_of(order).await
    }
}

/// Builds the courtesy copy of an order's invoice.
pub(crate) fn courtesy(order: &OrderRecord, requested: &OrderInvoice, settings: &ShopSettings) -> Invoice {
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
        text: documents::delivery_by(lang, &way.title),
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
        buyer: buyer(paid, requested, settings, lang),
        lines: goods.chain(shipping).collect(),
        vat: found.rows,
        net,
        tax,
        rounding: total - net - tax,
        total,
        credit,
        payment: paid.payment_title.clone(),
        buyer_reference: paid.buyer_reference.clone(),
        notes: due_note(paid, lang).into_iter().chain(tax_note(paid, lang)).collect(),
    }
}

fn buyer(content: &OrderContent, requested: &OrderInvoice, settings: &ShopSettings, lang: Lang) -> Party {
    Party { lines: lines(&content.billing, &settings.shop.country, lang), facts: numbers(requested, lang) }
}

/// Tax identifiers shown on the invoice. A consumer's invoice uses the tax code.
fn numbers(requested: &OrderInvoice, lang: Lang) -> Vec<(String, String)> {
    let code = match requested.buyer {
        InvoiceBuyer::PublicBody => documents::office_code(lang),
        InvoiceBuyer::Consumer | InvoiceBuyer::Business => documents::recipient_code(lang),
    };
    [
        (documents::vat_number(lang), &requested.vat_number),
        (documents::tax_code(lang), &requested.tax_code),
        (code, &requested.sdi_code),
        ("PEC", &requested.pec),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(label, value)| (label.to_owned(), value.clone()))
    .collect()
}
