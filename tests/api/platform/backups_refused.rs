use std::path::{Path, PathBuf};

use shop_server::platform::backup::{Keys, backup, verify};
use shop_server::platform::config::Config;
use shop_storage::Db;
use shop_tests::{Database, Place, Ran, TestShop, assert_same_rows, now, on_both_databases, sql};

/// A passphrase costs its work each time: most rules encrypt for a recipient.
const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

fn keys(settings: &[(&str, &str)]) -> Keys {
    let value = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    Keys::of(&Config::from_sources(Path::new("/nonexistent"), value).expect("settings")).expect("keys")
}

async fn backed_up(shop: &TestShop, name: &str, settings: &[(&str, &str)]) -> PathBuf {
    shop.write_data("pictures/olio-1.webp", &[7; 5000]);
    let db = Db::open(shop.database()).await.expect("the database opens");
    let path = shop.place().data().join(name);
    backup(&db, &shop.place().data(), &path, &keys(settings), now()).await.expect("a backup");
    path
}

/// Restoring is refused, with a sentence, and nothing was made.
async fn refused(path: &Path, kind: &Database, settings: &[(&str, &str)]) -> String {
    let place = Place::empty(kind);
    let Ran { code, out, err } = place.run(&["restore", path.to_str().expect("a path")], settings).await;
    assert_eq!(code, 1, "{out}");
    assert!(err.starts_with("shop: ") && err.lines().count() == 1, "{err}");
    assert!(!place.data().exists(), "nothing was touched");
    err
}

on_both_databases! {
    async fn a_changed_or_cut_backup_is_refused_before_anything_is_touched(shop) {
        let path = backed_up(&shop, "b.tar.zst", &[]).await;
        let whole = std::fs::read(&path).expect("the backup");
        assert!(verify(&path, &Keys::default()).is_ok());
        let broken = shop.place().data().join("broken.tar.zst");
        // The first bytes, the last ones, and some between.
        let step = whole.len() / 40;
        let places = (0..12).chain((12..whole.len()).step_by(step)).chain(whole.len() - 45..whole.len());
        for at in places {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            std::fs::write(&broken, &changed).expect("a file");
            assert!(verify(&broken, &Keys::default()).is_err(), "byte {at} of {}", whole.len());
        }
        for length in [0, 1, 4, 100, whole.len() / 2, whole.len() - 41, whole.len() - 40, whole.len() - 1] {
            std::fs::write(&broken, &whole[..length]).expect("a file");
            assert!(verify(&broken, &Keys::default()).is_err(), "{length} bytes");
        }
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        std::fs::write(&broken, &changed).expect("a file");
        assert!(refused(&broken, &shop.kind(), &[]).await.contains("is damaged"));
        std::fs::write(&broken, &whole[..whole.len() / 2]).expect("a file");
        assert!(refused(&broken, &shop.kind(), &[]).await.contains("is damaged"));
        std::fs::write(&broken, b"PK\x03\x04 something else").expect("a file");
        assert!(refused(&broken, &shop.kind(), &[]).await.contains("is no backup of a shop"));
        assert!(refused(Path::new("/nonexistent/b"), &shop.kind(), &[]).await.contains("/nonexistent/b"));
    }

    async fn a_backup_of_a_newer_version_is_refused(shop) {
        sql(shop.database(), "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 1)");
        let path = backed_up(&shop, "b.tar.zst", &[]).await;
        let err = refused(&path, &shop.kind(), &[]).await;
        assert!(err.contains("newer version") && err.contains("m9999_future"), "{err}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encrypted_backup_opens_with_its_passphrase_alone() {
    let shop = TestShop::start(Database::Sqlite).await;
    let own = [("SHOP_BACKUP_PASSPHRASE", "sette-olive-nere-sul-muro")];
    let path = backed_up(&shop, "b.tar.zst.age", &own).await;
    let bytes = std::fs::read(&path).expect("the backup");
    assert!(bytes.starts_with(b"age-encryption.org/v1"));
    let err = refused(&path, &Database::Sqlite, &[]).await;
    assert!(err.contains("set SHOP_BACKUP_PASSPHRASE"), "{err}");
    let err = refused(&path, &Database::Sqlite, &[("SHOP_BACKUP_PASSPHRASE", "sette-olive-verdi-sul-muro")]).await;
    assert!(err.contains("another passphrase") && !err.contains("olive"), "{err}");
    let place = Place::empty(&Database::Sqlite);
    let ran = place.run(&["restore", path.to_str().expect("a path")], &own).await;
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_same_rows(&place.rows().await, &shop.place().rows().await);
    // Changed anywhere, it does not open either.
    let step = bytes.len() / 5;
    for at in (30..bytes.len()).step_by(step) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let broken = shop.place().data().join("broken.age");
        std::fs::write(&broken, &changed).expect("a file");
        assert!(verify(&broken, &keys(&own)).is_err(), "byte {at}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_makes_a_backup_for_a_recipient_cannot_open_it() {
    let shop = TestShop::start(Database::Sqlite).await;
    let settings = [("SHOP_BACKUP_RECIPIENT", RECIPIENT)];
    let path = backed_up(&shop, "b.tar.zst.age", &settings).await;
    let err = refused(&path, &Database::Sqlite, &settings).await;
    assert!(err.contains("set SHOP_BACKUP_IDENTITY_FILE"), "{err}");
    let identity = shop.place().data().join("other.txt");
    std::fs::write(&identity, "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n")
        .expect("a file");
    let other = [("SHOP_BACKUP_IDENTITY_FILE", identity.to_str().expect("a path"))];
    let err = refused(&path, &Database::Sqlite, &other).await;
    assert!(err.contains("another recipient") || err.contains("no identity"), "{err}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_but_its_user_reads_a_backup_and_none_is_left_half_done() {
    use std::os::unix::fs::PermissionsExt;
    let shop = TestShop::start(Database::Sqlite).await;
    let path = backed_up(&shop, "deep/er/b.tar.zst", &[]).await;
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
    let folder = path.parent().expect("a folder");
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 1, "no other file is left");
    // A database without tables is nothing to keep.
    let place = Place::empty(&Database::Sqlite);
    let ran = place.run(&["backup", "none.tar.zst"], &[]).await;
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("nothing to back up"), "{}", ran.err);
    assert!(!place.data().parent().expect("a folder").join("none.tar.zst").exists());
}
