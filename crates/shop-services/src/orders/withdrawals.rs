//! Online withdrawal from a contract.

use std::sync::Arc;

use shop_core::base::calendar::moment;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{FieldError, Lang};
use shop_core::orders::OrderStatus;
use shop_core::orders::withdrawal::{Window, Withdrawal, WithdrawalLine, window};
use shop_core::platform::words::{order_texts, staff_texts};

use super::view::line_text;
use crate::content::mail_template::MailTemplate;
use crate::orders::OrderFiles;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    DownloadStore, NewMail, NewWithdrawal, OrderRecord, OrderStore, StoreError, WithdrawalRecord, WithdrawalStore,
    ports,
};

/// Withdrawal data of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawalState {
    /// Whether withdrawal is possible now.
    pub window: Window,
    pub lines: Vec<WithdrawalLine>,
    pub declared: Vec<WithdrawalRecord>,
}

impl WithdrawalState {
    /// Whether anything can be withdrawn from now.
    pub fn is_open(&self) -> bool {
        matches!(self.window, Window::Open(_)) && self.lines.iter().any(|line| line.excluded().is_none())
    }
}

ports! {
    pub(crate) trait WithdrawalsPorts: DownloadStore + OrderStore + WithdrawalStore
}

/// Withdrawals from contracts.
#[derive(Clone)]
pub struct Withdrawals {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn WithdrawalsPorts>,
    pub(crate) order_files: OrderFiles,
}

impl Withdrawals {
    /// Returns what can be withdrawn from in an order.
    pub async fn withdrawal_state(&self, order: &OrderRecord) -> Result<WithdrawalState, StoreError> {
        let completed_at = if order.status == OrderStatus::Completed {
            let events = self.store.order_events(order.id).await?;
            events.iter().rfind(|event| event.to_status == Some(OrderStatus::Completed)).map(|event| event.created_at)
        } else {
            None
        };
        let declared = self.store.withdrawals(order.id).await?;
        let has_files = order.lines.iter().any(|line| line.content.downloadable);
        let fetched = if has_files && self.order_files.files_consent(order).await? {
            self.store.fetched_files(order.id).await?
        } else {
            Vec::new()
        };
        let lines = (0_i64..)
            .zip(&order.lines)
            .map(|(position, line)| WithdrawalLine {
                position,
                perishable: line.content.perishable,
                dated: line.content.booking.is_some(),
                sealed: line.content.sealed,
                personalised: line.content.personalised,
                fetched: fetched.iter().any(|(key, times)| key.product == line.product_id && *times > 0),
                declared: declared.iter().any(|one| one.lines.contains(&position)),
            })
            .collect();
        let window = match order.company_id {
            Some(_) => Window::Trade,
            None => window(order.status, completed_at, self.context.now()),
        };
        Ok(WithdrawalState { window, lines, declared })
    }

    /// Receives a declaration: it is stored, added to the order's history, acknowledged, and the shop is notified. `None` if the
    /// same was declared meanwhile.
    pub async fn declare_withdrawal(
        &self,
        order: &OrderRecord,
        withdrawal: &Withdrawal,
    ) -> Result<Option<i64>, StoreError> {
        let settings = self.context.settings().await?;
        let now = self.context.now();
        let texts: Vec<String> = withdrawal
            .lines()
            .iter()
            .filter_map(|position| order.lines.get(usize::try_from(*position).ok()?))
            .map(line_text)
            .collect();
        let mut mails = vec![acknowledgement(order, withdrawal, &texts, &settings, now)];
        if !settings.orders_address().is_empty() {
            mails.push(for_shop(order, withdrawal, &texts, &settings, now));
        }
        let new = NewWithdrawal {
            order_id: order.id,
            name: withdrawal.name().to_owned(),
            email: withdrawal.email().to_owned(),
            lines: withdrawal.lines().to_vec(),
            note: format!("{} ({}): {}", withdrawal.name(), withdrawal.email(), texts.join("; ")),
            mails,
        };
        self.store.add_withdrawal(&new, now).await
    }
}

/// The acknowledgement on a durable medium: content, date and time (Codice del consumo art. 54-bis).
fn acknowledgement(
    order: &OrderRecord,
    withdrawal: &Withdrawal,
    texts: &[String],
    settings: &ShopSettings,
    now: UnixSeconds,
) -> NewMail {
    let lang = order.content.lang;
    let (number, name) = (order.id, withdrawal.name());
    MailTemplate {
        kind: "customer_withdrawal".into(),
        recipient: withdrawal.email().to_owned(),
        subject: order_texts::withdrawal_subject(lang, number),
        paragraphs: vec![order_texts::withdrawal_received(lang, name)],
        facts: facts(order, withdrawal, texts, lang, now),
        closing: vec![order_texts::withdrawal_what_next(lang).to_owned()],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}

fn facts(
    order: &OrderRecord,
    withdrawal: &Withdrawal,
    texts: &[String],
    lang: Lang,
    now: UnixSeconds,
) -> Vec<(String, String)> {
    let mut out = vec![
        (order_texts::received_on(lang).to_owned(), moment(now, lang)),
        (order_texts::order(lang).to_owned(), order.id.to_string()),
        (order_texts::ordered_on(lang).to_owned(), shop_core::base::calendar::day(order.created_at, lang)),
        (order_texts::name(lang).to_owned(), withdrawal.name().to_owned()),
        (order_texts::email(lang).to_owned(), withdrawal.email().to_owned()),
    ];
    out.extend(texts.iter().map(|text| (order_texts::withdrawal_from(lang).to_owned(), text.clone())));
    out
}

fn for_shop(
    order: &OrderRecord,
    withdrawal: &Withdrawal,
    texts: &[String],
    settings: &ShopSettings,
    now: UnixSeconds,
) -> NewMail {
    MailTemplate {
        kind: "withdrawal".into(),
        recipient: settings.orders_address().to_owned(),
        subject: staff_texts::withdrawal_subject(Lang::It, order.id, &settings.shop.name),
        paragraphs: vec![staff_texts::withdrawal_arrived(Lang::It).to_owned()],
        facts: facts(order, withdrawal, texts, Lang::It, now),
        ..MailTemplate::default()
    }
    .into_mail(settings, Lang::It)
}

/// Explains why an order cannot be withdrawn from; `None` if it can.
pub fn withdrawal_closed(state: &WithdrawalState, order: &OrderRecord, lang: Lang) -> Option<FieldError> {
    use shop_core::platform::messages::codes;
    match state.window {
        Window::NoContract => Some(
            FieldError::new("", codes::WITHDRAWAL_NO_CONTRACT)
                .with("status", super::status_label(order.status, lang).to_lowercase()),
        ),
        Window::Ended(end) => Some(
            // The last day of the period, not the midnight after it.
            FieldError::new("", codes::WITHDRAWAL_ENDED).with("date", shop_core::base::calendar::day(end - 1, lang)),
        ),
        Window::Trade => Some(FieldError::new("", codes::WITHDRAWAL_CONSUMERS_ONLY)),
        Window::Open(_) if !state.is_open() => Some(FieldError::new("", codes::WITHDRAWAL_NOTHING_LEFT)),
        Window::Open(_) => None,
    }
}
