//! Rules of the quick view.

use super::*;

const PRODUCTS: [ProductId; 3] = [ProductId(5), ProductId(3), ProductId(9)];

fn all_on() -> QuickViewSettings {
    QuickViewSettings {
        next_prev: true,
        hash_change: true,
        auto_close: true,
        cart_redirect: true,
        cart_url: "/cart/".into(),
    }
}

fn open(id: i64) -> QuickView {
    QuickView { product: Some(ProductId(id)), ..QuickView::default() }
}

fn after(before: &QuickView, event: QuickViewEvent, settings: &QuickViewSettings) -> QuickView {
    step(before, &event, &PRODUCTS, settings)
}

#[test]
fn the_first_attribute_that_is_there_names_the_product() {
    let link = |a: &str, b: &str, c: &str, href: &str| QuickViewLink {
        data_product_id: a.into(),
        data_pid: b.into(),
        data_id: c.into(),
        href: href.into(),
    };
    for (link, id) in [
        (link("1", "2", "3", "#woosq-4"), Some(1)),
        (link("", "2", "3", "#woosq-4"), Some(2)),
        (link(" ", "", "3", ""), Some(3)),
        (link("", "", "", "https://shop.test/negozio/#woosq-4"), Some(4)),
        (link("", "", "", "#woosq-4-piccolo"), Some(4)),
        (link("", "", "", "#woosq"), None),
        (link("", "", "", "#woosq-"), None),
        (link("", "", "", "#woosq-x4"), None),
        (link("", "", "", "#woosq-0"), None),
        (link("+1", "", "", ""), None),
        (link("abc", "2", "", ""), None),
        (link("", "", "", "#woosq-99999999999999999999"), None),
        (QuickViewLink::default(), None),
    ] {
        assert_eq!(product(&link).map(|id| id.0), id, "{link:?}");
    }
}

#[test]
fn arrows_follow_the_page_and_end_with_it() {
    let neighbours = |id: i64| {
        let view = after(&QuickView::default(), QuickViewEvent::Open(ProductId(id)), &all_on());
        (view.previous.map(|id| id.0), view.next.map(|id| id.0))
    };
    assert_eq!(neighbours(5), (None, Some(3)));
    assert_eq!(neighbours(3), (Some(5), Some(9)));
    assert_eq!(neighbours(9), (Some(3), None));
    assert_eq!(neighbours(7), (None, None), "a product that is not on the page");
    let without = QuickViewSettings { next_prev: false, ..all_on() };
    let view = after(&QuickView::default(), QuickViewEvent::Open(ProductId(3)), &without);
    assert_eq!((view.previous, view.next), (None, None));
}

#[test]
fn opening_sets_the_hash_once_and_closing_goes_back_once() {
    let settings = all_on();
    let opened = after(&QuickView::default(), QuickViewEvent::Open(ProductId(5)), &settings);
    assert_eq!(opened.history, QuickViewHistory::SetHash);
    let moved = after(&opened, QuickViewEvent::Move(ProductId(3)), &settings);
    assert_eq!((moved.product, moved.history), (Some(ProductId(3)), QuickViewHistory::Keep));
    let closed = after(&moved, QuickViewEvent::Close, &settings);
    assert_eq!((closed.product, closed.history), (None, QuickViewHistory::Back));
    assert_eq!(after(&closed, QuickViewEvent::Close, &settings).history, QuickViewHistory::Keep);
    assert_eq!(after(&closed, QuickViewEvent::Move(ProductId(3)), &settings).product, None);
}

#[test]
fn leaving_the_hash_closes_without_a_further_step_back() {
    for hash in ["", "#reviews", "#woosq-3", "#WOOSQ"] {
        let view = after(&open(5), QuickViewEvent::Hash(hash.into()), &all_on());
        assert_eq!((view.product, view.history), (None, QuickViewHistory::Keep), "{hash}");
    }
    assert_eq!(after(&open(5), QuickViewEvent::Hash("#woosq".into()), &all_on()).product, Some(ProductId(5)));
}

#[test]
fn without_its_setting_neither_hash_nor_cart_closes_the_view() {
    let off = QuickViewSettings::default();
    for event in [QuickViewEvent::Hash(String::new()), QuickViewEvent::AddedToCart] {
        assert_eq!(after(&open(5), event, &off).product, Some(ProductId(5)));
    }
    assert_eq!(after(&QuickView::default(), QuickViewEvent::Open(ProductId(5)), &off).history, QuickViewHistory::Keep);
    let added = after(&open(5), QuickViewEvent::AddedToCart, &all_on());
    assert_eq!((added.product, added.history), (None, QuickViewHistory::Back));
    assert_eq!(after(&QuickView::default(), QuickViewEvent::AddedToCart, &all_on()), QuickView::default());
}

#[test]
fn adding_leads_to_the_cart_only_when_that_is_set_and_known() {
    assert_eq!(all_on().redirect("/negozio/"), "/cart/");
    assert_eq!(QuickViewSettings { cart_url: String::new(), ..all_on() }.redirect("/negozio/"), "/negozio/");
    assert_eq!(QuickViewSettings { cart_redirect: false, ..all_on() }.redirect("/negozio/"), "/negozio/");
}
