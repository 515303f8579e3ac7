//! The link to an order for who has lost it: sent to the order's own address, never shown.

use shop_core::base::Lang;
use shop_core::order::OrderStatus;
use shop_core::order::lookup::Lookup;
use shop_core::view::FindPurpose;

use crate::mail_template::MailTemplate;
use crate::orders::Orders;
use crate::ports::{OrderRecord, StoreError};

impl Orders {
    /// Sends the link of an order to its address, if the number and the address belong together. Whether they do is not told.
    pub async fn send_order_link(&self, lookup: &Lookup, purpose: FindPurpose) -> Result<(), StoreError> {
        let Some(order) = self.store.order(lookup.id()).await? else { return Ok(()) };
        let known = order.content.billing.email.trim().to_lowercase();
        if known.is_empty() || known != lookup.email() || order.status == OrderStatus::CheckoutDraft {
            return Ok(());
        }
        let settings = self.context.settings().await?;
        let lang = order.content.lang;
        let mail = letter(&order, purpose, self.context.public_url()).into_mail(&settings, lang);
        self.store.queue_mail(&mail, self.context.now()).await
    }
}

fn letter(order: &OrderRecord, purpose: FindPurpose, base: &str) -> MailTemplate {
    let it = order.content.lang == Lang::It;
    let (number, key, name) = (order.id, &order.order_key, &order.content.billing.first_name);
    let word = |it_words: String, en_words: String| if it { it_words } else { en_words };
    let (opening, label, path) = match purpose {
        FindPurpose::Order => (
            word(
                format!("Ciao {name}, ecco il link per vedere il tuo ordine {number}."),
                format!("Hello {name}, here is the link to see your order {number}."),
            ),
            word("Vedi il tuo ordine".into(), "See your order".into()),
            order.received_path(),
        ),
        FindPurpose::Withdrawal => (
            word(
                format!("Ciao {name}, ecco il link per recedere dal contratto relativo al tuo ordine {number}."),
                format!("Hello {name}, here is the link to withdraw from the contract of your order {number}."),
            ),
            word("Recedere dal contratto qui".into(), "Withdraw from the contract here".into()),
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
        subject: word(format!("Il link al tuo ordine {number}"), format!("The link to your order {number}")),
        paragraphs: vec![opening],
        button: Some((label, format!("{base}{path}"))),
        closing: vec![word(
            "Chi ha questo link vede l'ordine: non inoltrarlo. Se non l'hai chiesto tu, ignora questo messaggio."
                .into(),
            "Whoever has this link sees the order: do not forward it. If you did not ask for it, ignore this message."
                .into(),
        )],
        ..MailTemplate::default()
    }
}
