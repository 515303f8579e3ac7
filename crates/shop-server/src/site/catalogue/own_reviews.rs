//! The reviews that a customer has written: `/my-account/reviews/`.

use axum::response::Response;
use shop_core::base::CustomerId;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountReview, AccountSection};
use shop_services::ports::{OwnReview, StoreError};

use crate::page_data::context::{Context, picture};
use crate::site::accounts::access::customer_or_entry;
use crate::site::accounts::account_page::{Asked, Shown, failed, respond};

const PATH: &str = "/my-account/reviews/";

/// `/my-account/reviews/`
pub(super) async fn show(asked: Asked) -> Response {
    let id = match customer_or_entry(&asked.session, PATH) {
        Ok(id) => id,
        Err(answer) => return answer,
    };
    match written(&asked, id).await {
        Ok(reviews) => {
            let section = AccountSection::Reviews { reviews };
            respond(&asked, Shown::new(site_texts::my_reviews, PATH, section)).await
        }
        Err(error) => failed(&error),
    }
}

async fn written(asked: &Asked, id: CustomerId) -> Result<Vec<AccountReview>, StoreError> {
    let context = Context::load(&asked.state, &asked.session.buyer).await?;
    let view = |review: OwnReview| {
        let product = context.catalogue.product(review.product_id);
        AccountReview {
            product: product.map(|product| product.item.name_in(context.lang).to_owned()).unwrap_or_default(),
            path: product.map(|product| format!("/prodotto/{}/", product.slug)).unwrap_or_default(),
            picture: product.and_then(|p| p.item.images.first()).and_then(|image| picture(image, "")),
            rating: review.rating,
            text: review.body,
            date: shop_core::base::format::date(review.created_at, context.lang),
            published: review.status == "approved",
        }
    };
    Ok(asked.state.shop.accounts.reviews_of(id).await?.into_iter().map(view).collect())
}
