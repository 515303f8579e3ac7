//! The files that a customer has bought: `/my-account/downloads/`.

use axum::response::Response;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountSection, DownloadView};
use shop_services::ports::{OrderOwner, StoreError};

use super::account_orders::order_path;
use super::order_received::download_view;
use crate::site::accounts::access::require_order_owner;
use crate::site::accounts::account_page::{AccountRequest, AccountView, error_response, respond};

const PATH: &str = "/my-account/downloads/";

/// `/my-account/downloads/`
pub(super) async fn show(request: AccountRequest) -> Response {
    let owner = match require_order_owner(&request, PATH).await {
        Ok(owner) => owner,
        Err(response) => return response,
    };
    match load_downloads(&request, owner).await {
        Ok(downloads) => {
            let section = AccountSection::Downloads { downloads };
            respond(&request, AccountView::new(site_texts::my_downloads, PATH, section)).await
        }
        Err(error) => error_response(&error),
    }
}

async fn load_downloads(request: &AccountRequest, owner: OrderOwner) -> Result<Vec<DownloadView>, StoreError> {
    let shop = &request.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let mut out = Vec::new();
    for (order, files) in shop.order_files.files_of_owner(owner).await? {
        let view = |file| DownloadView { order_path: order_path(order.id), ..download_view(file, &order, now, lang) };
        out.extend(files.iter().map(view));
    }
    Ok(out)
}
