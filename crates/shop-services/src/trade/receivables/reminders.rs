//! Payment reminders for overdue orders by invoice.

use shop_core::base::calendar::local_day;
use shop_core::base::format::price;
use shop_core::platform::words::order_texts;

use super::Receivables;
use crate::content::mail_template::MailTemplate;
use crate::orders::{format_due_day, transfer_details};
use crate::platform::settings::ShopSettings;
use crate::ports::{NewMail, OrderRecord, Receivable, StoreError};

/// Number of orders per batch.
const AT_ONCE: u64 = 50;

impl Receivables {
    /// Sends one reminder for each order by invoice that has been overdue for the configured number of days; returns how many.
    pub async fn remind(&self) -> Result<usize, StoreError> {
        let settings = self.context.settings().await?;
        let days = settings.trade.invoice_reminder_days;
        if days <= 0 {
            return Ok(0);
        }
        let now = self.context.now();
        let mut count = 0;
        for one in self.store.receivables_to_remind(local_day(now) - days + 1, AT_ONCE).await? {
            let Some(order) = self.store.order(one.order_id).await? else { continue };
            let mails = self.reminders(&one, &order, &settings).await?;
            count += usize::from(self.store.remind_of_receivable(one.order_id, &mails, now).await?);
        }
        Ok(count)
    }

    /// To the main account, which pays; if there is none, to the account that ordered.
    async fn reminders(
        &self,
        one: &Receivable,
        order: &OrderRecord,
        settings: &ShopSettings,
    ) -> Result<Vec<NewMail>, StoreError> {
        let company = self.store.company(one.company_id).await?;
        let owner = match &company {
            Some(company) => self.store.account(company.owner_id).await?,
            None => None,
        };
        let recipient = owner.map_or_else(|| order.content.billing.email.clone(), |owner| owner.email);
        let lang = order.content.lang;
        let (number, due) = (one.order_id, format_due_day(one.due_day, lang));
        let mut facts = vec![
            (order_texts::still_to_pay(lang).to_owned(), price(one.open_cents, lang)),
            (order_texts::due_by(lang).to_owned(), due),
        ];
        facts.extend(transfer_details(&number.to_string(), settings, lang));
        let template = MailTemplate {
            kind: "trade_invoice_overdue".into(),
            recipient,
            subject: order_texts::overdue_subject(lang, number),
            paragraphs: vec![order_texts::overdue_opening(lang, number)],
            facts,
            button: Some((
                order_texts::see_open_invoices(lang).to_owned(),
                self.context.addresses().page_in(lang, "/my-account/invoices/"),
            )),
            closing: Vec::new(),
        };
        Ok(vec![template.into_mail(settings, lang)])
    }
}
