//! Makes a backup: rows are read in one snapshot and sent, a few megabytes at a time, to a thread that writes the file.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shop_storage::Db;
use shop_storage::transfer::{Snapshot, snapshot};
use tokio::sync::mpsc;

use super::keys::Locked;
use super::seal::SealWriter;
use super::{
    BackupError, FORMAT, HEAD, Head, Keys, MANIFEST, Manifest, MemberDigest, TableRows, digest_line, files, rows,
};

/// Approximate size of a member of rows, in bytes.
const BATCH_BYTES: usize = 4 << 20;
/// Digests in a list.
const DIGESTS: usize = 10_000;
/// Compression level: the library's default.
const LEVEL: i32 = 3;

/// Result of a backup that was written and verified.
#[derive(Debug)]
pub struct BackedUp {
    pub manifest: Manifest,
    /// Its length in bytes.
    pub bytes: u64,
    /// Skipped paths below the data folder, which lead out of it.
    pub left_out: Vec<PathBuf>,
}

/// A member of rows.
struct Batch {
    name: String,
    content: Vec<u8>,
}

/// Backs up a database and the files of the data folder, both of which may be in use. The file gets its name once it is complete
/// and was verified; only this user can read it.
pub async fn backup(db: &Db, data: &Path, path: &Path, keys: &Keys, now: i64) -> Result<BackedUp, BackupError> {
    if path.exists() {
        return Err(BackupError::Exists(path.display().to_string()));
    }
    let snapshot = snapshot(db).await?;
    let schema = snapshot.migrations().await?;
    if schema.is_empty() {
        return Err(BackupError::NoSchema);
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let head = Head { format: FORMAT, version, made_at: now, schema, tables: snapshot.tables().await? };
    let keys = keys.clone().with_own();
    let (sender, batches) = mpsc::channel(2);
    let job = Job { data: data.to_owned(), path: path.to_owned(), head: head.clone(), keys };
    let writer = tokio::task::spawn_blocking(move || job.run(batches));
    let read = send_rows(&snapshot, &head, &sender).await;
    if let Ok(counts) = &read {
        // Without this final message the file is discarded.
        let _ = sender.send(Ok(counts.clone())).await;
    }
    drop(sender);
    let written = writer.await.map_err(|_| BackupError::BrokenOff)?;
    read?;
    written
}

/// Sends the rows of all tables and returns their numbers.
async fn send_rows(
    snapshot: &Snapshot,
    head: &Head,
    sender: &mpsc::Sender<Result<Vec<TableRows>, Batch>>,
) -> Result<Vec<TableRows>, BackupError> {
    let mut counts = Vec::new();
    for table in &head.tables {
        let (mut reading, mut content, mut number, mut count) = (snapshot.read(table), Vec::new(), 0, 0);
        loop {
            let found = snapshot.next(&mut reading).await?;
            let last = found.is_empty();
            for row in found {
                rows::write(&mut content, row);
                count += 1;
            }
            if content.len() > BATCH_BYTES || (last && !content.is_empty()) {
                number += 1;
                let name = format!("tables/{}/{number:06}.jsonl", table.name);
                let batch = Batch { name, content: std::mem::take(&mut content) };
                // The writer reports its own error.
                if sender.send(Err(batch)).await.is_err() {
                    return Ok(counts);
                }
            }
            if last {
                break;
            }
        }
        counts.push(TableRows { name: table.name.clone(), rows: count });
    }
    Ok(counts)
}

/// Work of the writing thread.
struct Job {
    data: PathBuf,
    path: PathBuf,
    head: Head,
    keys: Keys,
}

impl Job {
    fn run(&self, mut batches: mpsc::Receiver<Result<Vec<TableRows>, Batch>>) -> Result<BackedUp, BackupError> {
        let unfinished = Unfinished::create(&self.path)?;
        let failed = |error| BackupError::file(&unfinished.path, error);
        let file = files::make_file(&unfinished.path).map_err(failed)?;
        let mut archive = Archive::create(self.keys.lock(file).map_err(failed)?).map_err(failed)?;
        let head = serde_json::to_vec_pretty(&self.head).map_err(io::Error::from).map_err(failed)?;
        archive.add(Path::new(HEAD), &mut head.as_slice(), size(&head)).map_err(failed)?;
        let tables = loop {
            match batches.blocking_recv() {
                Some(Err(batch)) => {
                    let Batch { name, content } = batch;
                    archive.add(Path::new(&name), &mut content.as_slice(), size(&content)).map_err(failed)?;
                }
                Some(Ok(counts)) => break counts,
                None => return Err(BackupError::BrokenOff),
            }
        };
        // After the rows, so that pictures that rows refer to already exist.
        let mut count = 0;
        let mut add = |path: &Path, file: File| {
            count += 1;
            let length = file.metadata()?.len();
            archive.add(&Path::new("files").join(path), &mut file.take(length), length)
        };
        let left_out = files::each(&self.data, &mut add).map_err(|(path, error)| BackupError::file(&path, error))?;
        let manifest = archive.finish(|members, digests| Manifest {
            format: FORMAT,
            schema: self.head.schema.clone(),
            tables,
            files: count,
            members,
            digests,
        });
        let manifest = manifest.map_err(failed)?;
        super::read::verify_as(&unfinished.path, &self.keys, &manifest)?;
        let bytes = fs::metadata(&unfinished.path).map_err(failed)?.len();
        unfinished.finish()?;
        Ok(BackedUp { manifest, bytes, left_out })
    }
}

fn size(content: &[u8]) -> u64 {
    u64::try_from(content.len()).unwrap_or(u64::MAX)
}

/// A file with a temporary name. Dropping it early deletes it.
struct Unfinished {
    path: PathBuf,
    goal: PathBuf,
}

impl Unfinished {
    fn create(goal: &Path) -> Result<Self, BackupError> {
        let name = goal.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = goal.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        files::make_folder(folder).map_err(|error| BackupError::file(folder, error))?;
        let path = folder.join(format!(".{name}.{}.part", std::process::id()));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BackupError::file(&path, error)),
            _ => Ok(Self { path, goal: goal.to_owned() }),
        }
    }

    fn finish(self) -> Result<(), BackupError> {
        let failed = |error| BackupError::file(&self.goal, error);
        // Unlike a rename, a hard link never replaces an existing file.
        fs::hard_link(&self.path, &self.goal)
            .or_else(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Err(error),
                _ => fs::rename(&self.path, &self.goal),
            })
            .map_err(failed)?;
        let folder = self.path.parent().unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The archive being written.
struct Archive {
    tar: tar::Builder<zstd::Encoder<'static, SealWriter<Locked>>>,
    members: u64,
    /// Digests of members since the last list.
    list: String,
    listed: usize,
    digests: Vec<MemberDigest>,
}

impl Archive {
    fn create(out: Locked) -> io::Result<Self> {
        let tar = tar::Builder::new(zstd::Encoder::new(SealWriter::new(out), LEVEL)?);
        Ok(Self { tar, members: 0, list: String::new(), listed: 0, digests: Vec::new() })
    }

    /// Adds a member of this length. Fails when the content is shorter.
    fn add(&mut self, path: &Path, content: &mut dyn Read, length: u64) -> io::Result<()> {
        let digest = self.append(path, content, length)?;
        self.list.push_str(&digest_line(&digest, path));
        self.list.push('\n');
        self.listed += 1;
        if self.listed >= DIGESTS { self.write_digests() } else { Ok(()) }
    }

    fn append(&mut self, path: &Path, content: &mut dyn Read, length: u64) -> io::Result<String> {
        let mut header = tar::Header::new_gnu();
        header.set_size(length);
        header.set_mode(0o600);
        let mut hashed = Hashed { inner: content, hash: Sha256::new(), length: 0 };
        self.tar.append_data(&mut header, path, &mut hashed)?;
        if hashed.length != length {
            return Err(io::Error::other(format!("{} became shorter while it was read", path.display())));
        }
        self.members += 1;
        Ok(hex::encode(hashed.hash.finalize()))
    }

    fn write_digests(&mut self) -> io::Result<()> {
        let list = std::mem::take(&mut self.list);
        self.listed = 0;
        let name = format!("digests/{:06}.txt", self.digests.len() + 1);
        let sha256 = self.append(Path::new(&name), &mut list.as_bytes(), size(list.as_bytes()))?;
        self.digests.push(MemberDigest { name, sha256 });
        Ok(())
    }

    fn finish(mut self, manifest: impl FnOnce(u64, Vec<MemberDigest>) -> Manifest) -> io::Result<Manifest> {
        self.write_digests()?;
        let manifest = manifest(self.members, std::mem::take(&mut self.digests));
        let text = serde_json::to_vec_pretty(&manifest)?;
        self.append(Path::new(MANIFEST), &mut text.as_slice(), size(&text))?;
        let mut compressed = self.tar.into_inner()?;
        compressed.flush()?;
        compressed.finish()?.finish()?.finish()?;
        Ok(manifest)
    }
}

/// Reader that hashes what is read.
struct Hashed<'a> {
    inner: &'a mut dyn Read,
    hash: Sha256,
    length: u64,
}

impl Read for Hashed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(out)?;
        let read = out.get(..count).unwrap_or_default();
        self.hash.update(read);
        self.length += size(read);
        Ok(count)
    }
}
