//! The quick view: its configuration on pages, and its data.

use std::sync::Arc;

use shop_core::base::ProductId;
use shop_core::catalogue::product::{Product, PublishStatus};
use shop_core::catalogue::quick_view::{OPEN_HASH, opens_on};
use shop_core::view::{Page, PageData, ProductPage, QuickViewView, VariationView};
use shop_services::accounts::buyer::Buyer;
use shop_services::platform::settings::QuickViewPlace;
use shop_services::ports::StoreError;

use super::product_view::{product_content, variation_of};
use super::reviews::ReviewsPart;
use crate::app::storefront::Storefront;
use crate::page_data::context::Context;

/// Action of the nonce of both calls. It belongs to no session, because cached guest pages embed it.
pub(crate) const NONCE: &str = "woosq-security";

/// Returns the quick view's configuration for a page; `None` when the shop has disabled it.
pub(crate) fn quick_view(context: &Context, path: &str) -> Option<QuickViewView> {
    let settings = &context.settings.quick_view;
    let named = context.catalogue.product(ProductId(settings.product_id)).filter(|product| is_shown(product));
    let opens = named.filter(|_| opens_on(path));
    settings.enabled.then(|| QuickViewView {
        sidebar: settings.view == QuickViewPlace::Sidebar,
        settings: settings.rules(),
        hash: OPEN_HASH.into(),
        zoom: settings.zoom,
        opens: opens.map(|product| product.item.id),
        nonce: context.storefront.web.secrets.nonce(NONCE, "", context.storefront.web.context.now()),
    })
}

fn is_shown(product: &Product) -> bool {
    product.item.status == PublishStatus::Publish
}

/// Builds the quick view of a product: its page's data without reviews. `None` for an unknown product.
pub(crate) async fn view(
    storefront: &Arc<Storefront>,
    buyer: &Buyer,
    id: ProductId,
) -> Result<Option<(PageData, Box<ProductPage>)>, StoreError> {
    let context = Context::load(storefront, buyer).await?;
    let Some(product) = context.catalogue.product(id).filter(|product| is_shown(product)) else { return Ok(None) };
    let path = format!("/prodotto/{}/", product.slug);
    let data = product_content(&context, product, &path, &[], ReviewsPart::default(), Vec::new()).await?.data;
    Ok(match &data.page {
        Page::Product(page) => {
            let page = page.clone();
            Some((data, page))
        }
        _ => None,
    })
}

/// Converts a variation for the form; `None` for an unknown id.
pub(crate) async fn variation_data(
    storefront: &Arc<Storefront>,
    buyer: &Buyer,
    (product_id, id): (ProductId, ProductId),
) -> Result<Option<VariationView>, StoreError> {
    let context = Context::load(storefront, buyer).await?;
    let Some(product) = context.catalogue.product(product_id) else { return Ok(None) };
    let variation = product.variations.iter().find(|variation| variation.item.id == id);
    Ok(variation.map(|variation| variation_of(&context, product, variation)))
}
