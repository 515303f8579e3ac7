//! Scheduled backups of a server, of which the most recent are retained.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use shop_storage::Db;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::files::{make_file, make_folder};
use super::{BackedUp, BackupError, Keys, backup, folder};
use crate::platform::config::Config;

/// Start of a backup's name.
const NAME: &str = "shop-";
/// Time in a name, UTC, so that names sort by time.
const MOMENT: StaticFormatDescription = format_description!("[year][month][day]T[hour][minute][second]Z");
/// Lock file for the folder, which several servers may share.
const LOCK: &str = ".lock";
/// Delay before a failed backup is retried.
const AGAIN_S: i64 = 600;

/// Makes backups when they are due.
#[derive(Debug)]
pub struct Schedule {
    db: Arc<Db>,
    config: Config,
    /// Earliest time of the next attempt after a failure.
    not_before: AtomicI64,
}

impl Schedule {
    /// Creates the schedule for a server on this database.
    pub fn new(db: &Arc<Db>, config: &Config) -> Self {
        Self { db: Arc::clone(db), config: config.clone(), not_before: AtomicI64::new(i64::MIN) }
    }

    /// Makes a backup if the last one is old enough, and deletes those beyond the number to retain. `None` when it is not due, or
    /// another server is making one.
    pub async fn look(&self, now: i64) -> Result<Option<(PathBuf, BackedUp)>, BackupError> {
        let span_s = i64::from(self.config.backup_every_hours) * 3600;
        if span_s == 0 || now < self.not_before.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let done = self.make_if_due(now, span_s).await;
        if done.is_err() {
            self.not_before.store(now + AGAIN_S, Ordering::Relaxed);
        }
        done
    }

    async fn make_if_due(&self, now: i64, span_s: i64) -> Result<Option<(PathBuf, BackedUp)>, BackupError> {
        let folder = folder(&self.config);
        let failed = |error| BackupError::file(&folder, error);
        if newest(&folder).is_some_and(|last| now < last.saturating_add(span_s)) {
            return Ok(None);
        }
        let Some(_turn) = Turn::try_take(&folder)? else { return Ok(None) };
        // Another server may have made one meanwhile.
        if newest(&folder).is_some_and(|last| now < last.saturating_add(span_s)) {
            return Ok(None);
        }
        delete_unfinished(&folder).map_err(failed)?;
        let keys = Keys::of(&self.config)?;
        let path = folder.join(name(NAME, now, &keys));
        let made = backup(&self.db, &self.config.data_dir, &path, &keys, now).await?;
        let keep = usize::try_from(self.config.backup_keep).unwrap_or(usize::MAX);
        for old in backups(&folder).iter().rev().skip(keep) {
            fs::remove_file(folder.join(old)).map_err(failed)?;
        }
        Ok(Some((path, made)))
    }
}

/// Lock on a folder of backups. Dropping it releases the lock.
#[derive(Debug)]
pub(super) struct Turn(File);

impl Turn {
    /// Tries to take the lock; `None` when another process holds it.
    fn try_take(folder: &Path) -> Result<Option<Self>, BackupError> {
        let file = lock_file(folder)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(BackupError::file(folder, error)),
        }
    }

    /// Waits for the lock. Blocks the thread.
    pub(super) fn take(folder: &Path) -> Result<Self, BackupError> {
        let file = lock_file(folder)?;
        file.lock().map_err(|error| BackupError::file(folder, error))?;
        Ok(Self(file))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Unlocked explicitly, because a child process that is just starting may hold the descriptor a moment longer.
        let _ = self.0.unlock();
    }
}

fn lock_file(folder: &Path) -> Result<File, BackupError> {
    let failed = |error| BackupError::file(folder, error);
    make_folder(folder).map_err(failed)?;
    let path = folder.join(LOCK);
    match make_file(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => File::open(&path).map_err(failed),
        made => made.map_err(failed),
    }
}

/// Builds the name of a backup made now.
pub(super) fn name(begin: &str, now: i64, keys: &Keys) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(now).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let end = if keys.encrypt() { ".age" } else { "" };
    format!("{begin}{}.tar.zst{end}", moment.format(MOMENT).unwrap_or_default())
}

/// Lists a folder's scheduled backups, oldest first.
fn backups(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| moment(name).is_some());
    names.sort();
    names
}

fn moment(name: &str) -> Option<i64> {
    let rest = name.strip_prefix(NAME)?;
    let text = rest.strip_suffix(".tar.zst").or_else(|| rest.strip_suffix(".tar.zst.age"))?;
    PrimitiveDateTime::parse(text, MOMENT).ok().map(|moment| moment.assume_utc().unix_timestamp())
}

/// Returns the time of a folder's most recent backup, in seconds since 1970 UTC.
pub fn newest(folder: &Path) -> Option<i64> {
    backups(folder).last().and_then(|name| moment(name))
}

/// Deletes unfinished files of a server that was killed. The lock guarantees that nobody is writing them.
fn delete_unfinished(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&format!(".{NAME}")) && name.ends_with(".part") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
