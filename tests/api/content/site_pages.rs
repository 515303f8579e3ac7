use std::sync::Arc;

use reqwest::Method;
use shop_core::content::block::{Block, BlockProducts};
use shop_core::content::page::{PageForm, PageKind, PageStatus};
use shop_services::content::page_management::{PageFilter, PageRefusal};
use shop_services::{Shop, SystemClock};
use shop_tests::{TestShop, Visitor, on_both_databases, page_data, rules};

/// The use cases over the shop's database, as another process has them.
async fn writer(shop: &TestShop) -> Shop {
    let db = shop_storage::Db::open(shop.database()).await.expect("the database opens");
    Shop::new(Arc::new(db), Arc::new(SystemClock))
}

fn form(kind: PageKind, title: &str) -> PageForm {
    PageForm {
        kind,
        title: title.into(),
        body: "<p>Testo <script>x()</script>di prova.</p>".into(),
        status: PageStatus::Published,
        ..PageForm::default()
    }
}

fn fields(refusal: PageRefusal) -> Vec<(String, String)> {
    refusal.errors().into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

/// The SKUs in the front's row of best sellers.
async fn best_sellers(visitor: &mut Visitor) -> Vec<String> {
    let front = page_data(visitor, "/").await;
    let blocks = front["page"]["blocks"].as_array().expect("blocks").iter();
    let best = blocks.filter(|block| block["title"] == "I più amati");
    let cards = best.flat_map(|block| block["cards"].as_array().expect("cards"));
    cards.map(|card| card["sku"].as_str().expect("a SKU").to_owned()).collect()
}

rules! {
    async fn every_shop_starts_with_its_front_and_what_the_law_wants_told(shop) {
        let mut visitor = shop.visitor();
        for path in ["/spedizioni/", "/condizioni-di-vendita/", "/diritto-di-recesso/", "/privacy/", "/cookie/", "/contatti/"] {
            let page = visitor.page(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert!(!page.text().contains("{seller}") && !page.text().contains("{email}"), "{path}");
        }
        let front = visitor.page("/").await.text();
        assert!(front.contains("La dispensa delle grandi occasioni"));
        assert!(front.contains("Scelti da noi") && front.contains("Olio di prova"), "featured products are on the front");
        assert!(front.contains("In offerta") && front.contains("Miele scontato"));
        assert!(!front.contains("I più amati"), "nothing was sold yet");
    }

    async fn pages_are_linked_at_the_foot_and_in_the_sitemap(shop) {
        let mut visitor = shop.visitor();
        assert!(visitor.page("/negozio/").await.text().contains("href=\"/spedizioni/\""));
        let map = visitor.page("/sitemap.xml").await.text();
        assert!(map.contains("/spedizioni/") && !map.contains("/blog/"), "{map}");
    }

    async fn best_sellers_come_to_the_front_once_something_is_sold(shop) {
        let mut visitor = shop.visitor();
        visitor.buy("t-oil", 1).await;
        assert!(visitor.page("/").await.text().contains("I più amati"));
    }

    async fn best_sellers_are_what_was_sold_and_no_longer_what_was_cancelled(shop) {
        let mut visitor = shop.visitor();
        let oil = visitor.buy("t-oil", 1).await["order_id"].as_i64().expect("an order");
        let five = visitor.buy("t-five", 2).await["order_id"].as_i64().expect("an order");
        assert_eq!(best_sellers(&mut visitor).await, ["t-five", "t-oil"]);
        let mut merchant = shop.merchant().await;
        merchant.set_status(five, "cancelled").await.expect(200);
        assert_eq!(best_sellers(&mut visitor).await, ["t-oil"]);
        merchant.set_status(oil, "cancelled").await.expect(200);
        assert_eq!(best_sellers(&mut visitor).await, [] as [&str; 0]);
        assert!(!visitor.page("/").await.text().contains("I più amati"), "a list of nothing has no heading");
        merchant.set_status(oil, "on-hold").await.expect(200);
        assert_eq!(best_sellers(&mut visitor).await, ["t-oil"]);
    }

    async fn a_blog_without_posts_and_posts_that_are_not_there_are_not_found(shop) {
        let mut visitor = shop.visitor();
        for path in ["/blog/", "/blog/page/2/", "/blog/page/0/", "/blog/page/x/", "/blog/boh/", "/blog/spedizioni/", "/home/"] {
            assert_eq!(visitor.page(path).await.status, 404, "{path}");
        }
        let first = visitor.page("/blog/page/1/").await;
        assert_eq!((first.status, first.header("location")), (301, Some("/blog/")));
    }

    async fn a_front_and_pages_are_only_read_here(shop) {
        let mut visitor = shop.visitor();
        for path in ["/", "/spedizioni/", "/blog/"] {
            let request = visitor.request(Method::DELETE, path);
            let answer = visitor.send(request).await;
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        }
    }

    async fn a_written_page_is_shown_with_its_products_and_linked(shop) {
        let mut shop = shop;
        let page = PageForm {
            in_footer: true,
            in_menu: true,
            blocks: vec![
                Block {
                    title: "Da provare".into(),
                    count: 2,
                    shows: BlockProducts::Tag { slugs: vec!["bio".into()] },
                    ..Block::default()
                },
                Block { title: "Vuoto".into(), shows: BlockProducts::Tag { slugs: vec!["boh".into()] }, ..Block::default() },
            ],
            ..form(PageKind::Page, "Chi siamo")
        };
        writer(&shop).await.content.save_page(None, &page).await.expect("stored").expect("accepted");
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        let shown = visitor.page("/chi-siamo/").await;
        assert_eq!(shown.status, 200);
        let html = shown.text();
        assert!(html.contains("<p>Testo di prova.</p>"), "scripts are cleaned away");
        assert!(html.contains("Da provare") && html.contains("Olio di prova"));
        assert!(!html.contains("Vuoto"), "a block without products is left out");
        assert!(visitor.page("/negozio/").await.text().contains("href=\"/chi-siamo/\""));
        assert!(visitor.page("/sitemap.xml").await.text().contains("/chi-siamo/"));
    }

    async fn posts_that_are_not_translated_say_so_on_english_pages(shop) {
        let mut shop = shop;
        let office = writer(&shop).await;
        let translated = PageForm {
            title_en: "Autumn".into(),
            body_en: "<p>Leaves.</p>".into(),
            ..form(PageKind::Post, "Autunno")
        };
        for page in [&form(PageKind::Post, "Inverno"), &translated] {
            office.content.save_page(None, page).await.expect("stored").expect("accepted");
        }
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        let list = visitor.page("/en/blog/").await.text();
        assert!(list.contains("lang=\"it\">Inverno</a>") && list.contains("<p lang=\"it\">Testo di prova.</p>"), "{list}");
        assert!(list.contains(">Autumn</a>") && !list.contains("lang=\"it\">Autumn") && list.contains("<p>Leaves.</p>"));
    }

    async fn drafts_and_posts_of_tomorrow_are_not_shown(shop) {
        let mut shop = shop;
        let office = writer(&shop).await;
        let draft = PageForm { status: PageStatus::Draft, ..form(PageKind::Page, "Bozza di pagina") };
        let tomorrow = PageForm { published_at: Some(office.context.now() + 86_400), ..form(PageKind::Post, "Domani") };
        for page in [&draft, &tomorrow] {
            office.content.save_page(None, page).await.expect("stored").expect("accepted");
        }
        office.content.save_page(None, &form(PageKind::Post, "Oggi")).await.expect("stored").expect("accepted");
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        assert_eq!(visitor.page("/bozza-di-pagina/").await.status, 404);
        assert_eq!(visitor.page("/blog/domani/").await.status, 404);
        assert_eq!(visitor.page("/blog/oggi/").await.status, 200);
        let blog = visitor.page("/blog/").await.text();
        assert!(blog.contains("Oggi") && !blog.contains("Domani"));
    }

    async fn an_old_address_leads_to_the_page_that_moved(shop) {
        let mut shop = shop;
        let office = writer(&shop).await;
        let page = office.content.save_page(None, &form(PageKind::Page, "Prima")).await.expect("stored").expect("accepted");
        let moved = PageForm { slug: "dopo".into(), ..page.page.clone() };
        office.content.save_page(Some((page.id, page.version)), &moved).await.expect("stored").expect("accepted");
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        let old = visitor.page("/prima/").await;
        assert_eq!((old.status, old.header("location")), (301, Some("/dopo/")));
        assert_eq!(visitor.page("/dopo/").await.status, 200);
    }

    async fn wrong_pages_are_refused_by_field(shop) {
        let office = writer(&shop).await;
        for (page, field, code) in [
            (form(PageKind::Page, ""), "title", "page_title_missing"),
            (PageForm { slug: "Non va".into(), ..form(PageKind::Page, "X") }, "slug", "page_slug_invalid"),
            (PageForm { slug: "checkout".into(), ..form(PageKind::Page, "X") }, "slug", "page_slug_reserved"),
            (PageForm { slug: "privacy".into(), ..form(PageKind::Page, "X") }, "slug", "page_slug_taken"),
            (form(PageKind::Home, "Seconda"), "slug", "page_slug_taken"),
        ] {
            let refused = office.content.save_page(None, &page).await.expect("answered").expect_err("refused");
            assert_eq!(fields(refused), [(field.to_owned(), code.to_owned())]);
        }
    }

    async fn first_pages_come_once_and_deleted_ones_do_not_come_back(shop) {
        let office = writer(&shop).await;
        let all = PageFilter { search: "garanzia".into(), limit: 9, ..PageFilter::default() };
        let page = office.content.list_pages(&all).await.expect("listed").rows.remove(0);
        office.content.delete_page(page.id).await.expect("answered").expect("deleted");
        assert!(!office.content.add_first_pages(&[page.page]).await.expect("answered"));
        assert_eq!(office.content.list_pages(&all).await.expect("listed").total, 0);
    }

    async fn the_blog_is_cut_into_pages(shop) {
        let mut shop = shop;
        let office = writer(&shop).await;
        for n in 1..=11 {
            let post = PageForm { published_at: Some(n), ..form(PageKind::Post, &format!("Storia {n}")) };
            office.content.save_page(None, &post).await.expect("stored").expect("accepted");
        }
        shop.add_server().await;
        let mut visitor = shop.visitor_of(1);
        let first = visitor.page("/blog/").await.text();
        assert!(first.contains("/blog/storia-11/") && !first.contains("/blog/storia-1/"));
        assert!(first.contains("href=\"/blog/page/2/\""));
        let second = visitor.page("/blog/page/2/").await.text();
        assert!(second.contains("/blog/storia-1/") && !second.contains("/blog/storia-11/"));
        assert_eq!(visitor.page("/blog/page/3/").await.status, 404);
    }
}

on_both_databases! {
    async fn two_writers_of_one_page_do_not_overwrite_each_other(shop) {
        let office = writer(&shop).await;
        let page = office.content.save_page(None, &form(PageKind::Page, "Due mani")).await.expect("stored").expect("accepted");
        let of = Some((page.id, page.version));
        office.content.save_page(of, &page.page).await.expect("stored").expect("the first is saved");
        let second = office.content.save_page(of, &page.page).await.expect("answered").expect_err("the second is told");
        assert_eq!(second, PageRefusal::Conflict);
        let gone = office.content.save_page(Some((999_999, 1)), &page.page).await.expect("answered").expect_err("no such page");
        assert_eq!(gone, PageRefusal::Gone);
    }

    async fn pages_are_listed_searched_and_deleted_and_the_front_stays(shop) {
        let office = writer(&shop).await;
        let all = PageFilter { limit: 100, ..PageFilter::default() };
        let count = office.content.list_pages(&all).await.expect("listed").total;
        let page = office.content.save_page(None, &form(PageKind::Post, "Caffè buono")).await.expect("stored").expect("accepted");
        let found = PageFilter { search: "CAFFE".into(), ..all.clone() };
        assert_eq!(office.content.list_pages(&found).await.expect("listed").rows, std::slice::from_ref(&page));
        let homes = PageFilter { kind: Some(PageKind::Home), ..all.clone() };
        let home = office.content.list_pages(&homes).await.expect("listed").rows.remove(0);
        assert_eq!(office.content.delete_page(home.id).await.expect("answered"), Err(PageRefusal::HomeStays));
        assert_eq!(office.content.delete_page(page.id).await.expect("answered"), Ok(()));
        assert_eq!(office.content.delete_page(page.id).await.expect("answered"), Err(PageRefusal::Gone));
        assert_eq!(office.content.list_pages(&all).await.expect("listed").total, count);
        assert_eq!(office.content.page(page.id).await.expect("read"), None);
    }
}
