//! The files that a customer bought: `/my-account/downloads/`.

use axum::response::Response;
use shop_core::platform::words::site_texts;
use shop_core::view::{AccountSection, DownloadView};
use shop_services::ports::{OrderOwner, StoreError};

use super::account_orders::order_path;
use super::order_received::download_view;
use crate::site::accounts::access::order_owner;
use crate::site::accounts::account_page::Asked;
use crate::site::accounts::account_page::Shown;
use crate::site::accounts::account_page::failed;
use crate::site::accounts::account_page::respond;

const PATH: &str = "/my-account/downloads/";

/// `/my-account/downloads/`
pub(super) async fn show(asked: Asked) -> Response {
    let owner = match order_owner(&asked, PATH).await {
        Ok(owner) => owner,
        Err(answer) => return answer,
    };
    match bought(&asked, owner).await {
        Ok(downloads) => {
            let section = AccountSection::Downloads { downloads };
            respond(&asked, Shown::new(site_texts::my_downloads, PATH, section)).await
        }
        Err(error) => failed(&error),
    }
}

async fn bought(asked: &Asked, owner: OrderOwner) -> Result<Vec<DownloadView>, StoreError> {
    let shop = &asked.state.shop;
    let (lang, now) = (shop.context.settings().await?.lang(), shop.context.now());
    let mut out = Vec::new();
    for (order, files) in shop.order_files.files_of_owner(owner).await? {
        let view = |file| DownloadView { order_path: order_path(order.id), ..download_view(file, &order, now, lang) };
        out.extend(files.iter().map(view));
    }
    Ok(out)
}
