//! Backups: one file with every row and every file of a shop, which this program restores on either kind of database.
//!
//! The file is a `tar`, compressed with Zstandard, with a digest of all its bytes at the end; if a key is configured, the whole
//! is encrypted by `age`. The tools of the same names can read it. Members, in order:
//!
//! - `backup.json`: format, version, schema migrations, tables with their columns ([`Head`]);
//! - `tables/NAME/000001.jsonl`, …: rows, one JSON array a line;
//! - `files/…`: files of the data folder;
//! - `digests/000001.txt`, …: SHA-256 of the members since the previous list, in the format of `sha256sum`;
//! - `manifest.json`: the numbers of rows, files and members, and the digests of the lists ([`Manifest`]).

mod bounds;
mod files;
mod keys;
mod read;
mod restore;
mod rows;
mod schedule;
mod seal;
mod upgrade;
mod write;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shop_services::ports::StoreError;
use shop_storage::OpenError;
use shop_storage::transfer::{Table, TransferError};

pub use keys::{Keys, KeysError};
pub use read::verify;
pub use restore::{Restored, restore};
pub use schedule::{Schedule, newest};
pub use upgrade::{UpgradeError, migrate};
pub use write::{BackedUp, backup};

/// Format version that this program writes.
const FORMAT: u32 = 1;
/// Name of the first member.
const HEAD: &str = "backup.json";
/// Name of the last member.
const MANIFEST: &str = "manifest.json";

/// First member of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub format: u32,
    /// Version of the program that wrote it.
    pub version: String,
    /// Time of the backup, in seconds since 1970 UTC.
    pub made_at: i64,
    /// Applied schema migrations, oldest first.
    pub schema: Vec<String>,
    /// Tables, with referenced tables before those that refer to them.
    pub tables: Vec<Table>,
}

/// Last member of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// Applied schema migrations, oldest first.
    pub schema: Vec<String>,
    /// Tables with their numbers of rows.
    pub tables: Vec<TableRows>,
    pub files: u64,
    /// Members before this one.
    pub members: u64,
    /// The lists of digests with their own digests.
    pub digests: Vec<MemberDigest>,
}

impl Manifest {
    /// Total number of rows.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

/// Number of rows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    pub name: String,
    pub rows: u64,
}

/// SHA-256 of a member, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberDigest {
    /// Name of the member.
    pub name: String,
    pub sha256: String,
}

/// Error of a backup or restore, as a sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Rows could not be read or written completely.
    #[error("{0}")]
    Transfer(#[from] TransferError),
    /// The keys are unusable.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// A file or folder operation failed.
    #[error("{path}: {error}")]
    File { path: String, error: std::io::Error },
    /// The database is empty.
    #[error("the database has no tables yet: there is nothing to back up")]
    NoSchema,
    /// The file already exists.
    #[error("{0} is there already: backups are not overwritten")]
    Exists(String),
    /// The file is something else.
    #[error("{0} is no backup of a shop")]
    NotABackup(String),
    /// The file cannot be read to its end, or was altered.
    #[error("{path} is damaged ({reason}): nothing was restored from it")]
    Damaged {
        path: String,
        /// Description of the damage.
        reason: String,
    },
    /// A newer version wrote the file.
    #[error("{path} has the format {format}, which a newer version of the shop wrote: restore it with that version")]
    NewerFormat { path: String, format: u32 },
    /// Existing data would be lost.
    #[error("{0}: say --replace to lose what is there")]
    NotEmpty(String),
    /// The worker thread ended without a result.
    #[error("the backup was broken off")]
    BrokenOff,
}

impl BackupError {
    fn file(path: &Path, error: std::io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }

    fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged { path: path.display().to_string(), reason: reason.to_string() }
    }
}

/// Formats a line of a list of digests.
fn digest_line(sha256: &str, name: &Path) -> String {
    format!("{sha256}  {}", name.display().to_string().replace('\\', "\\\\").replace('\n', "\\n"))
}

/// Default folder of a server's backups.
pub fn folder(config: &crate::platform::config::Config) -> PathBuf {
    if config.backup_dir.as_os_str().is_empty() { config.data_dir.join("backups") } else { config.backup_dir.clone() }
}
