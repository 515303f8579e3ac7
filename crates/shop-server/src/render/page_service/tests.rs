use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};

use shop_core::view::{Head, Page, PageData, Shell, TextPage};

use super::*;
use crate::render::assets::tests::small;
use crate::render::page_cache::page_key::Versions;

fn service() -> PageService {
    let options = EngineOptions { threads: 1, ..EngineOptions::default() };
    PageService::new(Renderer::start(small(), options), CacheLimits::default(), Arc::default())
}

fn key(path: &str, catalogue: u64) -> PageKey {
    PageKey::new(path, None, &[], Lang::It, Versions { catalogue, settings: 1, prices: 0 })
}

fn content(title: &str) -> PageContent {
    let head = Head { title: title.into(), ..Head::default() };
    PageData { shell: Shell::default(), head, page: Page::Text(TextPage::default()) }.into()
}

fn missing() -> PageContent {
    let mut content = content("missing");
    content.data.page = Page::NotFound(TextPage::default());
    content
}

fn header(response: &Response<Body>, name: HeaderName) -> &str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

async fn text(response: Response<Body>) -> String {
    String::from_utf8(axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn a_guest_page_is_made_once_and_each_answer_has_its_own_nonce() {
    let service = service();
    let built = AtomicUsize::new(0);
    let mut pages = Vec::new();
    for _ in 0..3 {
        let request = PageRequest { nonce: CspNonce::new(&shop_services::SystemRandom), ..PageRequest::default() };
        let response = service
            .respond(&request, key("/", 1), || async {
                built.fetch_add(1, Ordering::SeqCst);
                Ok(content("Bottega"))
            })
            .await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header(&response, CACHE_CONTROL), "private, no-cache");
        let page = text(response).await;
        assert!(page.contains("<div id=\"root\"><h1>Bottega</h1></div>"));
        assert!(page.contains(request.nonce.as_str()));
        pages.push(page);
    }
    assert_eq!(built.load(Ordering::SeqCst), 1);
    assert_ne!(pages[0], pages[1]);
    assert!(service.metrics().text(&[]).contains("shop_pages_total{source=\"cached\"} 2"));
}

#[tokio::test]
async fn the_app_gets_the_data_of_a_page_and_nothing_is_rendered() {
    let service = service();
    let request = PageRequest { json: true, ..PageRequest::default() };
    let response = service.respond(&request, key("/", 1), || async { Ok(content("Bottega")) }).await;
    assert_eq!(header(&response, CONTENT_TYPE), PAGE_JSON);
    assert!(header(&response, VARY).contains("Accept"));
    let data: serde_json::Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(data["head"]["title"], "Bottega");
    assert!(service.metrics().text(&[]).contains("shop_page_render_seconds_count 0"));
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again_and_a_changed_one_is() {
    let service = service();
    let first = service.respond(&PageRequest::default(), key("/", 1), || async { Ok(content("A")) }).await;
    let etag = first.headers().get(ETAG).cloned();
    let again = PageRequest { if_none_match: etag.clone(), ..PageRequest::default() };
    let same = service.respond(&again, key("/", 1), || async { Ok(content("A")) }).await;
    assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(same.headers().get(ETAG).cloned(), etag);
    let untouched = service.respond(&again, key("/", 2), || async { Ok(content("A")) }).await;
    assert_eq!(untouched.status(), StatusCode::NOT_MODIFIED, "another product changed, this page did not");
    let changed = service.respond(&again, key("/", 3), || async { Ok(content("B")) }).await;
    assert_eq!(changed.status(), StatusCode::OK);
    let away = || async { Err(PageFailure::Away("no connection".into())) };
    let response = service.respond_uncached(&PageRequest::default(), Lang::It, away).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(text(response).await.is_empty(), "words are put to it where the language is known");
    let data = PageRequest { json: true, ..again };
    let data = service.respond(&data, key("/", 1), || async { Ok(content("A")) }).await;
    assert_eq!(data.status(), StatusCode::OK, "data and document are two entities");
}

#[tokio::test]
async fn a_compressed_page_is_the_same_page() {
    let service = service();
    let request = PageRequest { gzip: true, ..PageRequest::default() };
    let response = service.respond(&request, key("/", 1), || async { Ok(content("A")) }).await;
    assert_eq!(header(&response, CONTENT_ENCODING), "gzip");
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let mut page = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut page).unwrap();
    let plain = PageRequest { gzip: false, ..request };
    assert_eq!(page, text(service.respond(&plain, key("/", 1), || async { Ok(content("A")) }).await).await);
}

#[tokio::test]
async fn a_personal_page_is_kept_nowhere() {
    let service = service();
    for title in ["Anna", "Bruno"] {
        let response =
            service.respond_uncached(&PageRequest::default(), Lang::It, || async { Ok(content(title)) }).await;
        assert_eq!(header(&response, CACHE_CONTROL), "no-store");
        assert!(response.headers().get(ETAG).is_none());
        assert!(text(response).await.contains(&format!("<h1>{title}</h1>")));
    }
    assert_eq!(service.cache.size().0, 0);
}

#[tokio::test]
async fn a_page_that_is_not_there_is_404_even_when_the_browser_asks_again() {
    let service = service();
    let any = PageRequest { if_none_match: Some(HeaderValue::from_static("*")), ..PageRequest::default() };
    let response = service.respond(&any, key("/x/", 1), || async { Ok(missing()) }).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(response.headers().get(ETAG).is_none());
}

#[tokio::test]
async fn a_page_that_lives_elsewhere_leads_there() {
    let service = service();
    let moved = || async { Err(PageFailure::Redirect { location: "/prodotto/nuovo/".into(), permanent: true }) };
    let response = service.respond(&PageRequest::default(), key("/x/", 1), moved).await;
    assert_eq!(response.status(), StatusCode::MOVED_PERMANENTLY);
    assert_eq!(header(&response, LOCATION), "/prodotto/nuovo/");
}

#[tokio::test]
async fn when_a_page_cannot_be_shown_the_shopper_gets_a_page_that_says_so() {
    let service = service();
    for _ in 0..2 {
        let response = service.respond(&PageRequest::default(), key("/", 1), || async { Ok(content("broken")) }).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(header(&response, CACHE_CONTROL), "no-store");
        assert!(text(response).await.contains("Qualcosa non ha funzionato"));
    }
    let lost = || async { Err(PageFailure::Unavailable("no database".into())) };
    let page = text(service.respond(&PageRequest::default(), key("/b", 1), lost).await).await;
    assert!(!page.contains("database"), "causes are for the log");
    let away = || async { Err(PageFailure::Away("no connection".into())) };
    let response = service.respond_uncached(&PageRequest::default(), Lang::It, away).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(text(response).await.is_empty(), "words are put to it where the language is known");
    let data = PageRequest { json: true, ..PageRequest::default() };
    let response = service.respond_uncached(&data, Lang::It, lost).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(text(response).await.is_empty());
}
