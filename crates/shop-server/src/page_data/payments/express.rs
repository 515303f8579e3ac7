//! Settings of express buttons on pages, and whether a page has any.

use std::sync::Arc;

use axum::response::Response;
use shop_core::base::{Cents, Lang, Params};
use shop_core::cart::pricing::TaxedAt;
use shop_core::catalogue::product::{Product, ProductKind};
use shop_core::catalogue::purchase::is_choice;
use shop_core::checkout::address::locale::Presence;
use shop_core::checkout::delivery_day::DELIVERY_DAY_FIELD;
use shop_core::checkout::form::FieldLocation;
use shop_core::checkout::reference::REFERENCE_FIELD;
use shop_core::payments::express::payer::request_country;
use shop_core::payments::express::sheet::{Sheet, SheetCart, WalletRate, WalletRates, sheet};
use shop_core::payments::express::wallet::ExpressWallet;
use shop_core::payments::express::wire::{ExpressProduct, ExpressTotal, PENDING_RATE, wire_items};
use shop_core::platform::messages::{codes, text};
use shop_core::view::{
    CustomCheckoutField, ExpressCheckout, ExpressDeclarations, ExpressNonces, ExpressProvider, ExpressSettings,
    LoginConfirmation, PayForOrder, PayForOrderDetails,
};
use shop_services::cart::{AddItem, CartRefusal, CartView, OpenCart, cart_rates, cart_sheet, exact, sheet_item};
use shop_services::platform::settings::{ExpressPlace, ShopSettings};
use shop_services::ports::{GatewayPublic, OrderRecord, StoreError};

use super::gateway::allow_origin;
use crate::app::storefront::Storefront;
use crate::app::visitor::nonces::{EXPRESS_CHECKOUT, STORE_API};
use crate::app::visitor::session::Session;
use crate::page_data::catalogue::variation_attributes::choices;
use crate::page_data::context::Context;

/// Decimals of the shop's currency, and its code in wallets' format.
const DECIMALS: i64 = 2;
const CURRENCY: &str = "eur";

/// Returns the nonce action of a call.
pub(crate) fn action(call: &str) -> String {
    format!("wc-stripe-express-{call}")
}

/// Visitor and page for which settings are built.
pub(crate) struct ExpressContext<'a> {
    pub storefront: &'a Arc<Storefront>,
    pub session: &'a Session,
    /// Settings of the shop.
    pub shop: &'a ShopSettings,
    pub place: ExpressPlace,
    /// Address to return to after logging in.
    pub back: &'a str,
}

impl ExpressContext<'_> {
    /// Builds the settings common to all pages with buttons; `None` when this page has none.
    fn settings(&self) -> Option<ExpressSettings> {
        let Self { storefront, shop, place, .. } = self;
        let takes = |wallet| shop.takes_wallet(wallet);
        let provider = storefront.web.context.gateway().map(|gateway| gateway.public().clone())?;
        let provider = ExpressProvider {
            publishable_key: provider.publishable_key,
            locale: shop.lang().as_str().into(),
            api_version: provider.api_version,
            is_payment_request_enabled: takes(ExpressWallet::ApplePay),
            is_amazon_pay_enabled: takes(ExpressWallet::AmazonPay),
            is_link_enabled: takes(ExpressWallet::Link),
            sandbox_origin: provider.sandbox_origin,
        };
        let any = provider.is_payment_request_enabled || provider.is_amazon_pay_enabled || provider.is_link_enabled;
        if !any || !shop.express.is_on(*place) {
            return None;
        }
        let fields = shop.checkout.extra.iter().filter(|_| *place == ExpressPlace::Checkout);
        // An order from a wallet includes these fields when the page's form has them.
        let is_trade = self.session.buyer.company_id.is_some();
        let wishes = [(REFERENCE_FIELD, is_trade), (DELIVERY_DAY_FIELD, shop.has_delivery_day_field(is_trade))];
        let wishes = wishes.into_iter().filter(|(_, asked)| *asked && *place == ExpressPlace::Checkout);
        let wishes =
            wishes.map(|(name, _)| CustomCheckoutField { name: name.to_owned(), location: FieldLocation::Order });
        Some(ExpressSettings {
            stripe: provider,
            nonce: Some(self.nonces()),
            ajax_url: "/?wc-ajax=%%endpoint%%".into(),
            has_block: shop.checkout.form == shop_core::view::CheckoutKind::Block,
            is_product_page: *place == ExpressPlace::Product,
            is_pay_for_order: *place == ExpressPlace::OrderPay,
            login_confirmation: None,
            taxes_based_on_billing: shop.taxes.calculated && shop.taxes.based_on == TaxedAt::Billing,
            custom_checkout_fields: fields
                .map(|field| CustomCheckoutField { name: field.name.clone(), location: field.location })
                .chain(wishes)
                .collect(),
            allowed_shipping_countries: shop.places.shipped_to.clone(),
            checkout: ExpressCheckout {
                currency_code: CURRENCY.into(),
                country_code: request_country(&shop.shop.country),
                currency_decimals: DECIMALS,
                needs_payer_phone: shop.checkout.phone == Presence::Required,
                default_shipping_option: pending_rate(shop.lang()),
                total: total_of(shop, Cents::ZERO, false),
                ..ExpressCheckout::default()
            },
            product: None,
            button: shop.express.look(),
            pay_for_order: None,
            declarations: ExpressDeclarations {
                terms: shop.checkout.terms_page.is_some() && *place != ExpressPlace::OrderPay,
                terms_path: shop.checkout.terms_page.clone().unwrap_or_else(|| "/condizioni-di-vendita/".into()),
                privacy_path: "/privacy/".into(),
                min_age_years: None,
                files_consent: false,
            },
        })
    }

    fn nonces(&self) -> ExpressNonces {
        let now = self.storefront.web.context.now();
        let own = |action: &str| self.storefront.web.secrets.nonce(action, &self.session.key, now);
        let call = |name: &str| own(&action(name));
        ExpressNonces {
            shipping: call("get_shipping_options"),
            update_shipping: call("update_shipping_method"),
            normalize_address: call("normalize_address"),
            get_cart_details: call("get_cart_details"),
            add_to_cart: call("add_to_cart"),
            clear_cart: call("clear_cart"),
            get_selected_product_data: call("get_selected_product_data"),
            log_errors: call("log_errors"),
            update_failed_order: own("updateFailedOrder"),
            wc_store_api: self.storefront.web.secrets.nonce(STORE_API, "", now),
            wc_store_api_express_checkout: own(EXPRESS_CHECKOUT),
        }
    }

    /// Requires a login first where guest orders are not accepted.
    fn login(&self, subscription: bool) -> Option<LoginConfirmation> {
        let guest = self.session.customer_id.is_none();
        (guest && (subscription || !self.shop.accounts.guest_checkout)).then(|| LoginConfirmation {
            message: text(codes::EXPRESS_LOGIN, &Params::new(), self.shop.lang()),
            redirect_url: format!(
                "/my-account/?{}",
                serde_urlencoded::to_string([("redirect_to", self.back)]).unwrap_or_default()
            ),
        })
    }

    /// Tells whether the payment method will be saved: only in an account, either always or because of later charges.
    fn saves_method(&self, renews: bool) -> bool {
        let kept = self.shop.payments.save_always || (renews && self.shop.charges_renewals());
        self.session.customer_id.is_some() && kept
    }

    /// Builds the buttons of a page about the cart; `None` when there are none, or the cart cannot be paid by wallet.
    pub(crate) fn of_cart(&self, open: &OpenCart) -> Option<Box<ExpressSettings>> {
        let view = open.view();
        if !view.express_ready() {
            return None;
        }
        let settings = self.settings()?;
        let rates = match cart_rates(&view) {
            WalletRates::Success { shipping_options } if view.needs_shipping => shipping_options,
            _ => Vec::new(),
        };
        let sheet = cart_sheet(&view, true);
        let checkout = ExpressCheckout {
            total: cart_total(&view, &sheet),
            display_items: wire_items(sheet),
            request_shipping: view.needs_shipping,
            shipping_options: rates,
            saves_method: self.saves_method(view.has_subscription()),
            ..settings.checkout
        };
        let declarations = declared(settings.declarations, &view);
        let login_confirmation = self.login(view.has_subscription());
        Some(Box::new(ExpressSettings { checkout, declarations, login_confirmation, ..settings }))
    }

    /// Builds the buttons of a product's page with the form's initial choices; `None` when there are none.
    pub(crate) async fn of_product(&self, item: &AddItem) -> Result<Option<Box<ExpressSettings>>, StoreError> {
        let Some(settings) = self.settings() else { return Ok(None) };
        let preview =
            self.storefront.express_carts.cart_with_alone(&self.session.key, self.session.customer_id, item).await?;
        let catalogue = self.storefront.web.context.shop_for(&self.session.buyer).await?.catalogue;
        let Some(found) = catalogue.product(item.id) else { return Ok(None) };
        let subscription = found.purchase.subscription.is_some();
        let has_deposit = found.purchase.deposit.is_some();
        let (product, declarations) = match &preview {
            Ok(open) => (product_of(open, has_deposit), declared(settings.declarations.clone(), &open.view())),
            // A missing choice will show the buttons later; a product that cannot be bought has none.
            Err(refusal) if waits_for_choice(found, refusal) => (
                ExpressProduct {
                    currency: CURRENCY.into(),
                    country_code: settings.checkout.country_code.clone(),
                    request_shipping: !found.item.is_virtual,
                    total: total_of(self.shop, Cents::ZERO, true),
                    has_deposit,
                    ..ExpressProduct::default()
                },
                settings.declarations.clone(),
            ),
            Err(_) => return Ok(None),
        };
        let product = Some(ExpressProduct { product_id: item.id.0, ..product });
        let login_confirmation = self.login(subscription);
        let checkout = ExpressCheckout { saves_method: self.saves_method(subscription), ..settings.checkout };
        Ok(Some(Box::new(ExpressSettings { product, declarations, login_confirmation, checkout, ..settings })))
    }

    /// Builds the buttons of the page that pays an order: for a visitor with its key, when it has an e-mail address and awaits
    /// payment. `renews`: its subscriptions are charged automatically.
    pub(crate) fn of_order(&self, order: &OrderRecord, renews: bool) -> Option<Box<ExpressSettings>> {
        let due = order.due_now_cents();
        let email = order.content.billing.email.clone();
        if email.is_empty() || order.order_key.is_empty() || due <= Cents::ZERO || !order.status.needs_payment(due) {
            return None;
        }
        let settings = self.settings()?;
        let sheet = order_sheet(order, self.shop.lang());
        let total = total_of(self.shop, sheet.total, false);
        let items = wire_items(sheet);
        let pay_for_order = PayForOrder {
            total: total.clone(),
            display_items: items.clone(),
            order: order.id.0,
            order_details: PayForOrderDetails {
                order_key: order.order_key.clone(),
                billing_email: email,
                shipping_address: order.content.shipping.clone(),
            },
        };
        // Delivery was chosen with the order.
        let saves_method = self.saves_method(renews);
        let checkout = ExpressCheckout { total, display_items: items, saves_method, ..settings.checkout };
        Some(Box::new(ExpressSettings { checkout, pay_for_order: Some(pay_for_order), ..settings }))
    }
}

/// Builds the buttons of a product's page without session data; `None` when it has none.
pub(crate) async fn express(
    context: &Context,
    product: &Product,
    chosen: &[(String, String)],
) -> Result<Option<Box<ExpressSettings>>, StoreError> {
    if context.catalogue.hides_prices
        || provider(&context.storefront, &context.settings).is_none()
        || matches!(product.kind, ProductKind::Grouped | ProductKind::External)
    {
        return Ok(None);
    }
    let quantity = chosen.iter().find(|(name, _)| name == "quantity").and_then(|(_, value)| value.parse::<i64>().ok());
    let all = |keep: fn(&str) -> bool| chosen.iter().filter(move |(name, _)| keep(name)).cloned().collect::<Vec<_>>();
    let mut variation = all(|name| name.starts_with("attribute_"));
    if variation.is_empty() {
        let chosen_first = choices(context, product, chosen).into_iter().filter(|one| !one.selected.is_empty());
        variation = chosen_first.map(|one| (one.name, one.selected)).collect();
    }
    let item = AddItem {
        id: product.item.id,
        quantity_milli: Some(quantity.unwrap_or(1).clamp(1, 1_000_000) * 1000),
        variation,
        choices: all(is_choice),
    };
    // A visitor without a session, who sees the page's prices.
    let customer_id = context.buyer.customer_id.filter(|_| context.terms != 0);
    let nobody = Session { customer_id, buyer: context.buyer, ..Session::default() };
    let asked = ExpressContext {
        storefront: &context.storefront,
        session: &nobody,
        shop: &context.settings,
        place: ExpressPlace::Product,
        back: "",
    };
    Ok(asked.of_product(&item).await?.map(|settings| Box::new(settings.for_everybody())))
}

/// Returns the provider for the buttons of product pages and the cart; `None` when there are no buttons.
fn provider(storefront: &Arc<Storefront>, shop: &ShopSettings) -> Option<GatewayPublic> {
    let wallets = [ExpressWallet::ApplePay, ExpressWallet::AmazonPay, ExpressWallet::Link];
    let on = shop.express.product || shop.express.cart;
    let any = on && wallets.into_iter().any(|wallet| shop.takes_wallet(wallet));
    storefront.web.context.gateway().map(|gateway| gateway.public().clone()).filter(|_| any)
}

/// Tells whether the app navigates to a path without loading a new document: the policy of the first page then applies. Checkout
/// and account load a new document and have policies of their own.
pub(crate) fn is_moved_to(path: &str) -> bool {
    !["/checkout", "/my-account"].iter().any(|start| path.starts_with(start))
}

/// Allows the wallets' sheets on a page.
pub(crate) fn allow(storefront: &Arc<Storefront>, shop: &ShopSettings, response: &mut Response) {
    if let Some(provider) = provider(storefront, shop) {
        allow_origin(response, provider.sandbox_origin.as_deref());
    }
}

/// Returns the declarations that these goods require before a wallet opens.
fn declared(all: ExpressDeclarations, view: &CartView<'_>) -> ExpressDeclarations {
    let files_consent = view.lines.iter().any(|line| line.item().downloadable);
    ExpressDeclarations { min_age_years: view.min_age_years(), files_consent, ..all }
}

/// Tells whether the product could be bought with other choices.
fn waits_for_choice(product: &Product, refusal: &CartRefusal) -> bool {
    match product.kind {
        ProductKind::Variable => refusal.code != codes::CART_INVALID_PRODUCT,
        ProductKind::Simple => {
            let hopeless = [codes::CART_INVALID_PRODUCT, codes::PRODUCT_NOT_PURCHASABLE, codes::PRODUCT_OUT_OF_STOCK];
            product.purchase.must_choose() && !hopeless.contains(&refusal.code)
        }
        ProductKind::Grouped | ProductKind::External => false,
    }
}

/// Returns the amount due, labelled with the shop's name.
pub(crate) fn total_of(shop: &ShopSettings, amount: Cents, pending: bool) -> ExpressTotal {
    ExpressTotal { label: shop.shop.name.clone(), amount, pending }
}

/// Returns the amount due for a cart; it is pending while no shipping rate is known.
pub(crate) fn cart_total(view: &CartView<'_>, sheet: &Sheet) -> ExpressTotal {
    total_of(view.settings, sheet.total, view.needs_shipping && view.selected_rate().is_none())
}

/// Returns the price of one item alone, before its delivery is known.
pub(crate) fn product_of(open: &OpenCart, has_deposit: bool) -> ExpressProduct {
    let view = open.view();
    let sheet = cart_sheet(&view, !view.needs_shipping);
    let product_id = view.lines.first().map_or(0, |line| line.product.item.id.0);
    ExpressProduct {
        product_id,
        currency: CURRENCY.into(),
        country_code: request_country(&open.settings.shop.country),
        request_shipping: view.needs_shipping,
        total: total_of(&open.settings, sheet.total, view.needs_shipping),
        display_items: wire_items(sheet),
        shipping_options: view.needs_shipping.then(|| pending_rate(view.lang)),
        valid_variation_selected: view.express_ready(),
        has_deposit,
        min_age_years: view.min_age_years(),
    }
}

/// Returns the placeholder rate of the sheet until the address is known.
pub(crate) fn pending_rate(lang: Lang) -> WalletRate {
    let display_name = text(codes::EXPRESS_PENDING_DELIVERY, &Params::new(), lang);
    WalletRate { id: PENDING_RATE.into(), amount: Cents::ZERO, display_name }
}

/// Builds the sheet of an order that awaits payment.
fn order_sheet(order: &OrderRecord, lang: Lang) -> Sheet {
    let content = &order.content;
    let delivery = content.delivery.as_ref();
    let cart = SheetCart {
        items: order
            .lines
            .iter()
            .map(|line| {
                sheet_item(&line.name, line.quantity, line.content.variation.clone(), line.content.subtotal_cents)
            })
            .collect(),
        total_price: order.due_now_cents(),
        total_tax: content.tax_cents,
        total_shipping: delivery.map(|delivery| delivery.cost_cents),
        total_discount: content.discount_cents + content.credit_cents(),
        due_later: content.due_later_cents,
        currency_minor_unit: DECIMALS,
        ..SheetCart::default()
    };
    exact(sheet(&cart, lang))
}
