//! Content of an order's electronic invoice. Pure: the same order and settings give the same document.

use shop_core::base::calendar::{day, day_named, local_day};
use shop_core::base::{Cents, Lang};
use shop_core::orders::document::einvoice::EInvoiceKind;
use shop_core::orders::document::vat::{VatRow, VatSummary};
use shop_core::orders::instalment::InstalmentStatus;
use shop_core::orders::payment::{BY_INVOICE, ON_DELIVERY, TRANSFER};
use shop_core::payments::method::{MethodGroup, PaymentMethod};
use shop_core::platform::words::documents;
use shop_einvoice::{Document, Line, Payment, PaymentMeans, Reference, Taxes};

use super::parties::{buyer, seller};
use super::treatment::Sale;
use crate::orders::documents::{charged, deducted_by, never_paid, text_of};
use crate::platform::settings::ShopSettings;
use crate::ports::{InvoicedCompany, OrderRecord};
use crate::records::OrderInvoice;

/// Language of a document's own texts; product names stay as sold.
const WORDS: Lang = Lang::It;
/// Payment term in days unless the company's role sets another.
const USUAL_DAYS: u16 = 30;

/// An order with its buyer's tax data and the settings: the input of its documents.
#[derive(Clone, Copy, Debug)]
pub struct InvoicedOrder<'a> {
    pub order: &'a OrderRecord,
    /// The invoice data requested with the order.
    pub requested: &'a OrderInvoice,
    /// The company that the order is for.
    pub company: Option<&'a InvoicedCompany>,
    pub settings: &'a ShopSettings,
}

impl InvoicedOrder<'_> {
    /// Builds its invoice for a date (days since 1970-01-01), without a number.
    pub fn invoice(&self, today: i64) -> Document {
        let paid = &self.order.content;
        let found = charged(paid, self.order.lines.iter().map(|line| &line.content));
        let less = never_paid(self.order, &found);
        let sale = Sale::of(paid, self.requested, self.settings);
        let mut lines = self.lines(&sale, &found);
        lines.extend(
            less.iter().map(|row| Line { text: documents::not_charged(WORDS).to_owned(), ..line_of(&sale, row, -1) }),
        );
        let mut taxes: Vec<Taxes> = found.rows.iter().filter_map(|row| taxes_of(&sale, row, 1)).collect();
        taxes.extend(less.iter().filter_map(|row| taxes_of(&sale, row, -1)));
        Document {
            lines,
            taxes,
            total: paid.total_cents + paid.credit_cents(),
            payments: self.payments(today),
            ..self.bare(EInvoiceKind::Invoice, today)
        }
    }

    /// Builds the credit note of one of its refunds, with a reference to the order's invoice; `None` if none of the refund was
    /// completed.
    pub fn credit_note(&self, refund: i64, invoice: Reference, today: i64) -> Option<Document> {
        let found = self.order.refunds.iter().find(|one| one.id == refund)?;
        let off = deducted_by(self.order, refund);
        // A cent left by rounding the whole cart is not part of the totals by rate.
        let total = found.cents - found.failed;
        if total <= Cents::ZERO || off.is_empty() {
            return None;
        }
        let sale = Sale::of(&self.order.content, self.requested, self.settings);
        let text = documents::refund_of_order(WORDS, self.order.id);
        let mut document = self.bare(EInvoiceKind::CreditNote, today);
        document.lines = off.iter().map(|row| Line { text: text.clone(), ..line_of(&sale, row, 1) }).collect();
        document.taxes = off.iter().filter_map(|row| taxes_of(&sale, row, 1)).collect();
        document.total = total;
        document.reasons.extend(Some(found.reason.trim().to_owned()).filter(|reason| !reason.is_empty()));
        document.invoices = vec![invoice];
        Some(document)
    }

    fn bare(&self, kind: EInvoiceKind, today: i64) -> Document {
        let order = self.order;
        Document {
            kind,
            day: today,
            seller: seller(self.settings),
            buyer: buyer(order, self.requested, self.company),
            reasons: vec![documents::order_of(WORDS, day(order.created_at, WORDS), order.id)],
            orders: vec![Reference { number: self.reference(), day: Some(local_day(order.created_at)) }],
            ..Document::default()
        }
    }

    /// The buyer's own reference, or else the order number.
    fn reference(&self) -> String {
        let own = &self.order.content.buyer_reference;
        if own.is_empty() { self.order.id.to_string() } else { own.clone() }
    }

    /// Ordered goods, then delivery.
    fn lines(&self, sale: &Sale<'_>, found: &VatSummary) -> Vec<Line> {
        let paid = &self.order.content;
        let goods = self.order.lines.iter().zip(&found.lines).map(|(line, rate)| {
            let content = &line.content;
            let vat = sale.vat(rate, content.is_virtual);
            // Amounts that bear another state's VAT are stated gross: they carry no tax here.
            let with = |net: Cents, tax: Cents| if Sale::is_gross(vat) { net + tax } else { net };
            let price = with(content.subtotal_cents, content.subtotal_tax_cents);
            let net = with(content.total_cents, content.total_tax_cents);
            Line {
                text: text_of(line),
                sku: line.sku.clone(),
                quantity: line.quantity.max(1),
                price,
                discount: price - net,
                vat,
            }
        });
        let delivery = paid.delivery.as_ref().filter(|way| way.cost_cents != Cents::ZERO).map(|way| {
            let vat = sale.vat(&found.shipping, false);
            let price = if Sale::is_gross(vat) { way.cost_cents + way.tax_cents } else { way.cost_cents };
            Line {
                text: format!("{}: {}", documents::shipping(WORDS), way.title),
                sku: String::new(),
                quantity: 1,
                price,
                discount: Cents::ZERO,
                vat,
            }
        });
        goods.chain(delivery).collect()
    }

    /// Payments made or due.
    fn payments(&self, today: i64) -> Vec<Payment> {
        let order = self.order;
        let content = &order.content;
        let payment = |means, cents, due| Payment { means, cents, due, iban: self.iban() };
        let mut payments = Vec::new();
        if content.credit_cents() > Cents::ZERO {
            payments.push(payment(PaymentMeans::Held, content.credit_cents(), None));
        }
        let means = means(&order.payment_method);
        let later: Vec<Payment> = order
            .instalments
            .iter()
            .map(|part| {
                let due = day_named(&part.instalment.due).filter(|_| part.status != InstalmentStatus::Paid);
                payment(
                    if part.method.is_empty() { means } else { self::means(&part.method) },
                    part.instalment.cents,
                    due,
                )
            })
            .collect();
        let now = content.total_cents - later.iter().map(|part| part.cents).sum::<Cents>();
        if now > Cents::ZERO {
            let due = (order.payment_method == BY_INVOICE)
                .then(|| content.invoice_due_day.unwrap_or_else(|| today + self.days()));
            payments.push(payment(means, now, due));
        }
        payments.extend(later);
        payments
    }

    fn days(&self) -> i64 {
        self.company.and_then(|company| company.invoice_days).unwrap_or(USUAL_DAYS).into()
    }

    /// The shop's bank account for transfers.
    fn iban(&self) -> String {
        let method = self.settings.payment_methods.iter().find(|method| method.id == TRANSFER);
        method.map(|method| method.iban.clone()).unwrap_or_default()
    }
}

/// The payment means code of a payment method.
fn means(method: &str) -> PaymentMeans {
    match method {
        TRANSFER | BY_INVOICE => PaymentMeans::Transfer,
        ON_DELIVERY => PaymentMeans::Cash,
        other => match PaymentMethod::from_gateway_id(other).map(PaymentMethod::group) {
            Some(MethodGroup::BankDebit) => PaymentMeans::DirectDebit,
            Some(MethodGroup::BankRedirect | MethodGroup::BankCode) => PaymentMeans::Transfer,
            _ => PaymentMeans::Card,
        },
    }
}

/// An amount by rate as a line of its own.
fn line_of(sale: &Sale<'_>, row: &VatRow, sign: i64) -> Line {
    let vat = sale.vat(&row.rate, false);
    let sum = if Sale::is_gross(vat) { row.net + row.tax } else { row.net };
    Line {
        text: String::new(),
        sku: String::new(),
        quantity: 1,
        price: Cents(sum.0 * sign),
        discount: Cents::ZERO,
        vat,
    }
}

/// The tax of an amount by rate; `None` if the amount includes it.
fn taxes_of(sale: &Sale<'_>, row: &VatRow, sign: i64) -> Option<Taxes> {
    let vat = sale.vat(&row.rate, false);
    (!Sale::is_gross(vat)).then_some(Taxes { vat, tax: Cents(row.tax.0 * sign) })
}
