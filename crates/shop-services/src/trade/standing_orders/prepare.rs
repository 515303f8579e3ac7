//! Prepares due standing orders: their buyers get one e-mail for each delivery day.

use shop_core::base::calendar::local_day;
use shop_core::base::format::price;
use shop_core::base::{Cents, Params};
use shop_core::catalogue::purchase::words::day_with_weekday;
use shop_core::platform::messages::{codes, sentence, text};
use shop_core::trade::standing_order::StandingState;

use super::{PATH, StandingOrders, keeper};
use crate::accounts::buyer::Buyer;
use crate::content::mail_template::MailTemplate;
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, StandingOrderRecord, StandingOrderStep, StoreError};
use crate::trade::bulk_orders::BulkOutlook;

/// Standing orders per batch.
const AT_ONCE: u64 = 200;
/// Days between the e-mail and the first day on which the order could be ready.
const TO_THINK_DAYS: i64 = 3;
/// Maximum number of lines in an e-mail; the page shows the rest.
const MAX_MAIL_LINES: usize = 60;

impl StandingOrders {
    /// Sends e-mails for due standing orders; returns how many. E-mail and next day are stored together: an interrupted run has
    /// done both or neither, and of two processes one does it.
    pub async fn prepare_due(&self) -> Result<usize, StoreError> {
        let settings = self.context.settings().await?;
        let today = local_day(self.context.now());
        let until = today.saturating_add(days_before(&settings));
        let mut written = 0;
        for order in self.store.due_standing_orders(until, AT_ONCE).await? {
            let step = self.step(&order, &settings, today, until).await?;
            let done = self.store.step_standing_order(&order, &step, self.context.now()).await?;
            written += usize::from(done && step.prepared.is_some());
        }
        Ok(written)
    }

    async fn step(
        &self,
        order: &StandingOrderRecord,
        settings: &ShopSettings,
        today: i64,
        until: i64,
    ) -> Result<StandingOrderStep, StoreError> {
        // Days that passed while the worker was not running are skipped.
        let day = if order.next_on > today { order.next_on } else { order.plan().next_after(today) };
        if day > until {
            return Ok(StandingOrderStep { state: StandingState::Active, next_on: day, prepared: None });
        }
        let customer = self.store.customer(order.customer_id).await?.filter(|customer| !customer.blocked);
        let buyer = customer.as_ref().map(Buyer::of);
        let allowed_buyer = buyer.filter(|buyer| keeper(buyer).is_ok_and(|trade| trade.company_id == order.company_id));
        let (Some(customer), Some(buyer)) = (customer, allowed_buyer) else {
            // Its creator may no longer buy: it is paused until somebody of the company resumes it.
            return Ok(StandingOrderStep { state: StandingState::Paused, next_on: order.next_on, prepared: None });
        };
        let outlook = self.outlook(&buyer, order).await?;
        let next_on = order.plan().next_after(day);
        let url = self.context.addresses().page_in(settings.lang(), &format!("{PATH}{}/", order.id));
        let mail = message(order, &outlook, &customer.email, (day, next_on), &url, settings);
        Ok(StandingOrderStep { state: StandingState::Active, next_on, prepared: Some((day, mail)) })
    }
}

/// Days before delivery at which an order is prepared: enough to order in time, weekends included.
fn days_before(settings: &ShopSettings) -> i64 {
    settings.delivery_days.preparation_days.saturating_mul(2).saturating_add(TO_THINK_DAYS)
}

fn message(
    order: &StandingOrderRecord,
    outlook: &BulkOutlook,
    recipient: &str,
    (day, next): (i64, i64),
    url: &str,
    settings: &ShopSettings,
) -> NewMail {
    let lang = settings.lang();
    let params = Params::from([
        ("list".to_owned(), order.list_title.clone()),
        ("day".to_owned(), day_with_weekday(day, lang)),
        ("next".to_owned(), day_with_weekday(next, lang)),
    ]);
    let translate = |code: &str| text(code, &params, lang);
    let line = |(label, quantity, cents): &(String, i64, Cents)| (format!("{quantity} × {label}"), price(*cents, lang));
    let mut facts: Vec<(String, String)> = outlook.lines.iter().take(MAX_MAIL_LINES).map(line).collect();
    if outlook.lines.len() > MAX_MAIL_LINES {
        facts.push(("…".to_owned(), (outlook.lines.len() - MAX_MAIL_LINES).to_string()));
    }
    facts.push((translate(codes::MAIL_STANDING_TOTAL), price(outlook.total, lang)));
    let missing = outlook.left_out.iter().chain(&outlook.changed).take(MAX_MAIL_LINES);
    facts.extend(missing.map(|error| (translate(codes::MAIL_STANDING_MISSING), sentence(error, lang))));
    MailTemplate {
        kind: "standing_order_due".into(),
        recipient: recipient.into(),
        subject: translate(codes::MAIL_STANDING_SUBJECT),
        paragraphs: vec![translate(codes::MAIL_STANDING)],
        facts,
        button: Some((translate(codes::MAIL_STANDING_OPEN), url.to_owned())),
        closing: vec![translate(codes::MAIL_STANDING_CLOSING)],
    }
    .into_mail(settings, lang)
}
