//! Lines of offers: they are added to a cart together, at the offer's prices, and removed together ([`super::removed_lines`]).

use std::collections::BTreeSet;

use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, FieldError, OfferId, ProductId};
use shop_core::cart::line::line_key;
use shop_core::platform::messages::codes;
use shop_core::trade::offer::{LineOffer, OfferGoods, OfferStatus, line_key as offer_line_key};

use super::lines::{self, AddItem, CartRefusal, Wanted};
use super::open_cart::OpenCart;
use super::pricing;
use super::purchases::{StockNow, terms_of};
use super::view::CartView;
use crate::cart::Carts;
use crate::catalogue::Catalogue;
use crate::ports::StoreError;
use crate::records::{CartContent, CartLine, StoredNotice};

/// The goods of an offer, to be added to a cart.
#[derive(Clone, Copy, Debug)]
pub struct OfferItems<'a> {
    pub id: OfferId,
    /// First second at which it has expired.
    pub valid_until: Option<UnixSeconds>,
    /// Goods with their index among its lines.
    pub goods: &'a [(usize, &'a OfferGoods)],
}

/// Result of changing a cart by an offer.
type OfferChange = Result<OpenCart, (OpenCart, CartRefusal)>;

/// Adds an offer to the cart: all its goods, or none. An offer that is already in the cart stays unchanged. The caller has
/// checked its owner and validity, which are checked again when the cart is opened and ordered.
pub(super) async fn add_offer(
    carts: &Carts,
    session_key: &str,
    customer_id: Option<CustomerId>,
    offer: OfferItems<'_>,
) -> Result<OfferChange, StoreError> {
    let items: Vec<AddItem> = offer.goods.iter().map(|(_, goods)| to_item(goods)).collect();
    let most_lines = lines::most_lines(session_key);
    let done = carts
        .change_cart(session_key, customer_id, &items, &|content, catalogue, stock| {
            add(content, catalogue, stock, offer, most_lines)
        })
        .await?;
    Ok(done.map(|(open, ())| open))
}

/// Removes lines whose offer is no longer valid for the cart's owner; returns a notice for each offer.
pub(super) async fn drop_invalid_offers(
    carts: &Carts,
    content: &mut CartContent,
    customer_id: Option<CustomerId>,
    now: UnixSeconds,
) -> Result<Vec<StoredNotice>, StoreError> {
    let ids: BTreeSet<OfferId> = content.lines.iter().filter_map(|line| Some(line.offer?.id)).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let wanted: Vec<OfferId> = ids.iter().copied().collect();
    let known = match customer_id {
        Some(id) => carts.store.offers_in_cart(id, &wanted).await?,
        None => Vec::new(),
    };
    let unpaid = content.unpaid;
    let holds = |id: OfferId| {
        known.iter().any(|offer| {
            let own_order = unpaid.is_some() && offer.used_order_id == unpaid;
            let standing = OfferStatus::from_state(offer.state, offer.valid_until, now);
            offer.id == id && (standing == Some(OfferStatus::Open) || own_order)
        })
    };
    let gone: BTreeSet<OfferId> = ids.into_iter().filter(|id| !holds(*id)).collect();
    content.lines.retain(|line| line.offer.is_none_or(|offer| !gone.contains(&offer.id)));
    let notice = |id: &OfferId| StoredNotice {
        kind: "info".into(),
        code: codes::TRADE_OFFER_GONE.into(),
        params: [("number".to_owned(), id.to_string())].into(),
    };
    Ok(gone.iter().map(notice).collect())
}

/// Returns a cart with an offer's goods alone, as its buyer would see it: at his saved address, if any. Goods that are no longer
/// sold are left out.
pub(crate) async fn offer_alone(
    carts: &Carts,
    customer_id: Option<CustomerId>,
    offer: OfferItems<'_>,
) -> Result<OfferAlone, StoreError> {
    let settings = carts.context.settings().await?;
    let catalogue = carts.context.catalogue().await?;
    let mut content = carts.first_content(&settings, customer_id).await?;
    let line = |(at, goods): &(usize, &OfferGoods)| cart_line(&catalogue, offer, *at, goods).ok();
    content.lines = offer.goods.iter().filter_map(line).map(|(_, line)| line).collect();
    Ok(OfferAlone { content, catalogue, settings, now: carts.context.now() })
}

/// A cart with an offer's goods alone.
pub(crate) struct OfferAlone {
    content: CartContent,
    catalogue: std::sync::Arc<Catalogue>,
    settings: std::sync::Arc<crate::platform::settings::ShopSettings>,
    now: UnixSeconds,
}

impl OfferAlone {
    pub(crate) fn view(&self) -> CartView<'_> {
        let stock = StockNow::default();
        pricing::price(&self.content, &self.catalogue, &stock, &[], Vec::new(), &self.settings, self.now)
    }
}

/// Explains why goods cannot be part of an offer with their given choices: they are not sold, need a choice, or are sold by
/// subscription or booking. `None` if they can. The error names no field.
pub fn offer_goods_refusal(catalogue: &Catalogue, goods: &OfferGoods) -> Option<FieldError> {
    let to_error = |refusal: CartRefusal| FieldError { params: refusal.params, ..FieldError::new("", refusal.code) };
    let item = to_item(goods);
    let Wanted { product, variation, .. } = match lines::wanted(catalogue, &item) {
        Ok(wanted) => wanted,
        Err(refusal) => return Some(to_error(refusal)),
    };
    if let Err(refusal) = lines::purchase(product, &item) {
        return Some(to_error(refusal));
    }
    let item = variation.map_or(&product.item, |one| &one.item);
    let again = terms_of(product, item).is_some() || product.purchase.booking.is_some();
    again.then(|| FieldError::new("", codes::OFFER_GOODS_KIND).with("name", &product.item.name))
}

/// The request that would add the goods at their regular price.
fn to_item(goods: &OfferGoods) -> AddItem {
    AddItem {
        id: goods.product_id,
        quantity_milli: Some(i64::from(goods.quantity).saturating_mul(1000)),
        variation: goods.variation.clone(),
        choices: goods.choices.clone(),
    }
}

fn add(
    content: &mut CartContent,
    catalogue: &Catalogue,
    stock: &StockNow,
    offer: OfferItems<'_>,
    most_lines: usize,
) -> Result<(), CartRefusal> {
    if content.lines.iter().any(|line| line.offer.is_some_and(|other| other.id == offer.id)) {
        return Ok(());
    }
    if content.lines.len() + offer.goods.len() > most_lines {
        return Err(CartRefusal::new(codes::CART_FULL));
    }
    for (at, goods) in offer.goods {
        let (wanted, line) = cart_line(catalogue, offer, *at, goods)?;
        let refusal = lines::stock_refusal(content, catalogue, stock, wanted.product, wanted.variation, line.quantity);
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        content.lines.push(line);
    }
    content.removed.retain(|line| line.offer.is_none_or(|other| other.id != offer.id));
    Ok(())
}

/// Builds the cart line of an offer's goods.
fn cart_line<'a>(
    catalogue: &'a Catalogue,
    offer: OfferItems<'_>,
    at: usize,
    goods: &OfferGoods,
) -> Result<(Wanted<'a>, CartLine), CartRefusal> {
    let item = to_item(goods);
    let wanted = lines::wanted(catalogue, &item)?;
    let choices = lines::purchase(wanted.product, &item)?.wire();
    let product_id = wanted.product.item.id;
    let variation_id = wanted.variation.map_or(ProductId(0), |one| one.item.id);
    let own_key = line_key(product_id, variation_id, &wanted.chosen, &choices);
    let line = CartLine {
        key: offer_line_key(&own_key, offer.id, at),
        product_id,
        variation_id,
        variation: wanted.chosen.clone(),
        quantity: goods.quantity.into(),
        added_price: goods.price_cents,
        choices,
        offer: Some(LineOffer {
            id: offer.id,
            line: at,
            price_cents: goods.price_cents,
            valid_until: offer.valid_until,
        }),
    };
    Ok((wanted, line))
}
