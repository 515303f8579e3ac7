//! The shop that tests start from, filled once for all tests of a process.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, Version};
use shop_server::accounts::password::hash_password_now;
use shop_services::catalogue::import::{ImportOptions, OnError, import_products};
use shop_services::ports::{CustomerStore, NewCustomer, Role};
use shop_services::{Shop, SystemClock};
use shop_storage::Db;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::database::{Database, sibling};
use crate::merchant::{ADMIN_EMAIL, ADMIN_PASSWORD};
use crate::postgres;

const PRODUCTS: &str = include_str!("fixture/products.csv");
const SETUP: &str = include_str!("fixture/setup.json");

/// Hash of the password that all staff has, cheap to check: every second test logs somebody in.
pub(crate) fn password_hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let params = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None).expect("the least");
        let hash: PasswordHash = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password(ADMIN_PASSWORD.as_bytes())
            .expect("a hash");
        hash.to_string()
    });
    &HASH
}

/// Gives `folder` the filled shop and returns the address of its database. On PostgreSQL the database is called `name`.
pub(crate) async fn copy_of_filled_shop(database: &Database, folder: &Path, name: &str) -> String {
    match database {
        Database::Sqlite => {
            fs::create_dir_all(folder.join("data")).expect("the test's folder can be made");
            let file = folder.join("data/shop.db");
            fs::write(&file, sqlite_template().await).expect("the template can be copied");
            // As the shop makes it: one that others can read is refused.
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is the test's own");
            sqlite_url(folder)
        }
        Database::Postgres(server) => {
            let template = postgres_template(server).await;
            postgres::run(server, &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"));
            sibling(server, name)
        }
    }
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("data/shop.db").display())
}

/// The file of the filled shop.
async fn sqlite_template() -> &'static [u8] {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let fill = || async {
        let folder = TempDir::with_prefix("shop-template-").expect("a temporary folder can be made");
        filled(&sqlite_url(folder.path())).await;
        fs::read(folder.path().join("data/shop.db")).expect("the template can be read")
    };
    FILE.get_or_init(fill).await
}

/// Name of the filled database: of this build, so that runs after one another share it. It is made under another name and
/// renamed, so that there is never half a one.
async fn postgres_template(server: &str) -> &'static str {
    static NAME: OnceCell<String> = OnceCell::const_new();
    let fill = || async {
        let mut hasher = DefaultHasher::new();
        let program = std::env::current_exe().and_then(fs::metadata).and_then(|file| file.modified());
        (program.unwrap_or(SystemTime::UNIX_EPOCH), PRODUCTS, SETUP).hash(&mut hasher);
        let name = format!("shop_template_{:016x}", hasher.finish());
        let lock = File::create(std::env::temp_dir().join("shop-test-templates.lock")).expect("a lock file");
        lock.lock().expect("the lock is granted");
        let like = "SELECT datname FROM pg_database WHERE datname LIKE 'shop_template_%'";
        let all = postgres::run(server, like);
        if !all.contains(&name) {
            for old in all {
                postgres::run(server, &format!("DROP DATABASE {old} WITH (FORCE)"));
            }
            postgres::run(server, "CREATE DATABASE shop_template_begun");
            filled(&sibling(server, "shop_template_begun")).await;
            postgres::run(server, &format!("ALTER DATABASE shop_template_begun RENAME TO {name}"));
        }
        name
    };
    NAME.get_or_init(fill).await
}

async fn filled(url: &str) {
    let db = Db::open(url).await.expect("the database opens");
    db.migrate().await.expect("the database is brought to this version");
    let store: Arc<Db> = Arc::new(db.clone());
    let shop = Shop::new(store.clone(), Arc::new(SystemClock));
    let mut progress = |_| {};
    let options = ImportOptions {
        on_error: OnError::KeepGood,
        now: shop.context.now(),
        weight_unit: "kg",
        dimension_unit: "cm",
        pictures: None,
        progress: &mut progress,
    };
    import_products(store.as_ref(), PRODUCTS.as_bytes(), options).await.expect("the products are imported");
    shop.set_up.apply_document(SETUP, &hash_password_now).await.expect("the shop is set up");
    let admin = NewCustomer {
        email: ADMIN_EMAIL.to_owned(),
        username: ADMIN_EMAIL.split('@').next().unwrap_or_default().to_owned(),
        password_hash: password_hash().to_owned(),
        role: Role::Admin,
        first_name: String::new(),
        last_name: String::new(),
    };
    store.add_customer(&admin, shop.context.now()).await.expect("the database").expect("a new name");
    shop.content
        .add_first_pages(&shop_server::platform::seed::first_pages().expect("pages"))
        .await
        .expect("pages are added");
    drop((shop, store));
    db.close().await.expect("the database closes");
}
