//! The cart at login: the guest's cart is merged into the account's.

use shop_core::base::CustomerId;
use shop_core::checkout::address::Address;

use crate::cart::{Carts, customer_key};
use crate::ports::{CartRecord, SaveOutcome, StoreError};
use crate::records::{CartContent, CartLine};

/// Maximum number of attempts when other requests write the same cart.
const MAX_TRIES: usize = 8;

impl Carts {
    /// Merges a guest's cart into the account's: quantities of equal lines add up, other lines follow; coupons are united.
    /// Quantities above the stock are lowered when the cart is opened. The guest's cart is deleted.
    pub async fn adopt_guest_cart(&self, guest_key: &str, id: CustomerId) -> Result<(), StoreError> {
        let key = customer_key(id);
        if guest_key.is_empty() || guest_key == key {
            return Ok(());
        }
        let now = self.context.now();
        let Some(guest) = self.store.load_cart(guest_key, now).await? else { return Ok(()) };
        for _ in 0..MAX_TRIES {
            let own = self.store.load_cart(&key, now).await?;
            let merged = CartRecord {
                session_key: key.clone(),
                customer_id: Some(id),
                version: own.as_ref().map_or(0, |cart| cart.version),
                content: joined(own.map(|cart| cart.content), &guest.content),
                expires_at: guest.expires_at,
            };
            if self.store.save_cart(&merged, now).await? == SaveOutcome::Saved {
                return self.store.delete_cart(guest_key).await;
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }
}

fn joined(own: Option<CartContent>, guest: &CartContent) -> CartContent {
    let Some(mut out) = own else { return guest.clone() };
    add_lines(&mut out.lines, &guest.lines);
    for code in &guest.coupons {
        if !out.coupons.contains(code) {
            out.coupons.push(code.clone());
        }
    }
    for code in &guest.credits {
        if !out.credits.contains(code) {
            out.credits.push(code.clone());
        }
    }
    let is_blank = |address: &Address| address.address_1.is_empty() && address.city.is_empty();
    if is_blank(&out.billing) {
        out.billing = guest.billing.clone();
    }
    if is_blank(&out.shipping) {
        out.shipping = guest.shipping.clone();
    }
    if out.order_note.is_empty() {
        out.order_note.clone_from(&guest.order_note);
    }
    // The guest's choice is the more recent one.
    if !guest.payment_method.is_empty() {
        out.payment_method.clone_from(&guest.payment_method);
    }
    if !guest.delivery.rate_id.is_empty() {
        out.delivery.clone_from(&guest.delivery);
    }
    if guest.vat.is_some() {
        out.vat.clone_from(&guest.vat);
    }
    out.made.extend(guest.made.iter().cloned());
    out.notices.extend(guest.notices.iter().cloned());
    out.unreported.extend(guest.unreported.iter().cloned());
    // A guest's declined order continues in the account that was created with it.
    if guest.ordered.is_some() {
        out.ordered.clone_from(&guest.ordered);
        out.unpaid = guest.unpaid;
    }
    out
}

/// Adds the quantities of equal lines; other lines follow.
fn add_lines(lines: &mut Vec<CartLine>, added: &[CartLine]) {
    for line in added {
        match lines.iter_mut().find(|known| known.key == line.key) {
            Some(known) => known.quantity = known.quantity.saturating_add(line.quantity),
            None => lines.push(line.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shop_core::cart::shipping::DeliveryChoice;

    fn cart(lines: &[(&str, i64)], coupons: &[&str]) -> CartContent {
        CartContent {
            lines: lines
                .iter()
                .map(|(key, quantity)| CartLine { key: (*key).into(), quantity: *quantity, ..CartLine::default() })
                .collect(),
            coupons: coupons.iter().map(|code| (*code).to_owned()).collect(),
            ..CartContent::default()
        }
    }

    #[test]
    fn equal_lines_add_up_and_others_follow() {
        let out =
            joined(Some(cart(&[("a", 2), ("b", 1)], &["dieci"])), &cart(&[("b", 3), ("c", 1)], &["dieci", "venti"]));
        let lines: Vec<(&str, i64)> = out.lines.iter().map(|line| (line.key.as_str(), line.quantity)).collect();
        assert_eq!(lines, [("a", 2), ("b", 4), ("c", 1)]);
        assert_eq!(out.coupons, ["dieci", "venti"]);
    }

    #[test]
    fn the_ways_of_payment_and_delivery_chosen_last_stay_chosen() {
        let by = |method: &str| CartContent { payment_method: method.into(), ..cart(&[], &[]) };
        assert_eq!(joined(Some(by("")), &by("bacs")).payment_method, "bacs");
        assert_eq!(joined(Some(by("stripe")), &by("bacs")).payment_method, "bacs");
        assert_eq!(joined(Some(by("stripe")), &by("")).payment_method, "stripe");
        let to = |rate: &str| {
            let delivery = DeliveryChoice { rate_id: rate.into(), offered: vec!["flat_rate:1".into()] };
            CartContent { delivery, ..cart(&[], &[]) }
        };
        assert_eq!(joined(Some(to("flat_rate:1")), &to("local_pickup:2")).delivery.rate_id, "local_pickup:2");
        assert_eq!(joined(Some(to("flat_rate:1")), &cart(&[], &[])).delivery.rate_id, "flat_rate:1");
    }

    #[test]
    fn the_accounts_own_address_stays_and_a_missing_one_is_taken_over() {
        let street = |text: &str| Address { address_1: text.into(), city: "Roma".into(), ..Address::default() };
        let mut guest = cart(&[], &[]);
        guest.billing = street("Via Ospite 1");
        let mut own = cart(&[], &[]);
        assert_eq!(joined(Some(own.clone()), &guest).billing.address_1, "Via Ospite 1");
        own.billing = street("Via Propria 2");
        assert_eq!(joined(Some(own), &guest).billing.address_1, "Via Propria 2");
    }
}
