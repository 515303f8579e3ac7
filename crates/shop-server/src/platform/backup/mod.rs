//! Backups: one file with every row and every kept file of a shop, readable by this program on either kind of database.
//!
//! The file is a `tar`, compressed with Zstandard and ended by a digest of all its bytes; where a key is set, all of it is
//! encrypted by `age`. The tools of the same names read it. Members, in this order:
//!
//! - `backup.json`: format, version, steps of the schema, tables with their columns ([`Head`]);
//! - `tables/NAME/000001.jsonl`, …: rows, one JSON array a line;
//! - `files/…`: what is kept in the data folder;
//! - `digests/000001.txt`, …: SHA-256 of the members since the one before, as `sha256sum` writes them;
//! - `manifest.json`: how many rows, files and members there are, and the digests of the digests ([`Manifest`]).

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

/// Number of the format that this version writes.
const FORMAT: u32 = 1;
/// Name of the first member.
const HEAD: &str = "backup.json";
/// Name of the last member.
const MANIFEST: &str = "manifest.json";

/// What a backup begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Number of the format.
    pub format: u32,
    /// Version of the program that made it.
    pub version: String,
    /// When, in seconds since 1970 UTC.
    pub made_at: i64,
    /// Applied steps of the schema, oldest first.
    pub schema: Vec<String>,
    /// Tables, what others refer to first.
    pub tables: Vec<Table>,
}

/// What a backup ends with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Number of the format.
    pub format: u32,
    /// Applied steps of the schema, oldest first.
    pub schema: Vec<String>,
    /// Tables and their rows.
    pub tables: Vec<TableRows>,
    pub files: u64,
    /// Members before this one.
    pub members: u64,
    /// The lists of digests with theirs.
    pub digests: Vec<MemberDigest>,
}

impl Manifest {
    /// Rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

/// How many rows a table has.
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

/// Why a backup was not made or not restored, as a sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Rows could not be read or written as a whole.
    #[error("{0}")]
    Transfer(#[from] TransferError),
    /// The keys cannot be used.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// A file or folder failed.
    #[error("{path}: {error}")]
    File { path: String, error: std::io::Error },
    /// Nothing was ever put into the database.
    #[error("the database has no tables yet: there is nothing to back up")]
    NoSchema,
    /// The file is there already.
    #[error("{0} is there already: backups are not overwritten")]
    Exists(String),
    /// It is something else.
    #[error("{0} is no backup of a shop")]
    NotABackup(String),
    /// It cannot be read to its end, or is not what was written.
    #[error("{path} is damaged ({reason}): nothing was restored from it")]
    Damaged {
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A newer version wrote it.
    #[error("{path} has the format {format}, which a newer version of the shop wrote: restore it with that version")]
    NewerFormat { path: String, format: u32 },
    /// There is something that would be lost.
    #[error("{0}: say --replace to lose what is there")]
    NotEmpty(String),
    /// The work ended without an answer.
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

/// A line of a list of digests.
fn digest_line(sha256: &str, name: &Path) -> String {
    format!("{sha256}  {}", name.display().to_string().replace('\\', "\\\\").replace('\n', "\\n"))
}

/// Folder for backups of a server, where the settings name none.
pub fn folder(config: &crate::platform::config::Config) -> PathBuf {
    if config.backup_dir.as_os_str().is_empty() { config.data_dir.join("backups") } else { config.backup_dir.clone() }
}
