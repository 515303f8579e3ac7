//! The reviews that a customer has written: `/my-account/reviews/`.

use axum::response::Response;
use shop_core::base::CustomerId;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountReview, AccountSection};
use shop_services::ports::{OwnReview, StoreError};

use crate::page_data::context::{Context, picture};
use crate::site::accounts::access::require_customer;
use crate::site::accounts::account_page::{AccountRequest, AccountView, error_response, respond};

const PATH: &str = "/my-account/reviews/";

/// `/my-account/reviews/`
pub(super) async fn show(request: AccountRequest) -> Response {
    let id = match require_customer(&request.session, PATH) {
        Ok(id) => id,
        Err(response) => return response,
    };
    match load_reviews(&request, id).await {
        Ok(reviews) => {
            let section = AccountSection::Reviews { reviews };
            respond(&request, AccountView::new(site_texts::my_reviews, PATH, section)).await
        }
        Err(error) => error_response(&error),
    }
}

async fn load_reviews(request: &AccountRequest, id: CustomerId) -> Result<Vec<AccountReview>, StoreError> {
    let context = Context::load(&request.state.storefront, &request.session.buyer).await?;
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
    Ok(request.state.shop.accounts.reviews_of(id).await?.into_iter().map(view).collect())
}
