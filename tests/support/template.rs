//! The shop that tests start from, filled once for all test processes.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::database::{Database, psql, sibling};
use crate::merchant::{ADMIN_EMAIL, ADMIN_PASSWORD};
use crate::shop::SANDBOX_KEY;

/// The server program under test.
pub(crate) fn shop_binary() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = std::env::var_os("SHOP_BIN").map_or_else(|| here.join("../target/debug/shop"), PathBuf::from);
    path.canonicalize().unwrap_or_else(|_| panic!("{} is missing: run scripts/build --dev", path.display()))
}

/// A command of the shop, in its folder and on its database.
pub(crate) fn shop_command(folder: &Path, database: &str) -> Command {
    let mut command = Command::new(shop_binary());
    // A developer's own settings are not those of the tests.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SHOP_")) {
        command.env_remove(name);
    }
    // One address stands for all visitors of a test.
    command.current_dir(folder).env("DATABASE_URL", database).env("SHOP_ORDER_LIMIT", "0");
    command.env("SHOP_SANDBOX_LISTEN", "127.0.0.1:0").env("SHOP_SANDBOX_SECRET_KEY", SANDBOX_KEY);
    command
}

pub(crate) fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("data/shop.db").display())
}

/// Gives `folder` the filled shop and returns the address of its database. On PostgreSQL the database is called `name`.
pub(crate) fn copy_of_filled_shop(database: &Database, folder: &Path, name: &str) -> String {
    let template = filled_shop(database);
    copy_folder(&template.folder, folder);
    match database {
        Database::Sqlite => sqlite_url(folder),
        Database::Postgres(server) => {
            psql(server, &format!("CREATE DATABASE {name} TEMPLATE {}", template.name));
            sibling(server, name)
        }
    }
}

struct Template {
    folder: PathBuf,
    name: String,
}

/// The filled shop, made by whichever test process comes first; the others wait for the lock.
fn filled_shop(database: &Database) -> Template {
    let (kind, at) = match database {
        Database::Sqlite => ("sqlite", ""),
        Database::Postgres(server) => ("postgres", server.as_str()),
    };
    let mut hasher = DefaultHasher::new();
    let changed = fs::metadata(shop_binary()).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    (changed, at, include_str!("fixture/products.csv"), include_str!("fixture/setup.json")).hash(&mut hasher);
    let name = format!("shop_template_{:016x}", hasher.finish());

    let all = shop_binary().with_file_name("test-shops").join(kind);
    fs::create_dir_all(&all).expect("the target folder can be written");
    let lock = File::create(all.join("lock")).expect("the lock file can be written");
    lock.lock().expect("the lock is granted");
    let folder = all.join(&name);
    if !folder.join("data/filled").exists() {
        // What another build or another run left behind is of no use any more.
        for old in fs::read_dir(&all).expect("the folder can be read").flatten().filter(|e| e.path().is_dir()) {
            fs::remove_dir_all(old.path()).expect("an old template can be removed");
        }
        fs::create_dir_all(folder.join("data")).expect("the template folder can be made");
        let url = match database {
            Database::Sqlite => sqlite_url(&folder),
            Database::Postgres(server) => {
                psql(server, &format!("DROP DATABASE IF EXISTS {name}"));
                psql(server, &format!("CREATE DATABASE {name}"));
                sibling(server, &name)
            }
        };
        fill(&folder, &url);
        File::create(folder.join("data/filled")).expect("the mark can be written");
    }
    Template { folder, name }
}

fn fill(folder: &Path, database: &str) {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("support/fixture");
    let products = fixture.join("products.csv");
    let setup = fixture.join("setup.json");
    run(shop_command(folder, database).arg("migrate"));
    run(shop_command(folder, database).arg("import").arg(products));
    run(shop_command(folder, database).arg("apply").arg(setup));
    run(shop_command(folder, database)
        .args(["user", "create", "--role", "admin", "--email", ADMIN_EMAIL])
        .env("SHOP_USER_PASSWORD", ADMIN_PASSWORD));
}

fn run(command: &mut Command) {
    let output = command.output().expect("the shop can be run");
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the test's folder can be made");
    for entry in fs::read_dir(from).expect("the template can be read").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the template can be copied");
        }
    }
}
