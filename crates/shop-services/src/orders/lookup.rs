//! Recovery of a lost order link: it is sent to the order's own address, and never shown.

use shop_core::orders::OrderStatus;
use shop_core::orders::lookup::Lookup;
use shop_core::platform::words::order_texts;
use shop_core::view::FindPurpose;

use crate::content::mail_template::MailTemplate;
use crate::orders::Orders;
use crate::ports::{OrderRecord, StoreError};

impl Orders {
    /// Sends an order's link to its address if number and address match. The response does not reveal whether they do.
    pub async fn send_order_link(&self, lookup: &Lookup, purpose: FindPurpose) -> Result<(), StoreError> {
        let Some(order) = self.store.order(lookup.id()).await? else { return Ok(()) };
        let known = order.content.billing.email.trim().to_lowercase();
        if known.is_empty() || known != lookup.email() || order.status == OrderStatus::CheckoutDraft {
            return Ok(());
        }
        let settings = self.context.settings().await?;
        let lang = order.content.lang;
        let mail = build_mail(&order, purpose, &self.context.addresses().base(lang)).into_mail(&settings, lang);
        self.store.queue_mail(&mail, self.context.now()).await
    }
}

fn build_mail(order: &OrderRecord, purpose: FindPurpose, base: &str) -> MailTemplate {
    let lang = order.content.lang;
    let (number, key, name) = (order.id, &order.order_key, &order.content.billing.first_name);
    let (opening, label, path) = match purpose {
        FindPurpose::Order => (
            order_texts::link_to_order(lang, name, number),
            order_texts::see_your_order(lang).to_owned(),
            order.received_path(),
        ),
        FindPurpose::Withdrawal => (
            order_texts::link_to_withdrawal(lang, name, number),
            order_texts::withdraw_here(lang).to_owned(),
            format!("/recesso/{number}/?key={key}"),
        ),
    };
    MailTemplate {
        kind: match purpose {
            FindPurpose::Order => "customer_order_link",
            FindPurpose::Withdrawal => "customer_withdrawal_link",
        }
        .into(),
        recipient: order.content.billing.email.clone(),
        subject: order_texts::link_subject(lang, number),
        paragraphs: vec![opening],
        button: Some((label, format!("{base}{path}"))),
        closing: vec![order_texts::link_secret(lang).to_owned()],
        ..MailTemplate::default()
    }
}
