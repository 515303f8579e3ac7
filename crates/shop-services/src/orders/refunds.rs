//! Giving money back: what can be given back of an order, and booking it.

use shop_core::base::format::price;
use shop_core::base::{Cents, FieldError, Lang, OrderId};
use shop_core::coupon::credit_check::NewCredits;
use shop_core::order::OrderStatus;
use shop_core::order::instalment::balance;
use shop_core::order::refund::{Refund, RefundForm, RefundProgress, Refundable, RefundableLine, check};

use crate::credit::credits_to;
use crate::mail_template::MailTemplate;
use crate::payments::{ASKING_S, left_by_gateway, taken_from};
use crate::ports::{
    NewMail, NewRefund, OrderRecord, PaymentRecord, RefundAgain, RefundRecord, StockTaken, StoreError, Transition,
};
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

/// An order as far as refunds ask, with its payments by the provider.
pub fn refundable(order: &OrderRecord, payments: &[PaymentRecord]) -> Refundable {
    // Pieces that came back came back, even if their money did not arrive.
    let given = |position: i64| {
        let all = order.refunds.iter().flat_map(|refund| refund.lines.iter().map(move |line| (refund, line)));
        let of_line = all.filter(move |(_, line)| line.position == position);
        of_line.fold((0, Cents::ZERO), |(pieces, cents), (refund, line)| {
            let arrived = if refund.failed < refund.cents { line.cents } else { Cents::ZERO };
            (pieces + line.quantity, cents + arrived)
        })
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
        shipping_refunded: order
            .refunds
            .iter()
            .filter(|refund| refund.failed < refund.cents)
            .map(|refund| refund.shipping)
            .sum(),
        // What was not paid yet cannot be given back.
        money: Cents(order.total_cents) - balance(&order.parts()),
        credit: order.content.credit_cents(),
        money_refunded: order.money_refunded,
        credit_refunded: order.credit_refunded,
        by_gateway: left_by_gateway(order, payments),
    }
}

impl Shop {
    /// What a refund would give back, and what would be left. Nothing is written.
    pub async fn preview_refund(
        &self,
        id: OrderId,
        form: &RefundForm,
    ) -> Result<Result<(Refund, Cents), RefundRefusal>, StoreError> {
        let Some(order) = self.store().order(id).await? else { return Ok(Err(RefundRefusal::Unknown)) };
        let facts = refundable(&order, &self.store().payments_of(id).await?);
        let checked = check(form, &facts, self.settings().await?.lang());
        Ok(match checked {
            Ok(refund) => {
                let left = facts.left() - refund.total;
                Ok((refund, left))
            }
            Err(errors) => Err(RefundRefusal::Fields(errors)),
        })
    }

    /// Gives a part of an order back. The buyer is told; when nothing is left to give back, the order is refunded. `known`: how
    /// many refunds the order had for whoever asks: with another one since then nothing is given back, so that a second
    /// click gives nothing twice.
    pub async fn refund_order(
        &self,
        id: OrderId,
        form: &RefundForm,
        known: Option<usize>,
        author: &str,
    ) -> Result<Result<(), RefundRefusal>, StoreError> {
        let Some(order) = self.store().order(id).await? else { return Ok(Err(RefundRefusal::Unknown)) };
        if known.is_some_and(|known| known != order.refunds.len()) {
            return Ok(Err(RefundRefusal::Changed));
        }
        let settings = self.settings().await?;
        let payments = self.store().payments_of(id).await?;
        let facts = refundable(&order, &payments);
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
            credits_to(self.random(), &new, author, &settings, lang).pop()
        });
        let parts = if refund.by_gateway { taken_from(&order, &payments, refund.total) } else { Vec::new() };
        let record = RefundRecord {
            as_credit: refund.as_credit,
            cents: refund.total,
            lines: refund.lines,
            shipping: refund.shipping,
            restocked: refund.restock,
            reason: refund.reason,
            author: author.to_owned(),
            created_at: self.now(),
            ..RefundRecord::default()
        };
        let booked = NewRefund {
            order_id: id,
            expected: (order.money_refunded, order.credit_refunded),
            // Of what the provider gives back the buyer hears when the provider has said yes.
            mails: if parts.is_empty() { vec![refund_mail(&order, &record, &settings)] } else { Vec::new() },
            refund: record,
            credit: credit.flatten(),
            parts,
            check_at: self.now() + ASKING_S,
            free_places: refund.free_places,
        };
        let Some(number) = self.store().book_refund(&booked, self.now()).await? else {
            return Ok(Err(RefundRefusal::Changed));
        };
        self.catalogue_changed();
        self.ask_refund(id, number).await?;
        self.close_when_refunded(id, author).await?;
        Ok(Ok(()))
    }

    /// Gives back again what failed of a refund, by the provider or by other means.
    pub async fn refund_again(
        &self,
        id: OrderId,
        number: i64,
        how: RefundAgain,
        author: &str,
    ) -> Result<Result<(), RefundRefusal>, StoreError> {
        if self.store().order(id).await?.is_none() {
            return Ok(Err(RefundRefusal::Unknown));
        }
        if !self.store().refund_again(id, number, how, author, self.now()).await? {
            return Ok(Err(RefundRefusal::Changed));
        }
        self.ask_refund(id, number).await?;
        self.close_when_refunded(id, author).await?;
        Ok(Ok(()))
    }

    /// Gives back by the provider all that is left there, in a refund without lines; `true`: it has said yes to all of it.
    pub(crate) async fn refund_left(
        &self,
        order: &OrderRecord,
        payments: &[PaymentRecord],
        reason: &str,
        author: &str,
    ) -> Result<Result<bool, RefundRefusal>, StoreError> {
        let left = left_by_gateway(order, payments).unwrap_or_default();
        if left <= Cents::ZERO {
            return Ok(Ok(true));
        }
        let booked = NewRefund {
            order_id: order.id,
            expected: (order.money_refunded, order.credit_refunded),
            refund: RefundRecord {
                cents: left,
                reason: reason.to_owned(),
                author: author.to_owned(),
                created_at: self.now(),
                ..RefundRecord::default()
            },
            credit: None,
            parts: taken_from(order, payments, left),
            check_at: self.now() + ASKING_S,
            free_places: false,
            mails: Vec::new(),
        };
        let Some(number) = self.store().book_refund(&booked, self.now()).await? else {
            return Ok(Err(RefundRefusal::Changed));
        };
        Ok(Ok(self.ask_refund(order.id, number).await?))
    }

    /// Makes an order refunded when its last cent was given back and the provider has said yes to all of it.
    pub(crate) async fn close_when_refunded(&self, id: OrderId, author: &str) -> Result<(), StoreError> {
        let Some(order) = self.store().order(id).await? else { return Ok(()) };
        let payments = self.store().payments_of(id).await?;
        if order.status.can_become(OrderStatus::Refunded) && is_refunded(&order, &payments) {
            self.close_refunded(&order, author).await?;
        }
        Ok(())
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

/// Whether all was given back, and nothing of it is being asked for.
pub(crate) fn is_refunded(order: &OrderRecord, payments: &[PaymentRecord]) -> bool {
    let asked = |refund: &RefundRecord| refund.parts.iter().any(|part| part.state == RefundProgress::Asked);
    let given = order.money_refunded + order.credit_refunded;
    given > Cents::ZERO && refundable(order, payments).left() == Cents::ZERO && !order.refunds.iter().any(asked)
}

pub(crate) fn refund_mail(order: &OrderRecord, refund: &RefundRecord, settings: &ShopSettings) -> NewMail {
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
    facts.push((label("Totale rimborsato", "Refunded in all"), price(refund.cents, lang)));
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
    MailTemplate {
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
