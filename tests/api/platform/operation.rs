//! What the operator relies on: figures that the public does not read, and data that others of the machine do not.

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use shop_tests::{Database, Place, Starting, TestShop, on_both_databases};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Everything in a folder that is not as it should be: mode and path.
fn open_to_others(folder: &Path, found: &mut Vec<String>) {
    if mode(folder) != 0o700 {
        found.push(format!("{:o} {}", mode(folder), folder.display()));
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            open_to_others(&path, found);
        } else if mode(&path) != 0o600 {
            found.push(format!("{:o} {}", mode(&path), path.display()));
        }
    }
}

on_both_databases! {
    async fn figures_and_reasons_are_for_the_operator_alone(shop) {
        let shop = TestShop::start_process(shop.kind()).await;
        let mut visitor = shop.visitor();
        for public in ["/metrics", "/metrics/"] {
            let answer = visitor.page(public).await;
            assert!(!answer.text().contains("# TYPE"), "{}", answer.text());
        }
        assert_eq!(visitor.page("/metrics/").await.status, 404);
        assert_eq!(visitor.page("/healthz").await.text(), "ok");
        assert_eq!(visitor.page("/readyz").await.text(), "ready");
        let figures = reqwest::get(shop.figures()).await.unwrap().text().await.unwrap();
        assert!(figures.lines().any(|l| l.starts_with("# TYPE") && l.ends_with("counter")), "{figures}");
        for series in ["runs_total", "failures_total", "seconds_total"] {
            let line = format!("shop_sql_statement_{series}{{statement=\"select settings\"}}");
            assert!(figures.contains(&line), "{line}: {figures}");
        }
        let ready = shop.figures().replace("/metrics", "/readyz");
        let reasons = reqwest::get(ready).await.unwrap().text().await.unwrap();
        assert!(reasons.starts_with("ready\n") && reasons.contains("database: answered in"), "{reasons}");
        let shop_page = shop.figures().replace("/metrics", "/negozio/");
        assert_eq!(reqwest::get(shop_page).await.unwrap().status(), 404, "nothing else is there");
    }

    async fn a_log_that_is_kept_in_a_file_has_a_plain_line_for_each_request(shop) {
        let shop = TestShop::start_process(shop.kind()).await;
        assert_eq!(shop.visitor().page("/nessuno/").await.status, 404);
        let log = shop.log();
        let line = log.lines().find(|line| line.contains("/nessuno/")).unwrap_or_else(|| panic!("no line: {log}"));
        assert!(line.contains("status=404") && !log.contains('\u{1b}'), "{line}");
    }

    async fn a_chosen_address_for_figures_that_is_taken_stops_the_start(shop) {
        let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let ran = shop.place().run(&["serve", "--listen", "127.0.0.1:0"], &[("SHOP_METRICS_LISTEN", &address)]).await;
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains(&format!("cannot listen on {address}")), "{}", ran.err);
    }
}

#[tokio::test]
async fn what_the_shop_keeps_is_its_owners_alone() {
    let place = Place::empty(&Database::Sqlite);
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    let backup = place.data().join("own/first.backup");
    assert_eq!(place.run(&["backup", &backup.display().to_string()], &[]).await.code, 0);
    let mut found = Vec::new();
    open_to_others(&place.data(), &mut found);
    assert_eq!(found, Vec::<String>::new());
    assert!(place.data().join("shop.db").exists() && backup.exists());
}

#[tokio::test]
async fn a_database_that_others_of_the_machine_can_read_stops_the_start() {
    let place = Place::empty(&Database::Sqlite);
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    for folder in place.data().ancestors().take(2) {
        set_mode(folder, 0o755);
    }
    let closed = place.data().ancestors().find(|folder| mode(folder) & 0o001 == 0).map(Path::to_owned);
    assert_eq!(closed, None, "others must be able to pass through TMPDIR for this to be tried");
    // Nobody can listen there: what is not refused before comes to its end too.
    let serve = ["serve", "--listen", "192.0.2.1:1"];
    set_mode(&place.data().join("shop.db"), 0o644);
    let refused = place.run(&serve, &[]).await;
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("other users of this machine can read") && refused.err.contains("chmod -R go="));
    let told_otherwise = place.run(&serve, &[("SHOP_DATA_READABLE_BY_OTHERS", "yes")]).await;
    assert!(told_otherwise.err.contains("cannot listen on 192.0.2.1:1"), "{}", told_otherwise.err);
    set_mode(&place.data().join("shop.db"), 0o600);
    assert!(place.run(&serve, &[]).await.err.contains("cannot listen on 192.0.2.1:1"));
}

#[tokio::test]
async fn while_an_empty_shop_is_filled_its_address_refuses_connections_so_that_no_visitor_waits() {
    let place = Place::empty(&Database::Sqlite);
    // Its resized pictures are kept for the next run and for the browser's shop: making them takes half a minute or more.
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/seed-pictures");
    fs::create_dir_all(&kept).and_then(|()| fs::create_dir_all(place.data())).unwrap();
    symlink(kept, place.data().join("pictures")).unwrap();
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap();
    let listen = address.to_string();
    let mut shop = Starting::run(&place, &["serve", "--listen", &listen], &[("SHOP_PICTURE_EFFORT", "0")]);
    shop.wait_for_line("the shop is empty");
    assert_eq!(TcpStream::connect(address).unwrap_err().kind(), ErrorKind::ConnectionRefused);
    shop.wait_for_line("listening on");
    let page = reqwest::get(format!("http://{address}/negozio/")).await.unwrap();
    assert_eq!(page.status(), 200);
}

#[tokio::test]
async fn an_address_that_another_server_has_stops_the_start() {
    let place = Place::empty(&Database::Sqlite);
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ran = place.run(&["serve", "--listen", &address], &[]).await;
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(&format!("cannot listen on {address}")), "{}", ran.err);
}
