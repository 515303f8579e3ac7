//! Restores a backup: verifies the whole file first, then loads it in one transaction, with its files.

use std::path::{Path, PathBuf};

use shop_storage::Db;
use shop_storage::transfer::{Cell, Restore, holds_data};
use tokio::sync::mpsc;

use super::files::{self, Staged};
use super::read::{Part, read, verify};
use super::{BackupError, Head, Keys, Manifest};

/// Result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// Head of the backup.
    pub head: Head,
    /// Manifest of the backup.
    pub manifest: Manifest,
}

/// Rows to insert: the table's index, and the rows.
type Rows = (usize, Vec<Vec<Cell>>);

/// Restores a backup into a database and a data folder. On failure, both remain unchanged.
///
/// # Errors
/// The backup is damaged, cannot be decrypted, or was made by a newer version; or data exists already and may not be replaced.
pub async fn restore(
    database: &str,
    data: &Path,
    path: &Path,
    keys: &Keys,
    replace: bool,
) -> Result<Restored, BackupError> {
    let (file, by) = (path.to_owned(), keys.clone());
    let checked = tokio::task::spawn_blocking(move || verify(&file, &by)).await;
    let (head, manifest) = checked.map_err(|_| BackupError::BrokenOff)??;
    Restore::check(&head.schema)?;
    if !replace {
        refuse_to_lose(database, data).await?;
    }
    let mut staged = Staged::create(data).map_err(|error| BackupError::file(data, error))?;
    let mut restore = Restore::begin(database, &head.schema).await?;
    restore.expect(&head.tables)?;
    let again = load(&restore, &head, &staged, path, keys).await?;
    if again != manifest {
        return Err(BackupError::damaged(path, "it changed while it was read"));
    }
    restore.complete(&head.tables).await?;
    let swapped = staged.swap().map_err(|error| BackupError::file(data, error));
    let done = match swapped {
        Ok(()) => restore.commit().await.map_err(BackupError::from),
        Err(error) => Err(error),
    };
    if let Err(error) = done {
        staged.swap_back().map_err(|error| BackupError::file(data, error))?;
        return Err(error);
    }
    Ok(Restored { head, manifest })
}

/// Refuses to overwrite existing data.
async fn refuse_to_lose(database: &str, data: &Path) -> Result<(), BackupError> {
    let db = Db::open(database).await?;
    let holds_data = holds_data(&db).await;
    db.close().await?;
    if holds_data? {
        return Err(BackupError::NotEmpty("the database is not empty".to_owned()));
    }
    match files::existing_paths(data).first() {
        Some(entry) => Err(BackupError::NotEmpty(format!("the data folder holds {entry}"))),
        None => Ok(()),
    }
}

/// Loads rows into the database and files into their folder, as they are read.
async fn load(
    restore: &Restore,
    head: &Head,
    staged: &Staged,
    path: &Path,
    keys: &Keys,
) -> Result<Manifest, BackupError> {
    let (sender, mut rows) = mpsc::channel(2);
    let reader =
        Reader { path: path.to_owned(), keys: keys.clone(), head: head.clone(), place: staged.new_folder(), sender };
    let reading = tokio::task::spawn_blocking(move || reader.run());
    let mut loaded = Ok(());
    while let Some((table, some)) = rows.recv().await {
        let Some(table) = head.tables.get(table) else { continue };
        loaded = restore.insert(table, some).await;
        if loaded.is_err() {
            break;
        }
    }
    drop(rows);
    let read = reading.await.map_err(|_| BackupError::BrokenOff)?;
    loaded?;
    read
}

/// Work of the reading thread.
struct Reader {
    path: PathBuf,
    keys: Keys,
    head: Head,
    place: PathBuf,
    sender: mpsc::Sender<Rows>,
}

impl Reader {
    fn run(&self) -> Result<Manifest, BackupError> {
        read(&self.path, &self.keys, &mut |part| match part {
            Part::Head(head) if *head == self.head => Ok(()),
            Part::Head(_) => Err(BackupError::damaged(&self.path, "it changed while it was read")),
            Part::Rows(table, rows) => {
                let at = self.head.tables.iter().position(|known| known.name == table.name).unwrap_or_default();
                self.sender.blocking_send((at, rows)).map_err(|_| BackupError::BrokenOff)
            }
            Part::File(below, content) => {
                files::write(&self.place, below, content).map_err(|error| BackupError::file(below, error))
            }
        })
    }
}
