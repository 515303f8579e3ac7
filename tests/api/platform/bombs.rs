//! Small files that claim to be large, and what nests without end: refused with a code, in little memory.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use shop_server::platform::backup::{Keys, backup, verify};
use shop_storage::Db;
use shop_tests::{API, Database, Merchant, TestShop, now, rules};

/// A PNG of one grey; `bits` a pixel.
fn png(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = vec![0; usize::try_from(width).expect("a width") * usize::from(bits) / 8 + 1];
    for _ in 0..height {
        pixels.write_all(&row).expect("memory");
    }
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([bits, 0, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in [(b"IHDR", head), (b"IDAT", pixels.finish().expect("memory")), (b"IEND", Vec::new())] {
        png.extend(u32::try_from(content.len()).expect("a length").to_be_bytes());
        let named: Vec<u8> = name.iter().copied().chain(content).collect();
        png.extend(&named);
        png.extend(crc32fast::hash(&named).to_be_bytes());
    }
    png
}

fn form(bytes: Vec<u8>) -> Form {
    Form::new().part("file", Part::bytes(bytes).file_name("foto.png")).text("alt", "Una foto")
}

async fn product(merchant: &mut Merchant) -> String {
    let made =
        merchant.write(Method::POST, "/products", json!({ "name": "Prova", "kind": "simple" })).await.expect(201);
    format!("/products/{}/pictures", made["id"])
}

/// Imports a file in the back office; gives what came of it.
async fn import(merchant: &mut Merchant, file: Vec<u8>) -> Value {
    let form = Form::new().part("file", Part::bytes(file).file_name("prodotti.csv")).text("dry_run", "1");
    let started = merchant.upload("/import", form).await.expect(202);
    merchant.settled().await;
    // A server of its own is asked until it is done.
    loop {
        let job = merchant.get(&format!("/import/{}", started["id"])).await.expect(200);
        if !job["result"].is_null() {
            return job["result"].clone();
        }
        tokio::task::yield_now().await;
    }
}

fn deep(open: &str, close: &str) -> String {
    format!("{}1{}", open.repeat(10_000), close.repeat(10_000))
}

/// Bodies that nest beyond what any parser should follow.
fn nested() -> Vec<String> {
    vec![deep("[", "]"), deep("{\"a\":", "}"), deep("{\"requests\":[", "]}"), "[".repeat(900_000)]
}

fn wide() -> String {
    let fields: Vec<String> = (0..80_000).map(|n| format!("\"f{n}\":0")).collect();
    format!("{{{}}}", fields.join(","))
}

rules! {
    async fn a_picture_of_900_million_pixels_is_refused_before_it_takes_memory(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        let mut merchant = shop.merchant_of(server).await;
        let path = product(&mut merchant).await;
        merchant.upload(&path, form(png(64, 64, 8))).await.expect(201);
        let before = shop.peak_memory_mb(server);
        let answer = merchant.upload(&path, form(png(30_000, 30_000, 1))).await.expect(422);
        let error = &answer["errors"][0];
        assert_eq!((&error["field"], &error["code"]), (&json!("file"), &json!("office_picture_pixels")));
        assert_eq!((&error["params"]["width"], &error["params"]["height"]), (&json!("30000"), &json!("30000")));
        let more = shop.peak_memory_mb(server) - before;
        assert!(more < 40, "{more} MB");
    }

    async fn files_that_are_no_list_of_products_are_refused_with_the_reason(shop) {
        let mut merchant = shop.merchant().await;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(b"Type,SKU,Name\nsimple,a,b\n").expect("memory");
        let wide = format!("SKU,Name,{}\n", "x,".repeat(1_000_000));
        let endless = format!("SKU,Name\n{}", "a\",\"\n".repeat(500_000));
        for (name, file, reason) in [
            ("gzip", gzip.finish().expect("memory"), "UTF-8"),
            ("a million columns", wide.into_bytes(), "più di 5000 colonne"),
            ("quotes that never close", endless.into_bytes(), "riga 2: le virgolette"),
        ] {
            let result = import(&mut merchant, file).await;
            let refusal = result["refusal"].as_str().unwrap_or_default();
            assert!(refusal.contains(reason), "{name}: {result}");
        }
        let cell = format!("SKU,Name\na,\"{}\"\nb,Buono\n", "x".repeat(20_000_000));
        let result = import(&mut merchant, cell.into_bytes()).await;
        assert_eq!((&result["failed"], &result["added"]), (&json!(1), &json!(1)), "{result}");
        assert_eq!(result["errors"][0]["line"], 2);
    }

    async fn a_row_of_millions_of_cells_takes_little_more_memory_than_its_file(shop) {
        let mut shop = shop;
        let server = shop.add_process();
        let mut merchant = shop.merchant_of(server).await;
        let before = shop.peak_memory_mb(server);
        let file = [b"SKU,Name\n".to_vec(), vec![b','; 20_000_000], b"\na,Buono\n".to_vec()].concat();
        let result = import(&mut merchant, file).await;
        assert_eq!((&result["failed"], &result["errors"][0]["line"]), (&json!(1), &json!(2)), "{result}");
        let more = shop.peak_memory_mb(server) - before;
        assert!(more < 150, "{more} MB");
    }

    async fn json_without_end_is_refused_by_every_interface(shop) {
        let mut visitor = shop.visitor();
        visitor.add("t-oil", 1).await;
        let nonce = visitor.nonce.clone().expect("a nonce");
        for path in ["/cart/add-item", "/cart/update-customer", "/cart/apply-coupon", "/checkout", "/batch"] {
            for body in nested() {
                let request = visitor.request(Method::POST, &format!("{API}{path}")).header("Nonce", &nonce);
                let answer = visitor.send(request.header("Content-Type", "application/json").body(body)).await;
                answer.refused(400, "rest_invalid_json");
            }
            let request = visitor.request(Method::POST, &format!("{API}{path}")).header("Nonce", &nonce);
            let answer = visitor.send(request.header("Content-Type", "application/json").body(wide())).await;
            assert!(answer.status < 500, "{path}: {}", answer.status);
        }
        for path in ["/csp-report", "/?wc-api=wc_stripe", "/?wc-ajax=add_to_cart", "/?wc-ajax=checkout", "/prodotto/olio-di-prova/"] {
            for body in nested().into_iter().chain([wide()]) {
                let request = visitor.request(Method::POST, path).header("Content-Type", "application/json");
                let answer = visitor.send(request.body(body)).await;
                assert!(answer.status < 500, "{path}: {}", answer.status);
            }
        }
        assert_eq!(visitor.cart().await["items_count"], 1);
    }

    async fn json_without_end_is_refused_in_the_back_office(shop) {
        let mut merchant = shop.merchant().await;
        for path in ["/login", "/products", "/pages", "/pages/preview", "/catalogue/categories", "/coupons"] {
            for body in nested().into_iter().chain([wide()]) {
                let answer = merchant.write_text(Method::POST, path, body).await;
                let told = answer.json();
                assert!((400..500).contains(&answer.status) && told["code"].is_string(), "{path}: {} {told}", answer.status);
            }
        }
    }

    async fn a_setup_that_nests_without_end_is_refused(shop) {
        for (name, text) in [("deep.json", deep("{\"settings\":[", "]}")), ("deeper.json", deep("{\"settings\":", "}"))] {
            shop.write_data(name, text.as_bytes());
            let ran = shop.place().run(&["apply", &format!("data/{name}")], &[]).await;
            assert_eq!(ran.code, 1, "{}", ran.out);
            assert!(ran.err.starts_with("shop: ") && ran.err.contains("does not read"), "{}", ran.err);
        }
    }
}

#[tokio::test]
async fn a_file_of_a_gigabyte_is_refused_by_its_length() {
    let place = shop_tests::Place::empty(&Database::Sqlite);
    assert_eq!(place.run(&["migrate"], &[]).await.code, 0);
    let path = place.data().join("large.csv");
    let file = std::fs::File::create(&path).expect("a file");
    file.set_len(1 << 30).expect("a hollow file");
    let ran = place.run(&["import", path.to_str().expect("a path")], &[]).await;
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("larger than 256 MB"), "{}", ran.err);
}

/// A member of an archive: its name and its bytes.
type Member<'a> = (&'a str, Box<dyn std::io::Read>, u64);

/// What claims to be a backup: compressed, not sealed, as its reader finds that out at the end alone.
fn archive(members: Vec<Member<'_>>) -> Vec<u8> {
    let mut archive = tar::Builder::new(zstd::Encoder::new(Vec::new(), 1).expect("memory"));
    for (name, content, length) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(length);
        if name == "LONG NAME" {
            header.set_path("././@LongLink").expect("a name");
            header.set_entry_type(tar::EntryType::GNULongName);
            header.set_cksum();
            archive.append(&header, content).expect("memory");
        } else {
            archive.append_data(&mut header, name, content).expect("memory");
        }
    }
    let mut bytes = archive.into_inner().and_then(|compressed| compressed.finish()).expect("memory");
    bytes.extend([0; 40]);
    bytes
}

/// How the backup of a shop begins.
async fn head() -> Vec<u8> {
    let shop = TestShop::start(Database::Sqlite).await;
    let db = Db::open(shop.database()).await.expect("the database opens");
    let path = shop.place().data().join("b.tar.zst");
    backup(&db, &shop.place().data(), &path, &Keys::default(), now()).await.expect("a backup");
    let file = std::fs::File::open(path).expect("the backup");
    let mut archive = tar::Archive::new(zstd::Decoder::new(file).expect("it is compressed"));
    let mut first = archive.entries().expect("members").next().expect("one").expect("it can be read");
    let mut head = Vec::new();
    std::io::Read::read_to_end(&mut first, &mut head).expect("it can be read");
    head
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_unpacks_without_end_is_refused() {
    use std::io::{Cursor, Read, repeat};
    const MB: u64 = 1 << 20;
    let head = head().await;
    let length = u64::try_from(head.len()).expect("a length");
    let begin = || -> Member<'static> { ("backup.json", Box::new(Cursor::new(head.clone())), length) };
    let hollow = |name: &'static str, byte: u8, mb: u64| -> Member<'static> {
        (name, Box::new(repeat(byte).take(mb * MB)), mb * MB)
    };
    let folder = shop_tests::Place::empty(&Database::Sqlite);
    std::fs::create_dir_all(folder.data()).expect("a folder");
    for (reason, members) in [
        ("a text that is too long", vec![hollow("backup.json", b' ', 40)]),
        ("a name that is too long", vec![begin(), hollow("LONG NAME", b'x', 40)]),
        ("is too long", vec![begin(), hollow("tables/settings/000001.jsonl", b'[', 40)]),
        ("a text that is too long", vec![begin(), hollow("digests/000001.txt", b'x', 40)]),
        ("unpacks to far too much", vec![begin(), hollow("files/pictures/a.webp", 0, 250)]),
        (
            "unpacks to far too much",
            (0..6).map(|_| hollow("files/pictures/a.webp", 0, 50)).fold(vec![begin()], |mut all, one| {
                all.push(one);
                all
            }),
        ),
    ] {
        let path = folder.data().join("bomb.tar.zst");
        std::fs::write(&path, archive(members)).expect("a file");
        let refused = verify(&path, &Keys::default()).map(|_| ()).expect_err("it is no backup").to_string();
        assert!(refused.contains(reason), "{reason}: {refused}");
    }
}
