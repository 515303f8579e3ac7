//! Cards that expire before the next payment of a subscription.

use shop_core::base::calendar::local_day;
use shop_core::base::time::{UnixSeconds, civil};

use crate::orders::renewals::Renewals;
use crate::ports::{GatewayMethod, StoreError};

/// Days before a payment at which its card is checked: enough for the bank's new card to have arrived.
const CHECK_DAYS: i64 = 14;
/// Subscriptions per batch.
const AT_ONCE: u64 = 50;

impl Renewals {
    /// Notifies owners whose card expires before the next charge, once per payment; returns how many.
    pub(super) async fn notify_expiring_cards(&self, now: UnixSeconds) -> Result<usize, StoreError> {
        let today = local_day(now);
        let mut notified = 0;
        for record in self.store.subscriptions_to_check_cards((today, today + CHECK_DAYS), AT_ONCE).await? {
            let (Some(day), saved) = (record.state.next_day, self.subscriptions.method_of(&record).await?) else {
                continue;
            };
            let mut ends = None;
            if let Some(saved) = saved.filter(|saved| ends_before(&saved.method, day)) {
                // The provider may know a new expiry date from the bank.
                let known = match self.context.gateway() {
                    Some(gateway) => gateway.method(&saved.method.id).await.unwrap_or_else(|_| saved.method.clone()),
                    None => saved.method.clone(),
                };
                if known.expires != saved.method.expires {
                    self.store.save_method(record.customer_id, &self.context.gateway_scope(), &known, now).await?;
                }
                ends = ends_before(&known, day).then_some(known);
            }
            let settings = self.context.settings().await?;
            let mail = ends.map(|method| self.subscriptions.mails(&settings).card_ends(&record, &method, day));
            let noted = self.store.note_card_check(record.id, day, mail.as_ref(), now).await?;
            notified += usize::from(noted && mail.is_some());
        }
        Ok(notified)
    }
}

/// Whether a card has expired by a day; it is valid through the end of its month.
fn ends_before(method: &GatewayMethod, day: i64) -> bool {
    let (year, month, _) = civil(day);
    method.expires.is_some_and(|(last, in_year)| (i64::from(in_year), i64::from(last)) < (year, month))
}

#[cfg(test)]
mod tests {
    use shop_core::payments::method::PaymentMethod;

    use super::*;

    #[test]
    fn a_card_is_good_until_its_month_is_over() {
        let card = |expires| GatewayMethod {
            id: "pm_1".into(),
            kind: PaymentMethod::Card,
            customer: None,
            brand: "visa".into(),
            last4: "4242".into(),
            expires,
            email: String::new(),
        };
        // 31 August and 1 September 2027.
        let (last, after) = (21_061, 21_062);
        assert!(!ends_before(&card(Some((8, 2027))), last));
        assert!(ends_before(&card(Some((8, 2027))), after));
        assert!(ends_before(&card(Some((12, 2026))), last));
        assert!(!ends_before(&card(None), after), "accounts do not end");
    }
}
