use std::sync::atomic::{AtomicUsize, Ordering};

use shop_core::base::Lang;
use shop_core::view::{Head, Page, PageData, Shell, TextPage};

use super::*;
use crate::render::document::segments::Writer;

fn key(path: &str, catalogue: u64) -> PageKey {
    PageKey::new(path, None, &[], Lang::It, Versions { catalogue, settings: 1, prices: 0 })
}

fn page(page: Page, size: usize) -> BuiltPage {
    let data = PageData { shell: Shell::default(), head: Head::default(), page };
    BuiltPage::new(data.into(), "x".repeat(size).into(), "hash".into())
}

fn text(size: usize) -> BuiltPage {
    page(Page::Text(TextPage::default()), size)
}

fn document(html: &str) -> Document {
    let mut writer = Writer::default();
    writer.out().push_str(html);
    writer.finish()
}

#[tokio::test]
async fn a_page_asked_for_by_many_is_made_once() {
    let cache = Arc::new(PageCache::new(CacheLimits::default()));
    let made = Arc::new(AtomicUsize::new(0));
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let (cache, made) = (Arc::clone(&cache), Arc::clone(&made));
            tokio::spawn(async move {
                let make = || async {
                    made.fetch_add(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    Ok(text(10))
                };
                cache.get_or_build(&key("/", 1), make).await.unwrap()
            })
        })
        .collect();
    for one in asking {
        one.await.unwrap();
    }
    assert_eq!(made.load(Ordering::SeqCst), 1);
    assert!(cache.get(&key("/", 1)).is_some());
    assert!(lock(&cache.builds).is_empty());
}

#[tokio::test]
async fn when_the_maker_goes_away_the_next_makes_the_page() {
    let cache = Arc::new(PageCache::new(CacheLimits::default()));
    let first = {
        let cache = Arc::clone(&cache);
        tokio::spawn(async move { cache.get_or_build(&key("/", 1), std::future::pending).await.map(|_| ()) })
    };
    tokio::task::yield_now().await;
    let second = {
        let cache = Arc::clone(&cache);
        tokio::spawn(async move { cache.get_or_build(&key("/", 1), || async { Ok(text(1)) }).await.is_ok() })
    };
    tokio::task::yield_now().await;
    first.abort();
    assert!(second.await.unwrap());
    let third = {
        let cache = Arc::clone(&cache);
        tokio::spawn(async move { cache.get_or_build(&key("/b", 1), std::future::pending).await.map(|_| ()) })
    };
    tokio::task::yield_now().await;
    third.abort();
    let _ = third.await;
    assert!(lock(&cache.builds).is_empty(), "a flight that nobody waits for is forgotten");
}

#[tokio::test]
async fn failures_and_missing_pages_are_not_kept() {
    let cache = PageCache::new(CacheLimits::default());
    let failure = PageFailure::Unavailable("database".into());
    let made = cache.get_or_build(&key("/a", 1), || async { Err(failure.clone()) }).await;
    assert_eq!(made.err(), Some(failure));
    let missing = || async { Ok(page(Page::NotFound(TextPage::default()), 10)) };
    assert!(cache.get_or_build(&key("/b", 1), missing).await.is_ok());
    assert_eq!(cache.size().0, 0);
}

#[test]
fn the_least_used_page_goes_first() {
    let cache = PageCache::new(CacheLimits { entries: 2, bytes: 1 << 20 });
    for path in ["/a", "/b"] {
        cache.insert(key(path, 1), &Arc::new(text(10)));
    }
    assert!(cache.get(&key("/a", 1)).is_some());
    cache.insert(key("/c", 1), &Arc::new(text(10)));
    assert!(cache.get(&key("/b", 1)).is_none());
    assert!(cache.get(&key("/a", 1)).is_some());
}

#[tokio::test]
async fn bytes_are_bounded_and_a_document_counts_instead_of_what_it_was_made_from() {
    let cache = PageCache::new(CacheLimits { entries: 100, bytes: 80_000 });
    let first = Arc::new(text(100));
    cache.insert(key("/a", 1), &first);
    let (_, before) = cache.size();
    first.document(|_| async { Ok(document(&"d".repeat(5000))) }).await.unwrap();
    cache.insert(key("/a", 1), &first);
    assert_eq!(cache.size(), (1, before - CONTENT_TIMES_JSON * 100 + 5000));
    for n in 0..20 {
        cache.insert(key(&format!("/{n}"), 1), &Arc::new(text(1000)));
        assert!(cache.size().1 <= 80_000);
    }
    cache.insert(key("/huge", 1), &Arc::new(text(20_000)));
    assert!(cache.get(&key("/huge", 1)).is_none(), "one page never pushes out all others");
}

#[test]
fn a_change_of_the_catalogue_drops_the_pages_made_before() {
    let cache = PageCache::new(CacheLimits::default());
    cache.insert(key("/a", 1), &Arc::new(text(10)));
    cache.insert(key("/b", 2), &Arc::new(text(10)));
    assert_eq!(cache.size().0, 1);
    cache.insert(key("/late", 1), &Arc::new(text(10)));
    assert!(cache.get(&key("/b", 2)).is_some(), "a page that was slow to make drops nothing");
}

#[tokio::test]
async fn a_page_that_could_not_be_rendered_is_not_tried_again_at_once() {
    let page = text(10);
    let broken = |_| async { Err(RenderError::Timeout) };
    assert_eq!(page.document(broken).await.err(), Some(RenderError::Timeout));
    assert_eq!(page.document(broken).await.err(), Some(RenderError::FailedRecently));
    let other = text(10);
    assert_eq!(other.document(|_| async { Err(RenderError::Busy) }).await.err(), Some(RenderError::Busy));
    assert!(other.document(|_| async { Ok(document("ok")) }).await.is_ok(), "a busy moment is no failure");
}
