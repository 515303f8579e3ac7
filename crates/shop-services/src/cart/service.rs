//! The cart's use cases.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use shop_core::base::CustomerId;
use shop_core::base::time::UnixSeconds;
use shop_core::cart::coupon::applied::UsedCoupon;
use shop_core::cart::coupon::validity::CouponRefusal;
use shop_core::cart::shipping::DeliveryChoice;
use shop_core::checkout::address::Address;
use shop_core::platform::messages::codes;

use super::change_name::ChangeName;
use super::customer::{AddressChange, AddressRefusal};
use super::gate::CartGate;
use super::judge::CouponJudge;
use super::lines::{self, AddItem, CartRefusal};
use super::pricing::{self, CartView};
use super::purchases::StockNow;
use super::{coupons, credits};
use crate::catalogue::Catalogue;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    AccountStore, BookingStore, CartRecord, CartStore, CouponPerson, CreditRecord, CustomerStore, OfferStore,
    OrderRecord, OrderStore, SaveOutcome, StockStore, StoreError, VatCheckStore, ports,
};
use crate::records::{CartContent, CartLine, StoredNotice};

/// Locks by session.
const CART_LOCKS: usize = 64;

/// How often a write is repeated when other processes write the same cart.
const MAX_TRIES: usize = 100;

/// A cart opened for one request, with what is needed to price it.
#[derive(Clone, Debug)]
pub struct OpenCart {
    /// The stored cart; version 0 when there is none yet.
    pub record: CartRecord,
    pub catalogue: Arc<Catalogue>,
    pub settings: Arc<ShopSettings>,
    /// Live stock of the lines.
    pub stock: StockNow,
    /// The applied coupons, in the order of their making.
    pub coupons: Vec<UsedCoupon>,
    /// Whose uses of them count.
    pub person: CouponPerson,
    /// The applied store credits.
    pub credits: Vec<CreditRecord>,
    /// Coupons and credits that this request had to take off the cart.
    pub dropped_coupons: Vec<CouponRefusal>,
    /// Changes that no response has reported yet: removed lines, lowered quantities.
    pub changes: Vec<StoredNotice>,
    /// Whether this request made some of them, so that the cart has to be saved.
    pub(crate) has_new_changes: bool,
    pub now: UnixSeconds,
}

impl OpenCart {
    pub fn view(&self) -> CartView<'_> {
        let credits = self.credits.iter().map(|one| one.credit.clone()).collect();
        let (content, catalogue) = (&self.record.content, &self.catalogue);
        pricing::price(content, catalogue, &self.stock, &self.coupons, credits, &self.settings, self.now)
    }

    /// Chooses a rate if it is on offer.
    pub(crate) fn choose_delivery(&mut self, rate_id: &str) {
        let Some(choice) = self.view().delivery_choice() else { return };
        if choice.offered.iter().any(|offered| offered == rate_id) {
            self.record.content.delivery = DeliveryChoice { rate_id: rate_id.to_owned(), ..choice };
        }
    }

    pub(super) fn has_coupon(&self, code: &str) -> bool {
        self.coupons.iter().any(|one| one.coupon.code == code)
    }

    /// Messages waiting for the next page, taken off the cart. The page reports the changes with them.
    pub fn take_notices(&mut self) -> Vec<StoredNotice> {
        self.changes.clear();
        self.record.content.unreported.clear();
        std::mem::take(&mut self.record.content.notices)
    }
}

/// A change of the cart.
pub(crate) type Change<'a, T> =
    &'a (dyn Fn(&mut CartContent, &Catalogue, &StockNow) -> Result<T, CartRefusal> + Send + Sync);

/// Messages that wait for a visitor's next page: the newest of them.
const MAX_NOTICES: usize = 20;

ports! {
    /// Ports of [`Carts`].
    pub(crate) trait CartsPorts: AccountStore + BookingStore + CartStore + CustomerStore + OfferStore + OrderStore + StockStore + VatCheckStore
}

/// Carts of sessions and customers: opened, priced, changed and saved.
#[derive(Clone)]
pub struct Carts {
    pub(super) context: Arc<Context>,
    pub(super) store: Arc<dyn CartsPorts>,
    pub(super) judge: CouponJudge,
    /// Asked before a new cart is stored.
    gate: Arc<dyn CartGate>,
    /// Name of the change that is asked for.
    change_name: ChangeName,
    /// By session, so that writers of one cart queue up here instead of colliding in the database.
    locks: CartLocks,
}

/// Changes of one cart wait for each other; those of different carts seldom.
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
        judge: &CouponJudge,
        gate: Arc<dyn CartGate>,
        locks: CartLocks,
    ) -> Self {
        Self { context: context.clone(), store, judge: judge.clone(), gate, change_name: ChangeName::default(), locks }
    }

    /// The same for a change that its sender named: sent again, as he heard no answer, it changes nothing and is answered with the
    /// cart as it is.
    #[must_use]
    pub fn once(&self, name: &str) -> Self {
        Self { change_name: ChangeName::given(name), ..self.clone() }
    }

    /// Changes a cart and saves it; repeated when another process changed it meanwhile. A named change that was made before gives
    /// an empty value.
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
            if self.change_name.is_made(&before) {
                return Ok(Ok((open, T::default())));
            }
            match change(&mut open.record.content, &open.catalogue, &open.stock) {
                Err(refusal) => {
                    open.record.content = before;
                    return Ok(Err((open, refusal)));
                }
                Ok(value) => {
                    self.change_name.note(&mut open.record.content);
                    coupons::drop_invalid(&mut open);
                    if self.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                        return Ok(Ok((open, value)));
                    }
                }
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// Saves an opened cart, with the way of delivery that its change led to.
    ///
    /// # Errors
    /// [`StoreError::TooManyCarts`]: it is a new one, and whoever asks has had too many.
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

    /// Adds to the cart; gives the key of the line.
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

    /// Sets the quantity of a line, in thousandths (fractions are cut off).
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

    /// Removes a line; gives it back.
    pub async fn remove_cart_line(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        key: &str,
    ) -> Result<Result<(OpenCart, CartLine), (OpenCart, CartRefusal)>, StoreError> {
        self.change_cart(session_key, customer_id, &[], &|content, _, _| lines::remove(content, key)).await
    }

    /// Puts a line back that was removed, with its quantity and choices; gives its key.
    pub async fn restore_cart_line(
        &self,
        session_key: &str,
        customer_id: Option<CustomerId>,
        key: &str,
    ) -> Result<Result<(OpenCart, String), (OpenCart, CartRefusal)>, StoreError> {
        let open = self.open_cart(session_key, customer_id).await?;
        if self.change_name.is_made(&open.record.content) {
            return Ok(Ok((open, String::new())));
        }
        let Some(wish) = lines::restoring(&open.record.content, key) else {
            return Ok(Err((open, CartRefusal::new(codes::NOTHING_TO_RESTORE))));
        };
        let now = self.context.now();
        let most = lines::most_lines(session_key);
        self.change_cart(session_key, customer_id, std::slice::from_ref(&wish), &|content, catalogue, stock| {
            lines::restore(content, catalogue, stock, key, most, now)
        })
        .await
    }

    /// Removes all lines.
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

    /// Chooses a way of delivery. One that is not on offer changes nothing.
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

    /// Changes the addresses.
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

    /// Takes over what can be read of addresses that are being typed ([`AddressChange::merge_readable`]); the form itself tells of
    /// the rest. `complete`: the form says that nothing required of them is empty.
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

    /// Changes an opened cart and saves it; repeated when another process changed it meanwhile.
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
            coupons::drop_invalid(&mut open);
            credits::drop_invalid(&mut open);
            if self.save_open_cart(&mut open).await? == SaveOutcome::Saved {
                return Ok(Ok(open));
            }
            tokio::task::yield_now().await;
        }
        Err(StoreError::Unavailable("the cart is being changed by too many requests at once".into()))
    }

    /// Remembers the choice of payment and the note while the form is filled.
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

    /// Leaves a message for the next page.
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
                // Messages that nobody comes to read do not pile up.
                let old = waiting.len().saturating_sub(MAX_NOTICES);
                waiting.drain(..old);
                Ok(())
            })
            .await?;
        Ok(())
    }

    /// Messages waiting for this session, taken off its cart.
    pub async fn collect_notices(&self, open: &mut OpenCart) -> Result<Vec<StoredNotice>, StoreError> {
        if open.record.content.notices.is_empty() || open.record.version == 0 {
            return Ok(open.take_notices());
        }
        let taken = open.take_notices();
        // A conflict means that another request is writing: the messages are shown once more then, never lost.
        let _ = self.save_open_cart(open).await?;
        Ok(taken)
    }

    /// Empties the cart that a free order was made of, if it still holds just that: its page has been shown.
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

/// What the keys of customers' carts begin with.
const CUSTOMER_KEY: &str = "c_";

/// Whether a key is that of a customer's cart, not of a guest's.
pub fn is_customer_key(key: &str) -> bool {
    key.starts_with(CUSTOMER_KEY)
}

/// Key of a customer's cart: the same in every browser.
pub fn customer_key(id: CustomerId) -> String {
    format!("{CUSTOMER_KEY}{id}")
}
