//! Giving money back: what can be given back of an order, and booking it.

use shop_core::coupon::credit_check::NewCredits;
use shop_core::format::price;
use shop_core::ids::OrderId;
use shop_core::order::OrderStatus;
use shop_core::order::instalment::balance;
use shop_core::order::refund::{Refund, RefundForm, Refundable, RefundableLine, check};
use shop_core::{Cents, FieldError, Lang};

use crate::credit::credits_to;
use crate::letter::Letter;
use crate::ports::{NewMail, NewRefund, OrderRecord, RefundRecord, StockTaken, StoreError, Transition};
use crate::settings::ShopSettings;
use crate::shop::Shop;

/// Why nothing was given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundRefusal {
    /// No such order.
    Unknown,
    /// Fields, or the whole.
    Fields(Vec<FieldError>),
    /// The order changed meanwhile.
    Changed,
}

/// An order as far as refunds ask.
pub fn refundable(order: &OrderRecord) -> Refundable {
    let given = |position: i64| {
        let lines = order.refunds.iter().flat_map(|refund| &refund.lines).filter(move |line| line.position == position);
        lines.fold((0, Cents::ZERO), |(pieces, cents), line| (pieces + line.quantity, cents + line.cents))
    };
    let lines = order.lines.iter().enumerate().map(|(n, line)| {
        let position = i64::try_from(n).unwrap_or(i64::MAX);
        let (returned, refunded) = given(position);
        RefundableLine {
            position,
            name: line.name.clone(),
            quantity: line.quantity,
            paid: line.content.total_cents + line.content.total_tax_cents,
            returned,
            refunded,
        }
    });
    Refundable {
        status: order.status,
        lines: lines.collect(),
        shipping: order.content.delivery.as_ref().map_or(Cents::ZERO, |one| one.cost_cents + one.tax_cents),
        shipping_refunded: order.refunds.iter().map(|refund| refund.shipping).sum(),
        // What was not paid yet cannot be given back.
        money: Cents(order.total_cents) - balance(&order.parts()),
        credit: order.content.credit_cents(),
        money_refunded: order.money_refunded,
        credit_refunded: order.credit_refunded,
    }
}

impl Shop {
    /// Gives a part of an order back. The buyer is told; when nothing is left to give back, the order is refunded.
    pub async fn refund_order(
        &self,
        id: OrderId,
        form: &RefundForm,
        author: &str,
    ) -> Result<Result<(), RefundRefusal>, StoreError> {
        let Some(order) = self.store().order(id).await? else { return Ok(Err(RefundRefusal::Unknown)) };
        let settings = self.settings().await?;
        let facts = refundable(&order);
        let refund = match check(form, &facts, settings.lang()) {
            Ok(refund) => refund,
            Err(errors) => return Ok(Err(RefundRefusal::Fields(errors))),
        };
        let lang = order.content.lang;
        let credit = refund.as_credit.then(|| {
            let reason =
                if lang == Lang::It { format!("Rimborso dell'ordine {id}") } else { format!("Refund of order {id}") };
            let new = NewCredits {
                emails: vec![order.content.billing.email.trim().to_lowercase()],
                amount: refund.total,
                expires_at: None,
                reason,
            };
            credits_to(&new, author, &settings, lang).pop()
        });
        let booked = NewRefund {
            order_id: id,
            expected: (order.money_refunded, order.credit_refunded),
            mails: vec![refund_mail(&order, &refund, &settings)],
            refund: RefundRecord {
                id: 0,
                as_credit: refund.as_credit,
                cents: refund.total,
                lines: refund.lines,
                shipping: refund.shipping,
                restocked: refund.restock,
                persons_freed: 0,
                reason: refund.reason,
                author: author.to_owned(),
                created_at: self.now(),
            },
            credit: credit.flatten(),
            free_places: refund.free_places,
        };
        if self.store().book_refund(&booked, self.now()).await?.is_none() {
            return Ok(Err(RefundRefusal::Changed));
        }
        self.catalogue_changed();
        if facts.left() == refund.total {
            self.close_refunded(&order, author).await?;
        }
        Ok(Ok(()))
    }

    /// The last cent was given back: the order is refunded. The buyer was told already.
    async fn close_refunded(&self, order: &OrderRecord, author: &str) -> Result<(), StoreError> {
        let (subscriptions, mails) = self.subscriptions_after(order.id, OrderStatus::Refunded).await?;
        let transition = Transition {
            id: order.id,
            from: order.status,
            to: OrderStatus::Refunded,
            stock: StockTaken::Unchanged,
            payment: None,
            coupons: Vec::new(),
            credits: Vec::new(),
            subscriptions,
            note: String::new(),
            author: author.to_owned(),
            mails,
        };
        // Somebody who moved the order meanwhile decided about its state: the refund stands all the same.
        self.store().transition_order(&transition, self.now()).await.map(|_| ())
    }
}

fn refund_mail(order: &OrderRecord, refund: &Refund, settings: &ShopSettings) -> NewMail {
    let lang = order.content.lang;
    let it = lang == Lang::It;
    let number = order.id;
    let name = &order.content.billing.first_name;
    let label = |it_words: &str, en_words: &str| if it { it_words.to_owned() } else { en_words.to_owned() };
    let mut facts: Vec<(String, String)> = refund
        .lines
        .iter()
        .filter_map(|given| {
            let line = order.lines.get(usize::try_from(given.position).ok()?)?;
            let pieces =
                if given.quantity > 0 { format!("{} × {}", line.name, given.quantity) } else { line.name.clone() };
            Some((pieces, price(given.cents, lang)))
        })
        .collect();
    if refund.shipping > Cents::ZERO {
        facts.push((label("Spedizione", "Shipping"), price(refund.shipping, lang)));
    }
    facts.push((label("Totale rimborsato", "Refunded in all"), price(refund.total, lang)));
    if !refund.reason.is_empty() {
        facts.push((label("Motivo", "Reason"), refund.reason.clone()));
    }
    let opening = match (it, refund.as_credit) {
        (true, false) => format!("Ciao {name}, abbiamo disposto un rimborso per il tuo ordine {number}."),
        (true, true) => format!(
            "Ciao {name}, abbiamo rimborsato una parte del tuo ordine {number} come credito: il codice arriva in un messaggio a parte."
        ),
        (false, false) => format!("Hello {name}, we have issued a refund for your order {number}."),
        (false, true) => format!(
            "Hello {name}, we have refunded a part of your order {number} as store credit: its code comes in a message of its own."
        ),
    };
    Letter {
        kind: "customer_refund".into(),
        recipient: order.content.billing.email.clone(),
        subject: if it {
            format!("Rimborso per il tuo ordine {number}")
        } else {
            format!("Refund for your order {number}")
        },
        paragraphs: vec![opening],
        facts,
        button: None,
        closing: Vec::new(),
    }
    .into_mail(settings, lang)
}
