//! Files of downloadable products: `/download/{order}/{product}/{file}/`.

use std::path::{Path as FilePath, PathBuf};

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

use crate::app::nul::Form;
use crate::app::pairs::Pairs;
use crate::app::session::Session;
use crate::app::state::AppState;
use crate::render::PageRequest;
use crate::site::plain_form::failed;
use crate::site::plain_form::is_genuine;
use crate::site::plain_form::nonce;
use crate::site::plain_form::respond;
use crate::trade::attachments::disposition;

/// Nonce of the consent's form.
const NONCE: &str = "files-consent";
/// Files fetched from one address in the span below.
const FETCHES: u32 = 120;
/// Span in which they are counted.
const FETCHES_SPAN_S: i64 = 600;

/// A file for who has the order's key, and for the order's customer. Unknown and foreign ones look alike.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn fetch(
    State(state): State<AppState>,
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
    if state.limits.count("download", &address, FETCHES, FETCHES_SPAN_S, state.shop.context.now()).is_err() {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    }
    let asked = Asked { state: &state, session: &session, request: &request };
    match found(&state, &session, id, key, product, &file).await {
        Err(error) => failed(&error),
        Ok(None) => crate::page_data::texts::missing(&state, &request, &format!("/download/{id}/{product}/")).await,
        Ok(Some((order, wanted))) => {
            if wanted.needs_consent && wanted.grant.refusal(state.shop.context.now()).is_none() {
                return asked.for_consent(&order, &wanted, StatusCode::FORBIDDEN).await;
            }
            match answer(&state, &order, &wanted, method == Method::HEAD).await {
                Err(error) => failed(&error),
                Ok(Ok(response)) => response,
                Ok(Err(code)) => refused(&asked, &order, code).await,
            }
        }
    }
}

/// The order and the file; `None`: unknown, or foreign.
async fn found(
    state: &AppState,
    session: &Session,
    order: OrderId,
    key: &str,
    product: ProductId,
    file: &str,
) -> Result<Option<(Box<OrderRecord>, GrantedFile)>, StoreError> {
    let Ok(order) = state.shop.orders.order_for_buyer(order, key, None, &session.buyer).await? else {
        return Ok(None);
    };
    let files = state.shop.order_files.files_of(&order).await?;
    let wanted = files.into_iter().find(|known| known.file.product_id == product && known.file.id == file);
    Ok(wanted.map(|wanted| (Box::new(order), wanted)))
}

/// The buyer consents to get the file before the period of withdrawal ends (Codice del consumo art. 59, letter o); then the
/// file is given.
#[allow(clippy::too_many_arguments, reason = "the parts of the request")]
pub(super) async fn consent(
    State(state): State<AppState>,
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
    let (order, wanted) = match found(&state, &session, id, key, product, &file).await {
        Err(error) => return failed(&error),
        Ok(None) => {
            return crate::page_data::texts::missing(&state, &request, &format!("/download/{id}/{product}/")).await;
        }
        Ok(Some(found)) => found,
    };
    let posted = Pairs(pairs);
    let asked = Asked { state: &state, session: &session, request: &request };
    if !is_genuine(&state, &session, &headers, &posted, ("_wpnonce", NONCE)) {
        return asked.for_consent(&order, &wanted, StatusCode::FORBIDDEN).await;
    }
    if posted.get("files_consent") != Some("1") {
        return asked.for_consent(&order, &wanted, StatusCode::UNPROCESSABLE_ENTITY).await;
    }
    if let Err(error) = state.shop.order_files.consent_to_files(&order).await {
        return failed(&error);
    }
    Redirect::to(&path_of(&order, &wanted)).into_response()
}

fn path_of(order: &OrderRecord, wanted: &GrantedFile) -> String {
    format!("{}?key={}", wanted.file.path(order.id), order.order_key)
}

/// Who asks for a file.
struct Asked<'a> {
    state: &'a AppState,
    session: &'a Session,
    request: &'a PageRequest,
}

impl Asked<'_> {
    /// The page that asks for the consent.
    async fn for_consent(&self, order: &OrderRecord, wanted: &GrantedFile, status: StatusCode) -> Response {
        let lang = self.state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
        let words = |code: &str| escape_html(&text(code, &Params::new(), lang));
        let html = format!(
            "<p><b>{}</b></p><p>{}</p><form method=\"post\" action=\"{}\"><input type=\"hidden\" name=\"_wpnonce\" value=\"{}\">\
             <p><label><input type=\"checkbox\" name=\"files_consent\" value=\"1\" required> {}</label></p>\
             <p><button type=\"submit\">{}</button></p></form>",
            escape_html(&wanted.file.file.name),
            words(codes::FILES_CONSENT_MISSING),
            escape_html(&path_of(order, wanted)),
            escape_html(&nonce(self.state, self.session, NONCE)),
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
        respond(self.state, &self.session.buyer, self.request, "/download/", title, status, Page::Text(page)).await
    }
}

/// The file, or the code of why it is not given.
async fn answer(
    state: &AppState,
    order: &OrderRecord,
    wanted: &GrantedFile,
    only_asks: bool,
) -> Result<Result<Response, &'static str>, StoreError> {
    if let Some(code) = wanted.grant.refusal(state.shop.context.now()) {
        return Ok(Err(code));
    }
    let url = wanted.file.file.url.trim();
    if is_remote(url) {
        if !only_asks && !state.shop.order_files.count_fetch(order, wanted).await? {
            return Ok(Err(codes::DOWNLOAD_LIMIT));
        }
        return Ok(Ok(Redirect::to(url).into_response()));
    }
    // Opened before it is counted: a missing file costs the buyer nothing.
    let Some((file, path)) = open_below(&state.config.downloads_dir(), url).await else {
        tracing::warn!(product = %wanted.file.product_id, "a file that was sold is not in the folder of downloads");
        return Ok(Err(codes::DOWNLOAD_MISSING));
    };
    if !only_asks && !state.shop.order_files.count_fetch(order, wanted).await? {
        return Ok(Err(codes::DOWNLOAD_LIMIT));
    }
    Ok(Ok(streamed(file, &path).await))
}

/// Opens a file of the folder; `None`: there is none, or its path or a link in it leads out.
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

async fn streamed(file: File, path: &FilePath) -> Response {
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

async fn refused(asked: &Asked<'_>, order: &OrderRecord, code: &'static str) -> Response {
    let state = asked.state;
    let lang = state.shop.context.settings().await.map(|settings| settings.lang()).unwrap_or_default();
    let title = site_texts::file_not_available;
    let page = TextPage {
        title: title(lang).into(),
        html: format!("<p>{}</p>", escape_html(&text(code, &Params::new(), lang))),
        links: vec![Link { label: site_texts::go_to_the_order(lang).into(), path: order.received_path() }],
        ..TextPage::default()
    };
    let status = if code == codes::DOWNLOAD_MISSING { StatusCode::NOT_FOUND } else { StatusCode::FORBIDDEN };
    respond(state, &asked.session.buyer, asked.request, "/download/", title, status, Page::Text(page)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_outside_of_the_folder_is_opened() {
        let place = std::env::temp_dir().join(format!("downloads-{}", std::process::id()));
        let folder = place.join("downloads");
        std::fs::create_dir_all(folder.join("sub")).unwrap();
        std::fs::write(folder.join("sub/a.txt"), "a").unwrap();
        std::fs::write(place.join("secret.txt"), "s").unwrap();
        std::os::unix::fs::symlink(place.join("secret.txt"), folder.join("link.txt")).unwrap();
        assert!(open_below(&folder, "sub/a.txt").await.is_some());
        assert!(open_below(&folder, "/sub/a.txt").await.is_some());
        for url in ["../secret.txt", "sub/../../secret.txt", "link.txt", "sub", "missing.txt", ""] {
            assert!(open_below(&folder, url).await.is_none(), "{url}");
        }
        std::fs::remove_dir_all(&place).unwrap();
    }
}
