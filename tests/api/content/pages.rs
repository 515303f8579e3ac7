use reqwest::Method;
use shop_tests::rules;

/// The first text between two marks.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let rest = &text[text.find(open)? + open.len()..];
    Some(&rest[..rest.find(close)?])
}

/// Address of the first script of a page.
fn script(page: &str) -> String {
    let tag = between(page, "<script type=\"module\"", "</script>").or_else(|| between(page, "<script", "</script>"));
    let address = tag.and_then(|tag| between(tag, "src=\"", "\""));
    address.unwrap_or_else(|| panic!("the page loads no script")).to_owned()
}

const PUBLIC: [&str; 6] =
    ["/", "/negozio/", "/categoria-prodotto/dolci/", "/prodotto/olio-di-prova/", "/cart/", "/negozio/?s=olio"];

rules! {
    async fn every_page_names_itself(shop) {
        let mut visitor = shop.visitor();
        for path in PUBLIC {
            let page = visitor.page(path).await;
            assert_eq!(page.status, 200, "{path}");
            let html = page.text();
            assert!(html.starts_with("<!doctype html>") || html.starts_with("<!DOCTYPE html>"), "{path}");
            assert!(html.contains("<html lang=\"it\""), "{path}");
            assert!(between(&html, "<title>", "</title>").is_some_and(|t| t.len() > 3), "{path} has no title");
            assert!(html.contains("name=\"description\""), "{path} has no description");
            assert!(html.contains("rel=\"canonical\""), "{path} has no canonical address");
            assert_eq!(html.matches("<h1").count(), 1, "{path} has one main heading");
        }
    }

    async fn content_is_there_without_scripts(shop) {
        let mut visitor = shop.visitor();
        let product = visitor.page("/prodotto/olio-di-prova/").await.text();
        assert!(product.contains("Olio di prova"));
        assert!(product.contains("12,00"), "the price is in the page");
        assert!(product.contains("<form"), "and a form to buy by");
        assert!(visitor.page("/negozio/").await.text().contains("Caviale di prova"));
    }

    async fn a_product_page_tells_machines_what_it_sells(shop) {
        let page = shop.visitor().page("/prodotto/olio-di-prova/").await.text();
        assert!(page.contains("application/ld+json"));
        for kind in ["\"Product\"", "\"Offer\"", "\"BreadcrumbList\""] {
            assert!(page.contains(kind), "{kind} is missing");
        }
    }

    async fn unknown_addresses_are_404_pages_with_a_way_on(shop) {
        let mut visitor = shop.visitor();
        for path in ["/non-esiste/", "/prodotto/non-esiste/", "/categoria-prodotto/non-esiste/", "/prodotto/bozza/"] {
            let page = visitor.page(path).await;
            assert_eq!(page.status, 404, "{path}");
            assert!(page.text().contains("href=\"/"), "{path}");
        }
    }

    async fn personal_pages_are_kept_out_of_search_engines_and_caches(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        for path in ["/cart/", "/checkout/"] {
            let page = visitor.page(path).await;
            assert!(page.header("cache-control").is_some_and(|c| c.contains("no-store")), "{path}: {:?}", page.headers);
            assert!(page.text().contains("noindex"), "{path}");
        }
    }

    async fn a_guest_page_is_answered_with_304_when_unchanged(shop) {
        let mut visitor = shop.visitor();
        for path in ["/negozio/", "/prodotto/olio-di-prova/"] {
            let page = visitor.page(path).await;
            let etag = page.header("etag").unwrap_or_else(|| panic!("{path} has no ETag")).to_owned();
            let again = visitor.request(Method::GET, path).header("If-None-Match", &etag);
            let again = visitor.send(again).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
            let other = visitor.request(Method::GET, path).header("If-None-Match", "\"other\"");
            assert_eq!(visitor.send(other).await.status, 200);
        }
    }

    async fn a_changed_price_changes_the_cached_page(shop) {
        let mut visitor = shop.visitor();
        let before = visitor.page("/prodotto/olio-di-prova/").await;
        let mut merchant = shop.merchant().await;
        let id = visitor.id("t-oil").await;
        let change = serde_json::json!({ "regular_price": "13.40" });
        let answer = merchant.write(Method::PATCH, &format!("/products/{id}"), change).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let request = visitor
            .request(Method::GET, "/prodotto/olio-di-prova/")
            .header("If-None-Match", before.header("etag").expect("an ETag"));
        let after = visitor.send(request).await;
        assert_eq!(after.status, 200);
        assert!(after.text().contains("13,40"));
    }

    async fn pages_are_compressed_on_request(shop) {
        let mut visitor = shop.visitor();
        for coding in ["br", "gzip"] {
            let request = visitor.request(Method::GET, "/negozio/").header("Accept-Encoding", coding);
            let page = visitor.send(request).await;
            assert_eq!(page.header("content-encoding"), Some(coding));
            assert!(page.header("vary").is_some_and(|v| v.to_lowercase().contains("accept-encoding")));
        }
        let plain = visitor.request(Method::GET, "/negozio/").header("Accept-Encoding", "identity");
        assert_eq!(visitor.send(plain).await.header("content-encoding"), None);
    }

    async fn assets_are_immutable_and_typed(shop) {
        let mut visitor = shop.visitor();
        let script = script(&visitor.page("/").await.text());
        let file = visitor.page(&script).await;
        assert_eq!(file.status, 200, "{script}");
        assert!(file.header("cache-control").is_some_and(|c| c.contains("immutable")), "{:?}", file.headers);
        assert!(file.header("content-type").is_some_and(|t| t.contains("javascript")));
        assert_eq!(visitor.page("/assets/no-such-file.js").await.status, 404);
    }

    async fn fonts_are_fetched_early_kept_for_ever_and_not_compressed_again(shop) {
        let mut visitor = shop.visitor();
        let page = visitor.page("/").await.text();
        let tags: Vec<&str> = page.split("<link rel=\"preload\" as=\"font\" type=\"font/woff2\" ").skip(1).collect();
        assert_eq!(tags.len(), 2, "{page}");
        for tag in tags {
            let address = between(tag, "href=\"", "\" crossorigin>").expect("an address");
            let request = visitor.request(Method::GET, address).header("Accept-Encoding", "br, gzip");
            let file = visitor.send(request).await;
            assert_eq!((file.status, file.header("content-type")), (200, Some("font/woff2")), "{address}");
            assert_eq!(file.header("content-encoding"), None, "{address}");
            assert!(file.header("cache-control").is_some_and(|c| c.contains("immutable")), "{:?}", file.headers);
        }
    }

    async fn robots_name_the_sitemap_and_the_sitemap_names_products(shop) {
        let mut visitor = shop.visitor();
        let robots = visitor.page("/robots.txt").await;
        assert_eq!(robots.status, 200);
        assert!(robots.text().contains("Sitemap: http"), "{}", robots.text());
        let map = visitor.page("/sitemap.xml").await;
        assert!(map.header("content-type").is_some_and(|t| t.contains("xml")));
        let map = map.text();
        assert!(map.contains("/prodotto/olio-di-prova/"), "{map}");
        for out in ["bozza", "nascosto", "/checkout/", "/admin/"] {
            assert!(!map.contains(out), "{out} is in the sitemap");
        }
        assert_eq!(visitor.page("/sitemap.xml?part=1").await.text(), map, "where one file holds all, it is the first part");
        for none in ["0", "2", "18446744073709551615"] {
            assert_eq!(visitor.page(&format!("/sitemap.xml?part={none}")).await.status, 404, "{none}");
        }
    }

    async fn the_proof_of_the_domain_for_apple_pay_is_the_merchants_own_file_or_none(shop) {
        let proof = "/.well-known/apple-developer-merchantid-domain-association";
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page(proof).await.status, 404);
        shop.write_data("well-known/apple-developer-merchantid-domain-association", b"7B227073704964\n");
        shop.write_data("well-known/secret", b"x");
        let found = visitor.page(proof).await;
        assert_eq!((found.status, found.text().as_str()), (200, "7B227073704964\n"));
        assert!(found.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
        for other in ["/.well-known/secret/", "/.well-known/"] {
            assert_eq!(visitor.page(other).await.status, 404, "{other}");
        }
    }

    async fn a_shop_stops_in_order_when_told(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        shop.visitor_of(server).page("/").await;
        let ended = shop.stop();
        assert!(ended.iter().all(std::process::ExitStatus::success) && ended.len() == 1, "{ended:?}");
    }

    async fn paths_without_the_last_slash_lead_to_the_page(shop) {
        let answer = shop.visitor().page("/negozio").await;
        assert!(answer.status == 301 || answer.status == 308, "{}", answer.status);
        assert_eq!(answer.header("location"), Some("/negozio/"));
    }

    async fn a_running_shop_is_alive_and_ready(shop) {
        let mut visitor = shop.visitor();
        assert_eq!(visitor.page("/healthz").await.status, 200);
        assert_eq!(visitor.page("/readyz").await.status, 200);
    }
}
