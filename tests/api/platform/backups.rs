use std::path::{Path, PathBuf};

use shop_server::platform::backup::{BackupError, Keys, backup, restore};
use shop_storage::Db;
use shop_storage::transfer::{Cell, snapshot};
use shop_tests::{Database, Place, TestShop, assert_same_rows, checkout, now, on_both_databases, sql};
use tokio::task::JoinSet;

const PIECES: i64 = 500;
const CSV: &str = "Type,SKU,Name,Published,Tax status,Tax class,In stock?,Stock,Regular price,Categories\n\
    simple,t-many,Cinquecento pezzi,1,taxable,,1,500,9,Dolci\n";

async fn back_up(shop: &TestShop, path: &Path) {
    let db = Db::open(shop.database()).await.expect("the database opens");
    backup(&db, &shop.place().data(), path, &Keys::default(), now()).await.expect("a backup");
    db.close().await.expect("the database closes");
}

async fn bring(path: &Path, place: &Place, replace: bool) -> Result<(), BackupError> {
    restore(place.database(), &place.data(), path, &Keys::default(), replace).await.map(|_| ())
}

/// A shop with pictures, a file that is sold and an order, and a backup of it.
async fn backed_up(shop: &TestShop) -> PathBuf {
    shop.write_data("pictures/olio-1.webp", b"RIFF\0\xff olio");
    shop.write_data("downloads/libri/a b è.pdf", b"un libro");
    shop.write_data("well-known/proof", b"");
    shop.visitor().buy("t-oil", 2).await;
    let path = shop.place().data().join("b.tar.zst");
    back_up(shop, &path).await;
    path
}

/// What a column of a table's row holds, in the form of [`Place::rows`].
fn value(row: &str, column: &str) -> i64 {
    let (_, rest) = row.split_once(&format!(" {column}=Integer(")).unwrap_or_else(|| panic!("{column} in {row}"));
    rest.split(')').next().and_then(|text| text.parse().ok()).expect("a number")
}

/// Counters by which servers notice changes.
async fn counters(shop: &TestShop) -> Vec<i64> {
    let db = Db::open(shop.database()).await.expect("the database opens");
    let snapshot = snapshot(&db).await.expect("a moment to read");
    let tables = snapshot.tables().await.expect("tables");
    let table = tables.iter().find(|table| table.name == "change_counters").expect("the counters");
    let mut rows = snapshot.next(&mut snapshot.read(table)).await.expect("rows");
    rows.sort_by_key(|row| format!("{row:?}"));
    let number = |cell: &Cell| if let Cell::Integer(number) = cell { Some(*number) } else { None };
    rows.iter().flatten().filter_map(number).collect()
}

on_both_databases! {
    async fn a_backup_made_while_orders_come_in_is_of_one_moment(shop) {
        let mut shop = shop;
        let server = shop.import(CSV).await;
        let mut buyers = Vec::new();
        for _ in 0..30 {
            let mut buyer = shop.visitor_of(server);
            buyer.add("t-many", 1).await;
            buyers.push(buyer);
        }
        let mut orders = JoinSet::new();
        for mut buyer in buyers {
            orders.spawn(async move { buyer.post("/checkout", checkout("bacs")).await.expect(200) });
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mut made = Vec::new();
        while !orders.is_empty() {
            let path = folder.path().join(format!("{}.tar.zst", made.len()));
            back_up(&shop, &path).await;
            made.push(path);
            while orders.try_join_next().is_some() {}
        }
        let mut counts = Vec::new();
        for path in &made {
            let place = Place::empty(&shop.kind());
            bring(path, &place, false).await.expect("it is restored");
            let rows = place.rows().await;
            let product = rows["products"].iter().find(|row| row.contains("t-many")).expect("the product");
            let sold: i64 = rows["order_lines"].iter().filter(|row| row.contains("t-many")).map(|row| value(row, "quantity")).sum();
            assert_eq!(value(product, "stock_quantity"), PIECES - sold, "stock and orders are of the same moment");
            counts.push(rows["orders"].len() - 1);
        }
        let last = Place::empty(&shop.kind());
        let path = folder.path().join("last.tar.zst");
        back_up(&shop, &path).await;
        bring(&path, &last, false).await.expect("it is restored");
        assert_same_rows(&last.rows().await, &shop.place().rows().await);
        assert_eq!(last.rows().await["orders"].len() - 1, 30);
        assert!(counts.iter().any(|count| *count < 30), "a backup was made between orders: {counts:?}");
    }

    async fn a_restored_shop_sells_on_where_the_other_ended(shop) {
        let path = backed_up(&shop).await;
        let place = Place::empty(&shop.kind());
        let ran = place.run(&["restore", path.to_str().expect("a path")], &[]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_same_rows(&place.rows().await, &shop.place().rows().await);
        let kept = |place: &Place| {
            let mut files = place.files();
            files.retain(|path, _| path != Path::new("b.tar.zst"));
            files
        };
        assert!(kept(&place) == kept(shop.place()));
        assert!(kept(&place).len() >= 3);
        let there = TestShop::at(place).await;
        let (mut here, mut buyer) = (shop.visitor(), there.visitor());
        assert_eq!(buyer.page("/pictures/olio-1.webp").await.text(), here.page("/pictures/olio-1.webp").await.text());
        // The merchant of before, with the password of before.
        let mut merchant = there.merchant().await;
        let orders = merchant.get("/orders").await.expect(200);
        let last = orders["orders"][0]["id"].as_i64().expect("an order");
        let next = buyer.buy("t-oil", 1).await["order_id"].as_i64().expect("an order");
        assert_eq!(next, here.buy("t-oil", 1).await["order_id"].as_i64().expect("an order"), "no number is given twice");
        assert!(next > last);
    }

    async fn a_database_that_is_not_empty_is_only_replaced_when_that_is_said(shop) {
        let path = backed_up(&shop).await;
        let path = path.to_str().expect("a path");
        shop.visitor().buy("t-oil", 1).await;
        shop.write_data("pictures/later.webp", b"later");
        let (rows, files, before) = (shop.place().rows().await, shop.place().files(), counters(&shop).await);
        let ran = shop.place().run(&["restore", path], &[]).await;
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("the database is not empty: say --replace"), "{}", ran.err);
        assert_same_rows(&shop.place().rows().await, &rows);
        assert!(shop.place().files() == files);
        let ran = shop.place().run(&["restore", "--replace", path], &[]).await;
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(shop.place().rows().await["orders"].len(), rows["orders"].len() - 1);
        assert!(!shop.place().files().contains_key(Path::new("pictures/later.webp")));
        assert!(shop.place().files().contains_key(Path::new("pictures/olio-1.webp")));
        // By its counters a server that runs notices that everything is another.
        let after = counters(&shop).await;
        assert!(before.iter().zip(&after).all(|(before, after)| before < after), "{before:?} {after:?}");
    }

    async fn pictures_without_a_database_are_not_lost_either(shop) {
        let path = backed_up(&shop).await;
        let place = Place::empty(&shop.kind());
        std::fs::create_dir_all(place.data().join("pictures")).expect("a folder");
        std::fs::write(place.data().join("pictures/mine.webp"), b"mine").expect("a file");
        let refused = bring(&path, &place, false).await.expect_err("there is a picture");
        assert!(matches!(refused, BackupError::NotEmpty(_)), "{refused}");
        assert_eq!(place.files().len(), 1);
    }

    async fn a_backup_takes_no_other_files_place(shop) {
        let path = backed_up(&shop).await;
        let before = std::fs::read(&path).expect("the backup");
        let ran = shop.place().run(&["backup", path.to_str().expect("a path")], &[]).await;
        assert_eq!(ran.code, 1);
        assert!(ran.err.contains("is there already"), "{}", ran.err);
        assert_eq!(std::fs::read(&path).expect("the backup"), before);
    }
}

/// From one kind of database to the other and back: nothing changes on the way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn a_shop_moves_from_sqlite_to_postgresql_and_back() {
    let shop = TestShop::start(Database::Sqlite).await;
    let path = backed_up(&shop).await;
    let there = Place::empty(&Database::postgres());
    bring(&path, &there, false).await.expect("onto PostgreSQL");
    assert_same_rows(&there.rows().await, &shop.place().rows().await);
    let there = TestShop::at(there).await;
    let (mut buyer, mut here) = (there.visitor(), shop.visitor());
    assert_eq!(buyer.buy("t-five", 1).await["order_id"], here.buy("t-five", 1).await["order_id"], "ids go on");
    assert_eq!(there.merchant().await.stock("t-five").await, 4);
    there.settle().await;
    let again = there.place().data().join("again.tar.zst");
    back_up(&there, &again).await;
    let back = Place::empty(&Database::Sqlite);
    bring(&again, &back, false).await.expect("back onto SQLite");
    assert_same_rows(&back.rows().await, &there.place().rows().await);
    let back = TestShop::at(back).await;
    assert_eq!(back.merchant().await.stock("t-five").await, 4);
    back.visitor().buy("t-five", 1).await;
}

/// Rows that do not fit together are noticed at the end, when everything else is written: then nothing of it stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: set TEST_POSTGRES"]
async fn a_restore_that_fails_at_its_end_leaves_database_and_files_as_they_were() {
    let shop = TestShop::start(Database::postgres()).await;
    shop.visitor().buy("t-oil", 1).await;
    sql(
        shop.database(),
        "ALTER TABLE order_lines DROP CONSTRAINT order_lines_order_id_fkey; \
         UPDATE order_lines SET order_id = 999999",
    );
    let path = backed_up(&shop).await;
    for kind in [Database::Sqlite, Database::postgres()] {
        let other = TestShop::start(kind).await;
        other.write_data("pictures/mine.webp", b"mine");
        let (rows, files) = (other.place().rows().await, other.place().files());
        let refused = bring(&path, other.place(), true).await.expect_err("rows refer to nothing");
        assert!(refused.to_string().contains("order_lines"), "{refused}");
        assert_same_rows(&other.place().rows().await, &rows);
        assert!(other.place().files() == files);
        other.visitor().buy("t-oil", 1).await;
    }
}
