//! Places a validated order: the cart is priced again, its stock reserved and the order written in one transaction.

use shop_core::base::format::price;
use shop_core::base::{ApprovalId, CustomerId, FieldError, OrderId};
use shop_core::checkout::address::Address;
use shop_core::platform::messages::codes;

use super::host::CheckoutHost;
use super::placed_order::{PlacedOrder, Placing};
use super::refusal::{CheckoutRefusal, Refusal};
use super::request::CheckedOrder;
use super::verify;
use crate::accounts::buyer::Buyer;
use crate::cart::{CartView, OpenCart};
use crate::catalogue::SoldPieces;
use crate::checkout::Checkout;
use crate::orders::{legal, mails};
use crate::ports::{NewOrder, NewOrderLine, PlaceRefusal, StoreError};
use crate::trade::approvals::{ApprovalStatus, standing};

impl Checkout {
    /// Places a validated order. `open` is the cart that was validated.
    pub(super) async fn place(&self, host: &dyn CheckoutHost, open: OpenCart, checked: &CheckedOrder) -> Placing {
        if let Some(earlier) = self.repeated_order(&open, &checked.identity).await? {
            return self.answer_again(host, earlier).await;
        }
        let mut open = open;
        if !checked.door.is_remembered {
            open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
            if open.record.content.lines.is_empty() {
                return self.nothing_left(host, open, &checked.identity).await;
            }
            let unchanged = verify::cart_unchanged(&self.carts, &mut open).await?;
            if let Err(refusal) = unchanged.and_then(|()| verify::in_stock(&open.view())) {
                return Ok(Err(Refusal::Order(refusal).with(open)));
            }
            // The addresses are stored whatever the result, so that no input is lost.
            open = self.remember_checkout_form(host.session_key(), host.customer_id(), &checked.typed()).await?;
        }
        self.cart_coupons.validate_coupons_for_order(&mut open, host.customer_id()).await?;
        if open.view().lines.is_empty() {
            return self.nothing_left(host, open, &checked.identity).await;
        }
        let approval = match standing(&*self.store, host.buyer(), &open).await? {
            ApprovalStatus::NotNeeded => None,
            ApprovalStatus::Approved(id) => Some(id),
            ApprovalStatus::Missing { above } => {
                let limit = price(above, open.settings.lang());
                let refusal = CheckoutRefusal::new(codes::APPROVAL_NEEDED).with("limit", limit);
                return Ok(Err(Refusal::Order(refusal).with(open)));
            }
        };
        match verify::on_order(&open, checked, host.customer_id()) {
            Ok(()) => self.write_order(host, &open, checked, approval).await,
            Err(refusal) => {
                // The refusal reports the coupons.
                open.dropped_coupons.clear();
                Ok(Err(Refusal::Order(refusal).with(open)))
            }
        }
    }

    async fn write_order(
        &self,
        host: &dyn CheckoutHost,
        open: &OpenCart,
        checked: &CheckedOrder,
        approval: Option<ApprovalId>,
    ) -> Placing {
        let (view, settings, now) = (open.view(), &open.settings, self.context.now());
        let declared = checked.checkout.declared();
        let pages = self.context.pages().await?;
        let mut order = self.new_order(&view, open, host.buyer(), checked);
        order.approval = approval;
        order.ordered_by = self.subaccount_name(host.buyer()).await?;
        order.content.terms = declared.terms.then(|| legal::terms_in_force(&pages, settings, now)).flatten();
        let has_files = order.lines.iter().any(|line| line.content.downloadable);
        order.content.files_consent_at = (has_files && declared.files_at_once).then_some(now);
        let sections = legal::sections(&order.lines, order.content.lang, &pages, settings, now);
        let links = self.orders.mail_links(&order.lines, order.content.lang).await?;
        let make = |id: OrderId| mails::for_new_order(id, &order, settings, &links, &sections);
        if let Some(reused) = Box::pin(self.reuse_unpaid_order(open, &order)).await? {
            return match reused {
                Ok(placed) => Ok(Ok(placed)),
                Err(refusal) => self.refuse_with_current_cart(host, refusal).await,
            };
        }
        match self.store.place_order(&order, &make, now).await? {
            // A concurrent request with the same key was faster: its order is the response.
            Ok(placed) if !placed.new => self.concurrent_order(host, &checked.identity).await,
            Ok(placed) => {
                self.context.sold(&sale(&order));
                self.save_order_addresses(placed.account.or(host.customer_id()), checked).await;
                Ok(Ok(PlacedOrder {
                    id: placed.id,
                    order_key: placed.order_key,
                    status: order.status,
                    payment_method: order.payment_method,
                    content: order.content,
                    account: placed.account,
                }))
            }
            Err(refused) => self.not_written(host, &view, checked, refused).await,
        }
    }

    /// The name under which a company knows a sub-account's orders.
    async fn subaccount_name(&self, buyer: &Buyer) -> Result<String, StoreError> {
        let Some(id) = buyer.customer_id.filter(|_| buyer.is_subaccount() && buyer.company_id.is_some()) else {
            return Ok(String::new());
        };
        Ok(self.store.account(id).await?.map(|account| account.display_name().to_owned()).unwrap_or_default())
    }

    /// Something changed between validating the cart and the transaction.
    async fn not_written(
        &self,
        host: &dyn CheckoutHost,
        view: &CartView<'_>,
        checked: &CheckedOrder,
        refused: PlaceRefusal,
    ) -> Placing {
        let refusal = match refused {
            PlaceRefusal::CartChanged | PlaceRefusal::SubscriptionChanged => {
                return self.cart_changed(host, checked).await;
            }
            PlaceRefusal::ApprovalUsed => CheckoutRefusal::about_cart(codes::CART_CHANGED),
            PlaceRefusal::EmailTaken => CheckoutRefusal::new(codes::REGISTRATION_ERROR_EMAIL_EXISTS),
            PlaceRefusal::CouponUsedUp { code } => {
                CheckoutRefusal::new(codes::COUPON_RESERVE_FAILED).with("code", code)
            }
            PlaceRefusal::CreditShort { code } => CheckoutRefusal::about_cart(codes::CREDIT_CHANGED).with("code", code),
            PlaceRefusal::NotByInvoice => CheckoutRefusal::new(codes::CHECKOUT_PAYMENT_METHOD_DISABLED),
            PlaceRefusal::OverCreditLimit { credit } => {
                let error = credit.refusal(view.to_pay(), view.lang);
                let params = error.map(|error| error.params).unwrap_or_default();
                CheckoutRefusal { params, ..CheckoutRefusal::new(codes::TRADE_CREDIT_LIMIT_EXCEEDED) }
            }
            PlaceRefusal::OfferGone { id } => CheckoutRefusal::about_cart(codes::TRADE_OFFER_GONE).with("number", id),
            PlaceRefusal::NotEnoughPlaces { product_id, available } => {
                let named = view.lines.iter().find(|line| line.product.item.id == product_id);
                let name = named.map_or_else(String::new, |line| line.name.to_owned());
                let reason = FieldError::new("", codes::BOOKING_FULL).with("available", available);
                CheckoutRefusal::about_cart(codes::BOOKING_GONE).with("name", name).because(reason)
            }
            PlaceRefusal::NotEnoughStock { product_id, available } => {
                let of =
                    |l: &&crate::cart::PricedLine<'_>| l.item().id == product_id || l.stock_item().id == product_id;
                let name = view.lines.iter().find(of).map_or_else(String::new, |l| l.name.to_owned());
                self.context.catalogue_changed();
                CheckoutRefusal::short_of_stock(name, available)
            }
        };
        self.refuse_with_current_cart(host, refusal).await
    }

    async fn cart_changed(&self, host: &dyn CheckoutHost, checked: &CheckedOrder) -> Placing {
        let open = self.carts.open_cart(host.session_key(), host.customer_id()).await?;
        let code = if open.record.content.lines.is_empty() { codes::CART_EMPTY } else { codes::CART_CHANGED };
        let refused = Refusal::Order(CheckoutRefusal::about_cart(code)).with(open);
        self.unless_ordered(host, &checked.identity, refused).await
    }

    /// Saves the addresses of an order for the next one. The order is placed: a failure here must not look like a failed order.
    async fn save_order_addresses(&self, customer_id: Option<CustomerId>, checked: &CheckedOrder) {
        let Some(id) = customer_id else { return };
        let shipping = Address { email: String::new(), ..checked.checkout.shipping().clone() };
        let _ = self.store.save_addresses(id, Some(checked.checkout.billing()), Some(&shipping)).await;
    }
}

fn sale(order: &NewOrder) -> Vec<SoldPieces> {
    let sold = |line: &NewOrderLine| SoldPieces {
        stock_of: line.stock_product_id,
        product: line.content.parent_id.into(),
        quantity: line.quantity,
    };
    order.lines.iter().map(sold).collect()
}
