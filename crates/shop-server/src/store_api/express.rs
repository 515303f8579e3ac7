//! Orders of express buttons: what marks them, what they may lack, and what is refused before anything is charged (wire contract,
//! C5).

use std::collections::BTreeMap;

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;
use shop_core::address::{MAX_FIELD_CHARS, one_line};
use shop_core::attribution::{AttributionFields, received, stored};
use shop_core::format::price;
use shop_core::messages::codes;
use shop_core::payment::express::order::{EXPRESS_NAMESPACE, SHOWN_AMOUNT};
use shop_core::payment::express::wallet::ExpressWallet;
use shop_core::{Cents, Lang, Params};
use shop_services::cart::OpenCart;
use shop_services::orders::Buyer;
use shop_services::settings::ShopSettings;

use super::cart_shape::cart_answer;
use super::checkout_body::payment_value;
use super::error::ApiError;
use super::extract::CartRequest;
use crate::ajax::express::normalised;
use crate::site::express::CHECKOUT_NONCE;
use crate::state::AppState;

/// Says that the order comes from an express button.
const MARK: &str = "x-wcstripe-express-checkout";
/// Proves it.
const MARK_NONCE: &str = "x-wcstripe-express-checkout-nonce";
/// Longest JSON text of custom fields that is read, in bytes.
const MAX_CUSTOM_BYTES: usize = 20_000;

/// An order of an express button.
#[derive(Clone, Debug, Default)]
pub(super) struct Express {
    /// The wallet, when it names one that there is.
    pub wallet: Option<ExpressWallet>,
    /// What the wallet shows as to be paid; `None`: the page does not say.
    shown: Option<Cents>,
    /// The chosen way of delivery; empty: the one that the cart knows.
    pub rate: String,
}

impl Express {
    /// The order of a request that has both headers, its addresses put into the form that orders keep; `None`: an ordinary one, for
    /// which the ordinary rules hold.
    pub(super) fn read(request: &mut CartRequest, state: &AppState) -> Option<Self> {
        if !is_marked(&request.headers, &request.session.key, state) {
            return None;
        }
        for name in ["billing_address", "shipping_address"] {
            if let Some(Value::Object(address)) = request.body.get_mut(name) {
                *address = normalised(std::mem::take(address));
            }
        }
        let rate = request.body.get("shipping_address").and_then(|address| match address.get("method")? {
            Value::Array(rates) => rates.first()?.as_str().map(str::to_owned),
            Value::String(rate) => Some(rate.clone()),
            _ => None,
        });
        Some(Self {
            wallet: payment_value(request, "express_payment_type").and_then(|name| ExpressWallet::parse(&name)),
            shown: own_extension(request, SHOWN_AMOUNT)
                .and_then(|value| match value {
                    Value::Number(number) => number.as_i64(),
                    Value::String(text) => text.trim().parse().ok(),
                    _ => None,
                })
                .map(Cents),
            rate: rate.unwrap_or_default(),
        })
    }

    /// Refuses a wallet that the shop does not take (any more).
    pub(super) fn admitted(&self, settings: &ShopSettings) -> Result<(), ApiError> {
        if self.wallet.is_some_and(|wallet| !settings.takes_wallet(wallet)) {
            return Err(ApiError::plain(StatusCode::BAD_REQUEST, codes::PAYMENT_METHOD_DISABLED));
        }
        Ok(())
    }

    /// Refuses an order whose sheet shows another amount, or another delivery, than what would be charged. The answer holds the cart,
    /// so that the sheet can be shown again.
    pub(super) fn agreed(&self, open: &OpenCart, state: &AppState) -> Result<(), ApiError> {
        let view = open.view();
        let with_cart =
            |error: ApiError| error.with("cart", serde_json::to_value(cart_answer(open, state)).unwrap_or_default());
        let chosen = view.selected_rate().map(|rate| rate.method.rate_id());
        if view.needs_shipping && !self.rate.is_empty() && chosen.as_ref() != Some(&self.rate) {
            return Err(with_cart(ApiError::plain(StatusCode::CONFLICT, codes::SHIPPING_OPTION_INVALID)));
        }
        self.agreed_on(view.due.now, view.lang).map_err(with_cart)
    }

    /// The same for an order that is placed already, by its amount alone.
    pub(super) fn agreed_on(&self, now: Cents, lang: Lang) -> Result<(), ApiError> {
        let Some(shown) = self.shown.filter(|shown| *shown != now) else { return Ok(()) };
        let params = Params::from([("shown".to_owned(), price(shown, lang)), ("now".to_owned(), price(now, lang))]);
        Err(ApiError::new(StatusCode::CONFLICT, codes::AMOUNT_CHANGED, &params, lang))
    }
}

fn is_marked(headers: &HeaderMap, session_key: &str, state: &AppState) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let now = state.shop.now();
    // A page that was opened before there was a session has a nonce of nobody's.
    let is_of = |key: &str| state.secrets.nonce_is_valid(text(MARK_NONCE), CHECKOUT_NONCE, key, now);
    matches!(text(MARK), "true" | "1") && (is_of(session_key) || is_of(""))
}

fn own_extension<'a>(request: &'a CartRequest, name: &str) -> Option<&'a Value> {
    request.body.get("extensions")?.get(EXPRESS_NAMESPACE)?.get(name)
}

/// Adds to the buyer's words where the buyer came from, and what an express button says: the wallet, and the values of the further
/// billing fields. Fields that the shop does not ask for are not kept.
pub(super) fn add_express(
    request: &CartRequest,
    express: Option<&Express>,
    settings: &ShopSettings,
    buyer: &mut Buyer,
) {
    let sent = request.body.get("extensions").and_then(|extensions| extensions.get("woocommerce/order-attribution"));
    let fields: Option<AttributionFields> = sent.and_then(|fields| serde_json::from_value(fields.clone()).ok());
    buyer.attribution = fields.map(|fields| stored(&received(fields))).unwrap_or_default();
    let Some(express) = express else { return };
    buyer.wallet = express.wallet;
    let custom = own_extension(request, "custom_checkout_data").and_then(Value::as_str);
    let custom: BTreeMap<String, Value> = custom
        .filter(|text| text.len() <= MAX_CUSTOM_BYTES)
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    for (name, value) in custom {
        let asked = settings.extra_billing_fields.iter().any(|field| field.name == name);
        let text = match value {
            Value::String(text) => text,
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            _ => continue,
        };
        let text: String = one_line(&text).chars().take(MAX_FIELD_CHARS).collect();
        if asked && !text.is_empty() {
            buyer.extra_fields.entry(name).or_insert(text);
        }
    }
}
