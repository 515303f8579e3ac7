//! Notes that staff add to an order: for staff, or for the buyer, who gets an e-mail.

use maud::{DOCTYPE, html};
use shop_core::base::OrderId;
use shop_core::platform::words::order_texts;

use crate::orders::Orders;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, OrderRecord, StoreError};

const STAFF_NOTE: &str = "note";
/// Kind of a history note for the buyer.
pub const BUYER_NOTE: &str = "customer_note";

impl Orders {
    /// Adds a note to an order; `false` if there is no such order.
    pub async fn note_order(&self, id: OrderId, note: &str, to_buyer: bool, author: &str) -> Result<bool, StoreError> {
        let (store, now) = (&self.store, self.context.now());
        let Some(order) = store.order(id).await? else { return Ok(false) };
        let kind = if to_buyer { BUYER_NOTE } else { STAFF_NOTE };
        if !store.add_order_note(id, kind, note, author, now).await? {
            return Ok(false);
        }
        if to_buyer {
            let settings = self.context.settings().await?;
            store.queue_mail(&for_buyer(&order, note, &settings), now).await?;
        }
        Ok(true)
    }
}

/// The e-mail in the order's language. All user input is escaped.
fn for_buyer(order: &OrderRecord, note: &str, settings: &ShopSettings) -> NewMail {
    let lang = order.content.lang;
    let name = &order.content.billing.first_name;
    let number = order.id;
    let (subject, opening) = (order_texts::note_subject(lang, number), order_texts::note_opening(lang, name, number));
    let seller = settings.mail_closing(lang);
    let body = html! {
        (DOCTYPE)
        html lang=(lang.as_str()) {
            head { meta charset="utf-8"; title { (subject) } }
            body style="margin:0;background:#f6f2ea;font-family:Georgia,serif;color:#26221c" {
                div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fffdf8" {
                    p style="margin:0 0 24px;font-size:22px" { (settings.shop.name) }
                    h1 style="font-size:20px;font-weight:normal;margin:0 0 12px" { (subject) }
                    p style="line-height:1.5" { (opening) }
                    blockquote style="margin:16px 0;padding:0 16px;border-left:3px solid #e7e0d4;line-height:1.5" {
                        @for line in note.lines() { (line) br; }
                    }
                    hr style="border:0;border-top:1px solid #e7e0d4;margin:24px 0";
                    p style="font-size:12px;color:#6b6358;line-height:1.5" { @for line in &seller { (line) br; } }
                }
            }
        }
    };
    NewMail {
        kind: BUYER_NOTE.into(),
        recipient: order.content.billing.email.clone(),
        body_html: body.into_string(),
        body_text: format!("{opening}\n\n{note}\n\n-- \n{}\n", seller.join("\n")),
        subject,
        delay_s: 0,
        unsubscribe_url: String::new(),
    }
}
