//! Files of downloadable products: `/download/{order}/{product}/{file}/`.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::base::text::escape_html;
use shop_core::base::{OrderId, Params, ProductId};
use shop_core::orders::download::{is_remote, path_parts};
use shop_core::platform::messages::{codes, text};
use shop_core::platform::words::site_texts;
use shop_core::view::{Link, Page, TextPage};
use shop_services::orders::GrantedFile;
use shop_services::ports::{OrderRecord, StoreError};
use tokio::fs::File;
use tokio_util::io::ReaderStream;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::render::PageRequest;
use crate::site::plain_form::{error_response, is_genuine, nonce, respond};
use crate::trade::attachments::disposition;

/// Nonce action of the consent form.
const NONCE: &str = "files-consent";
/// Files served to one IP address in the span below.
const FETCHES: u32 = 120;
/// Span in which files are counted.
const FETCHES_SPAN_S: i64 = 600;

/// Serves a file to a visitor with the order's key and to the order's customer. Unknown orders and those of others look alike.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn serve(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path((order, product, file)): Path<(String, String, String)>,
    RawQuery(raw): RawQuery,
    method: Method,
    ConnectInfo(address): ConnectInfo<std::net::SocketAddr>,
    request: PageRequest,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let key = query.get("key").unwrap_or_default();
    let id = OrderId(order.parse().unwrap_or(0));
    let product = ProductId(product.parse().unwrap_or(0));
    let address = address.ip().to_string();
    if storefront.limits.count("download", &address, FETCHES, FETCHES_SPAN_S, storefront.web.context.now()).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    match find_file(&storefront, &session, id, key, product, &file).await {
        Err(error) => error_response(&error),
        Ok(None) => {
            crate::page_data::texts::missing(&storefront, &request, &format!("/download/{id}/{product}/")).await
        }
        Ok(Some((order, granted))) => {
            if granted.needs_consent && granted.grant.refusal(storefront.web.context.now()).is_none() {
                return responder.consent_form(&order, &granted, StatusCode::FORBIDDEN).await;
            }
            match serve_file(&storefront, &order, &granted, method == Method::HEAD).await {
                Err(error) => error_response(&error),
                Ok(Ok(response)) => response,
                Ok(Err(code)) => refusal_page(&responder, &order, code).await,
            }
        }
    }
}

/// Finds the order and the file; `None` if one does not exist or the visitor has no access.
async fn find_file(
    storefront: &Arc<Storefront>,
    session: &Session,
    order: OrderId,
    key: &str,
    product: ProductId,
    file: &str,
) -> Result<Option<(Box<OrderRecord>, GrantedFile)>, StoreError> {
    let Ok(order) = storefront.orders.order_for_buyer(order, key, None, &session.buyer).await? else {
        return Ok(None);
    };
    let files = storefront.order_files.files_of(&order).await?;
    let granted = files.into_iter().find(|known| known.file.product_id == product && known.file.id == file);
    Ok(granted.map(|granted| (Box::new(order), granted)))
}

/// Records the buyer's consent to receive the file before the withdrawal period ends (Codice del consumo art. 59, letter o), then
/// redirects to the file.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn save_consent(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    Path((order, product, file)): Path<(String, String, String)>,
    RawQuery(raw): RawQuery,
    request: PageRequest,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let query = Pairs::parse(raw.as_deref().unwrap_or_default());
    let key = query.get("key").unwrap_or_default();
    let id = OrderId(order.parse().unwrap_or(0));
    let product = ProductId(product.parse().unwrap_or(0));
    let (order, granted) = match find_file(&storefront, &session, id, key, product, &file).await {
        Err(error) => return error_response(&error),
        Ok(None) => {
            return crate::page_data::texts::missing(&storefront, &request, &format!("/download/{id}/{product}/"))
                .await;
        }
        Ok(Some(found)) => found,
    };
    let posted = Pairs(pairs);
    let responder = Responder { storefront: &storefront, session: &session, request: &request };
    if !is_genuine(&storefront, &session, &headers, &posted, ("_wpnonce", NONCE)) {
        return responder.consent_form(&order, &granted, StatusCode::FORBIDDEN).await;
    }
    if posted.get("files_consent") != Some("1") {
        return responder.consent_form(&order, &granted, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    if let Err(error) = storefront.order_files.consent_to_files(&order).await {
        return error_response(&error);
    }
    Redirect::to(&file_path(&order, &granted)).into_response()
}

fn file_path(order: &OrderRecord, granted: &GrantedFile) -> String {
    format!("{}?key={}", granted.file.path(order.id), order.order_key)
}

/// Renders the pages that are shown instead of a file.
struct Responder<'a> {
    storefront: &'a Arc<Storefront>,
    session: &'a Session,
    request: &'a PageRequest,
}

impl Responder<'_> {
    /// The consent form.
    async fn consent_form(&self, order: &OrderRecord, granted: &GrantedFile, status: StatusCode) -> Response {
        let lang = self.storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
        let words = |code: &str| escape_html(&text(code, &Params::new(), lang));
        let html = format!(
            "<p><b>{}</b></p><p>{}</p><form method=\"post\" action=\"{}\"><input type=\"hidden\" name=\"_wpnonce\" value=\"{}\">\
             <p><label><input type=\"checkbox\" name=\"files_consent\" value=\"1\" required> {}</label></p>\
             <p><button type=\"submit\">{}</button></p></form>",
            escape_html(&granted.file.file.name),
            words(codes::FILES_CONSENT_MISSING),
            escape_html(&file_path(order, granted)),
            escape_html(&nonce(self.storefront, self.session, NONCE)),
            words(codes::FILES_CONSENT),
            site_texts::download_the_file(lang),
        );
        let title = site_texts::downloading_the_file;
        let page = TextPage {
            title: title(lang).into(),
            html,
            links: vec![Link { label: site_texts::go_to_the_order(lang).into(), path: order.received_path() }],
            ..TextPage::default()
        };
        respond(self.storefront, &self.session.buyer, self.request, "/download/", title, status, Page::Text(page)).await
    }
}

/// Serves the file, or returns the code of the refusal.
async fn serve_file(
    storefront: &Arc<Storefront>,
    order: &OrderRecord,
    granted: &GrantedFile,
    is_head: bool,
) -> Result<Result<Response, &'static str>, StoreError> {
    if let Some(code) = granted.grant.refusal(storefront.web.context.now()) {
        return Ok(Err(code));
    }
    let url = granted.file.file.url.trim();
    if is_remote(url) {
        if !is_head && !storefront.order_files.count_fetch(order, granted).await? {
            return Ok(Err(codes::DOWNLOAD_LIMIT));
        }
        return Ok(Ok(Redirect::to(url).into_response()));
    }
    // Opened before the download is counted: a missing file does not use up a download.
    let Some((file, path)) = open_below(&storefront.config.downloads_dir(), url).await else {
        tracing::warn!(product = %granted.file.product_id, "a file that was sold is not in the folder of downloads");
        return Ok(Err(codes::DOWNLOAD_MISSING));
    };
    if !is_head && !storefront.order_files.count_fetch(order, granted).await? {
        return Ok(Err(codes::DOWNLOAD_LIMIT));
    }
    Ok(Ok(stream_file(file, &path).await))
}

/// Opens a file in the folder; `None` if it does not exist, or its path or a symlink leads outside.
async fn open_below(folder: &FilePath, url: &str) -> Option<(File, PathBuf)> {
    let parts = path_parts(url)?;
    let folder = tokio::fs::canonicalize(folder).await.ok()?;
    let path = tokio::fs::canonicalize(folder.join(parts.join("/"))).await.ok()?;
    if !path.starts_with(&folder) {
        return None;
    }
    let file = File::open(&path).await.ok()?;
    file.metadata().await.ok().filter(std::fs::Metadata::is_file)?;
    Some((file, path))
}

async fn stream_file(file: File, path: &FilePath) -> Response {
    let length = file.metadata().await.map(|data| data.len()).ok();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let mut response = Body::from_stream(ReaderStream::new(file)).into_response();
    let headers = response.headers_mut();
    let mut set = |header, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(header, value);
        }
    };
    set(header::CONTENT_TYPE, kind.to_string());
    set(header::CONTENT_DISPOSITION, disposition(&name));
    set(header::CACHE_CONTROL, "private, no-store".to_owned());
    if let Some(length) = length {
        set(header::CONTENT_LENGTH, length.to_string());
    }
    response
}

async fn refusal_page(responder: &Responder<'_>, order: &OrderRecord, code: &'static str) -> Response {
    let storefront = responder.storefront;
    let lang = storefront.web.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let title = site_texts::file_not_available;
    let page = TextPage {
        title: title(lang).into(),
        html: format!("<p>{}</p>", escape_html(&text(code, &Params::new(), lang))),
        links: vec![Link { label: site_texts::go_to_the_order(lang).into(), path: order.received_path() }],
        ..TextPage::default()
    };
    let status = if code == codes::DOWNLOAD_MISSING { StatusCode::NOT_FOUND } else { StatusCode::FORBIDDEN };
    respond(storefront, &responder.session.buyer, responder.request, "/download/", title, status, Page::Text(page))
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_outside_of_the_folder_is_opened() {
        let base = std::env::temp_dir().join(format!("downloads-{}", std::process::id()));
        let folder = base.join("downloads");
        std::fs::create_dir_all(folder.join("sub")).unwrap();
        std::fs::write(folder.join("sub/a.txt"), "a").unwrap();
        std::fs::write(base.join("secret.txt"), "s").unwrap();
        std::os::unix::fs::symlink(base.join("secret.txt"), folder.join("link.txt")).unwrap();
        assert!(open_below(&folder, "sub/a.txt").await.is_some());
        assert!(open_below(&folder, "/sub/a.txt").await.is_some());
        for url in ["../secret.txt", "sub/../../secret.txt", "link.txt", "sub", "missing.txt", ""] {
            assert!(open_below(&folder, url).await.is_none(), "{url}");
        }
        std::fs::remove_dir_all(&base).unwrap();
    }
}
