//! Use cases of the cart.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use shop_core::base::CustomerId;
use shop_core::checkout::address::Address;
use shop_core::platform::messages::codes;

use super::cart_key::is_customer_key;
use super::change_name::ChangeName;
use super::coupon_loader::CouponLoader;
use super::customer::{AddressChange, AddressRefusal};
use super::gate::CartGate;
use super::lines::{self, AddItem, CartRefusal};
use super::open_cart::OpenCart;
use super::purchases::StockNow;
use super::{applied_coupons, credits, removed_lines};
use crate::catalogue::Catalogue;
use crate::platform::context::Context;
use crate::ports::{
    AccountStore, BookingStore, CartStore, CustomerStore, OfferStore, OrderRecord, OrderStore, SaveOutcome, StockStore,
    StoreError, VatCheckStore, ports,
};
use crate::records::{CartContent, CartLine, StoredNotice};

/// Number of locks for sessions.
const CART_LOCKS: usize = 64;

/// Maximum number of retries when other processes write the same cart.
const MAX_TRIES: usize = 100;

/// A change of the cart.
pub(crate) type Change<'a, T> =
    &'a (dyn Fn(&mut CartContent, &Catalogue, &StockNow) -> Result<T, CartRefusal> + Send + Sync);

/// Maximum number of messages stored for a visitor's next page.
const MAX_NOTICES: usize = 20;

ports! {
    pub(crate) trait CartsPorts: AccountStore + BookingStore + CartStore + CustomerStore + OfferStore + OrderStore + StockStore + VatCheckStore
}

/// Carts of sessions and customers: opened, priced, changed and saved.
#[derive(Clone)]
pub struct Carts {
    pub(super) context: Arc<Context>,
    pub(super) store: Arc<dyn CartsPorts>,
    pub(super) coupon_loader: CouponLoader,
    /// Called before a new cart is stored.
    gate: Arc<dyn CartGate>,
    /// Name of the requested change.
    change_name: ChangeName,
    /// Locks by session, so that writers of one cart queue up here instead of colliding in the database.
    locks: CartLocks,
}

/// Locks that serialise changes of one cart; different carts rarely share one.
#[derive(Clone)]
pub(crate) struct CartLocks(Arc<[tokio::sync::Mutex<()>]>);

impl Default for CartLocks {
    fn default() -> Self {
        Self((0..CART_LOCKS).map(|_| tokio::sync::Mutex::new(())).collect())
    }
}

impl CartLocks {
    fn of(&self, session_key: &str) -> &tokio::sync::Mutex<()> {
        let mut hasher = DefaultHasher::new();
        session_key.hash(&mut hasher);
        let n = usize::try_from(hasher.finish() >> 32).unwrap_or(0) % CART_LOCKS;
        self.0.get(n).unwrap_or_else(|| unreachable!("there are that many"))
    }
}

impl Carts {
    pub(crate) fn new(
        context: &Arc<Context>,
        store: Arc<dyn CartsPorts>,
        coupon_loader: &CouponLoader,
        gate: Arc<dyn CartGate>,
        locks: CartLocks,
    ) -> Self {
        Self {
            context: context.clone(),
            store,
            coupon_loader: coupon_loader.clone(),
            gate,
            change_name: ChangeName::default(),
            locks,
        }
    }

    /// Returns a copy for a change that its sender named: a repetition, after a lost response, changes nothing and gets the
    /// current cart.
    #[must_use]
    pub fn once(&self, name: &str) -> Self {
        Self { change_name: ChangeName::parse(name), ..self.clone() }
    }

    /// Changes a cart and saves it, with retries if another process changed it meanwhile. A named change that was applied before
    /// returns the default value.
    pub(crate) async fn change_cart<T: Default>(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        add: &[AddItem],
        change: Change<'_, T>,
    ) -> Result<Result<(OpenCart, T), (OpenCart, CartRefusal)>, StoreError> {
        let _queue = self.locks.of(session_key).lock().await;
        for _ in 0..MAX_TRIES {
            let mut open = self.open_cart_for(session_key, customer_id, add).await?;
            let before = open.record.content.clone();
            if self.change_name.is_applied(&before) {
                return Ok(Ok((open, T::default())));
            }
            match change(&mut open.record.content, &open.catalogue, &open.stock) {
                Err(refusal) => {
                    open.record.content = before;
                    return Ok(Err((open, refusal)));
                }
                Ok(value) => {
                    self.change_name.note(&mut open.record.content);
                    applied_coupons::drop_invalid(&mut open);
                    if self.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                        return Ok(Ok((open, value)));
                    }
                }
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// Saves an open cart, with the delivery method that results from its change.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooManyCarts`]: it is a new one, and the client has created too many.
    pub async fn save_open_cart(&self, open: &mut OpenCart) -> Result<SaveOutcome, StoreError> {
        if let Some(choice) = open.view().delivery_choice() {
            open.record.content.delivery = choice;
        }
        let is_new = open.record.version == 0 && !is_customer_key(&open.record.session_key);
        if is_new && !self.gate.admits(open.now) {
            return Err(StoreError::TooManyCarts);
        }
        let days = self.context.settings().await?.retention.guest_cart_days;
        open.record.expires_at = open.now + days * 86_400;
        let outcome = self.store.save_cart(&open.record, open.now).await?;
        if outcome == SaveOutcome::Saved {
            open.record.version += 1;
        }
        Ok(outcome)
    }

    /// Adds to the cart; returns the key of the line.
    pub async fn add_to_cart(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        add: &AddItem,
    ) -> Result<Result<(OpenCart, String), (OpenCart, CartRefusal)>, StoreError> {
        let now = self.context.now();
        let most = lines::most_lines(session_key);
        self.change_cart(session_key, customer_id, std::slice::from_ref(add), &|content, catalogue, stock| {
            lines::add(content, catalogue, stock, add, most, now)
        })
        .await
    }

    /// Sets the quantity of a line, in thousandths (fractions are truncated).
    pub async fn update_cart_line(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        key: &str,
        quantity_milli: i64,
    ) -> Result<Result<(OpenCart, ()), (OpenCart, CartRefusal)>, StoreError> {
        let now = self.context.now();
        self.change_cart(session_key, customer_id, &[], &|content, catalogue, stock| {
            lines::update(content, catalogue, stock, (key, quantity_milli), now)
        })
        .await
    }

    /// Removes and returns a line.
    pub async fn remove_cart_line(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        key: &str,
    ) -> Result<Result<(OpenCart, CartLine), (OpenCart, CartRefusal)>, StoreError> {
        self.change_cart(session_key, customer_id, &[], &|content, _, _| removed_lines::remove(content, key)).await
    }

    /// Restores a removed line with its quantity and choices; returns its key.
    pub async fn restore_cart_line(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        key: &str,
    ) -> Result<Result<(OpenCart, String), (OpenCart, CartRefusal)>, StoreError> {
        let open = self.open_cart(session_key, customer_id).await?;
        if self.change_name.is_applied(&open.record.content) {
            return Ok(Ok((open, String::new())));
        }
        let Some(item) = removed_lines::restoring(&open.record.content, key) else {
            return Ok(Err((open, CartRefusal::new(codes::NOTHING_TO_RESTORE))));
        };
        let now = self.context.now();
        let most = lines::most_lines(session_key);
        self.change_cart(session_key, customer_id, std::slice::from_ref(&item), &|content, catalogue, stock| {
            removed_lines::restore(content, catalogue, stock, key, most, now)
        })
        .await
    }

    pub async fn clear_cart(&self, session_key: &str, customer_id: Option<CustomerId>) -> Result<OpenCart, StoreError> {
        match self
            .change_cart(session_key, customer_id, &[], &|content, _, _| {
                content.lines.clear();
                Ok(())
            })
            .await?
        {
            Ok((open, ())) | Err((open, _)) => Ok(open),
        }
    }

    /// Selects a delivery method. An unavailable one changes nothing.
    pub async fn select_shipping_rate(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        rate_id: &str,
    ) -> Result<OpenCart, StoreError> {
        let rate_id: String = rate_id.chars().take(100).collect();
        self.edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
            open.choose_delivery(&rate_id);
            Ok(())
        })
        .await
        .map(|done| match done {
            Ok(open) | Err((open, _)) => open,
        })
    }

    pub async fn update_customer(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        billing: Option<&AddressChange>,
        shipping: Option<&AddressChange>,
    ) -> Result<Result<OpenCart, (OpenCart, &'static str, AddressRefusal)>, StoreError> {
        let done = self
            .edit_cart(session_key, customer_id, &|open| {
                let content = &mut open.record.content;
                content.address_open = false;
                if let Some(change) = billing {
                    content.billing = change.merge(&content.billing).map_err(|r| ("billing_address", r))?;
                }
                if let Some(change) = shipping {
                    content.shipping = change.merge(&content.shipping).map_err(|r| ("shipping_address", r))?;
                    content.shipping.email = String::new();
                } else if billing.is_some() && !open.view().needs_shipping {
                    let content = &mut open.record.content;
                    content.shipping = Address { email: String::new(), ..content.billing.clone() };
                }
                Ok(())
            })
            .await?;
        Ok(done.map_err(|(open, (which, refusal))| (open, which, refusal)))
    }

    /// Stores the valid fields of addresses that are being typed ([`AddressChange::merge_readable`]); the form itself reports the
    /// rest. `complete`: all required fields of the form are filled in.
    pub async fn follow_typing(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        billing: &AddressChange,
        shipping: &AddressChange,
        complete: bool,
    ) -> Result<(), StoreError> {
        let _ = self
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                let content = &mut open.record.content;
                content.billing = billing.merge_readable(&content.billing);
                content.shipping = Address { email: String::new(), ..shipping.merge_readable(&content.shipping) };
                content.address_open = !complete;
                Ok(())
            })
            .await?;
        Ok(())
    }

    /// Edits an open cart and saves it, with retries if another process changed it meanwhile.
    pub(crate) async fn edit_cart<E>(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        change: &(dyn Fn(&mut OpenCart) -> Result<(), E> + Send + Sync),
    ) -> Result<Result<OpenCart, (OpenCart, E)>, StoreError> {
        let _queue = self.locks.of(session_key).lock().await;
        for _ in 0..MAX_TRIES {
            let mut open = self.open_cart(session_key, customer_id).await?;
            let before = open.record.content.clone();
            if let Err(refusal) = change(&mut open) {
                open.record.content = before;
                return Ok(Err((open, refusal)));
            }
            if open.record.content.billing.country != before.billing.country {
                open.record.content.forget_other_vat();
            }
            if open.record.content == before && open.record.version > 0 {
                return Ok(Ok(open));
            }
            applied_coupons::drop_invalid(&mut open);
            credits::drop_invalid(&mut open);
            if self.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                return Ok(Ok(open));
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// Stores payment method and note while the form is being filled in.
    pub async fn remember_checkout(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        payment_method: Option<&str>,
        order_note: Option<&str>,
    ) -> Result<OpenCart, StoreError> {
        let done = self
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                if let Some(method) = payment_method {
                    open.record.content.payment_method = method.chars().take(50).collect();
                }
                if let Some(note) = order_note {
                    open.record.content.order_note = note.chars().take(2000).collect();
                }
                Ok(())
            })
            .await?;
        match done {
            Ok(open) => Ok(open),
            Err((_, never)) => match never {},
        }
    }

    /// Stores messages for the next page.
    pub async fn leave_notices(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        notices: &[StoredNotice],
    ) -> Result<(), StoreError> {
        let _ = self
            .edit_cart::<std::convert::Infallible>(session_key, customer_id, &|open| {
                let waiting = &mut open.record.content.notices;
                waiting.extend(notices.iter().cloned());
                // Unread messages must not pile up.
                let old = waiting.len().saturating_sub(MAX_NOTICES);
                waiting.drain(..old);
                Ok(())
            })
            .await?;
        Ok(())
    }

    /// Takes the messages for this session from its cart.
    pub async fn collect_notices(&self, open: &mut OpenCart) -> Result<Vec<StoredNotice>, StoreError> {
        if open.record.content.notices.is_empty() || open.record.version == 0 {
            return Ok(open.take_notices());
        }
        let notices = open.take_notices();
        // On a conflict another request is writing: the messages are then shown once more, never lost.
        let _ = self.save_open_cart(open).await?;
        Ok(notices)
    }

    /// Empties the cart that a free order was placed from, if its content is unchanged: the order's page has been shown.
    pub async fn forget_ordered_cart(&self, session_key: &str, order: &OrderRecord) -> Result<(), StoreError> {
        let _ = self
            .edit_cart::<std::convert::Infallible>(session_key, None, &|open| {
                let lines = &mut open.record.content.lines;
                let same = lines.len() == order.lines.len()
                    && lines.iter().zip(&order.lines).all(|(a, b)| a.key == b.content.key && a.quantity == b.quantity);
                if same {
                    lines.clear();
                }
                Ok(())
            })
            .await?;
        Ok(())
    }
}
