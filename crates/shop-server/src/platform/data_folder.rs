//! Permissions of the data folder: it contains orders, addresses and downloadable products, so only its owner may access it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::platform::config::Config;

/// Permission bit: others may read a file.
const OTHERS_READ: u32 = 0o004;
/// Permission bit: others may traverse a folder.
const OTHERS_PASS: u32 = 0o001;

/// Error for a database that other users of the machine can open.
#[derive(Debug, thiserror::Error)]
#[error(
    "other users of this machine can read {} (mode {mode:03o}): run `chmod -R go= {}`, or set SHOP_DATA_READABLE_BY_OTHERS=yes",
    path.display(), folder.display()
)]
pub struct ReadableByOthers {
    path: PathBuf,
    folder: PathBuf,
    mode: u32,
}

/// Sets the umask: files that this process creates have mode 0600 and folders 0700.
pub fn keep_to_owner() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Rejects an SQLite database that others can open: it is readable by others, and every folder above it can be traversed by them.
/// Group permissions are left to the operator. A missing file is accepted.
pub(crate) fn check(config: &Config) -> Result<(), ReadableByOthers> {
    let Some(path) = config.database_file() else { return Ok(()) };
    let Ok(real) = fs::canonicalize(&path) else { return Ok(()) };
    let mode = mode(&real);
    let open = mode & OTHERS_READ != 0 && real.ancestors().skip(1).all(|folder| self::mode(folder) & OTHERS_PASS != 0);
    if !open || config.data_readable_by_others {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    Err(ReadableByOthers { folder: folder.to_owned(), path, mode })
}

/// Returns the permissions of a path; 0 when they cannot be read.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).map_or(0, |found| found.permissions().mode() & 0o777)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(folder: &Path, more: &[(&str, &str)]) -> Config {
        let value = |name: &str| {
            let more = more.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            more.or_else(|| (name == "SHOP_DATA_DIR").then(|| folder.display().to_string()))
        };
        Config::from_sources(Path::new("/nonexistent/shop.toml"), value).unwrap()
    }

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_database_is_refused_when_others_reach_it() {
        let place = tempfile::tempdir().unwrap();
        // Temporary folders can be traversed by everybody; the folder above belongs to this test.
        set(place.path(), 0o755);
        let folder = place.path().join("data");
        fs::create_dir(&folder).unwrap();
        let file = folder.join("shop.db");
        let config = at(&folder, &[]);
        assert!(check(&config).is_ok(), "it is not there yet");
        fs::write(&file, b"").unwrap();
        for (way, mode, refused) in [
            (0o755, 0o644, true),
            (0o755, 0o604, true),
            (0o711, 0o644, true),
            (0o750, 0o664, false),
            (0o755, 0o640, false),
            (0o755, 0o600, false),
            (0o700, 0o666, false),
        ] {
            set(&folder, way);
            set(&file, mode);
            assert_eq!(check(&config).is_err(), refused, "{way:o} {mode:o}");
        }
        set(&folder, 0o755);
        set(&file, 0o644);
        let message = check(&config).unwrap_err().to_string();
        assert!(message.contains("chmod -R go=") && message.contains("shop.db (mode 644)"), "{message}");
        assert!(check(&at(&folder, &[("SHOP_DATA_READABLE_BY_OTHERS", "yes")])).is_ok());
        let elsewhere = format!("sqlite://{}?mode=rwc", file.display());
        assert!(check(&at(Path::new("/nonexistent"), &[("DATABASE_URL", &elsewhere)])).is_err());
        assert!(check(&at(&folder, &[("DATABASE_URL", "postgres://localhost/shop")])).is_ok());
        set(place.path(), 0o700);
        assert!(check(&config).is_ok(), "nobody passes a folder above");
    }
}
