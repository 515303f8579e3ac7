//! Backups that a server makes by itself: one each span, of which the last ones are kept.

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

/// How names of backups begin.
const NAME: &str = "shop-";
/// The moment in a name, UTC: names in order are moments in order.
const MOMENT: StaticFormatDescription = format_description!("[year][month][day]T[hour][minute][second]Z");
/// Held by whoever works in the folder: several servers may share it.
const LOCK: &str = ".lock";
/// After a failure the next try waits.
const AGAIN_S: i64 = 600;

/// Makes backups when it is time.
#[derive(Debug)]
pub struct Schedule {
    db: Arc<Db>,
    config: Config,
    /// No try before, after one that failed.
    not_before: AtomicI64,
}

impl Schedule {
    /// For a server on this database.
    pub fn new(db: &Arc<Db>, config: &Config) -> Self {
        Self { db: Arc::clone(db), config: config.clone(), not_before: AtomicI64::new(i64::MIN) }
    }

    /// Makes a backup if the last one is old enough, and deletes those beyond the number that is kept. `None`: it is not time, or
    /// another server is about it.
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
        // Another server may have been faster.
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

/// The turn of whoever works in a folder of backups. Dropped, it is over.
#[derive(Debug)]
pub(super) struct Turn(File);

impl Turn {
    /// Takes it; `None`: somebody else has it.
    fn try_take(folder: &Path) -> Result<Option<Self>, BackupError> {
        let file = lock_file(folder)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(BackupError::file(folder, error)),
        }
    }

    /// Takes it when it is free. To be called where waiting is no harm.
    pub(super) fn take(folder: &Path) -> Result<Self, BackupError> {
        let file = lock_file(folder)?;
        file.lock().map_err(|error| BackupError::file(folder, error))?;
        Ok(Self(file))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Told, as a process that is being started may hold the file for a moment longer.
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

/// Name of a backup made now.
pub(super) fn name(begin: &str, now: i64, keys: &Keys) -> String {
    let moment = OffsetDateTime::from_unix_timestamp(now).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let end = if keys.encrypt() { ".age" } else { "" };
    format!("{begin}{}.tar.zst{end}", moment.format(MOMENT).unwrap_or_default())
}

/// Names of the backups in a folder that a server made by itself, oldest first.
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

/// When the newest one of a folder was made, in seconds since 1970 UTC.
pub fn newest(folder: &Path) -> Option<i64> {
    backups(folder).last().and_then(|name| moment(name))
}

/// Deletes what a server left that ended in the middle. The lock tells that nobody is at it.
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
