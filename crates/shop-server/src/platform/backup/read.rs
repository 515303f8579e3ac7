//! Reads a backup member by member, with all possible checks.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};
use shop_storage::transfer::{Cell, Table};

use super::bounds::{Bounded, Members as Entries, text};
use super::seal::SealReader;
use super::{
    BackupError, FORMAT, HEAD, Head, Keys, MANIFEST, Manifest, MemberDigest, TableRows, digest_line, files, rows,
};

/// A part of a backup, as it is read.
pub(super) enum Part<'a> {
    Head(&'a Head),
    /// Rows of a table.
    Rows(&'a Table, Vec<Vec<Cell>>),
    /// A file with its path below the data folder. Its digest is checked after it was read.
    File(&'a Path, &'a mut dyn Read),
}

/// Reads a whole backup and checks it. Writes nothing.
pub fn verify(path: &Path, keys: &Keys) -> Result<(Head, Manifest), BackupError> {
    let mut head = None;
    let manifest = read(path, keys, &mut |part| {
        if let Part::Head(found) = part {
            head = Some(found.clone());
        }
        Ok(())
    })?;
    head.map(|head| (head, manifest)).ok_or_else(|| BackupError::damaged(path, "it has no beginning"))
}

/// Verifies a backup that was just written.
pub(super) fn verify_as(path: &Path, keys: &Keys, written: &Manifest) -> Result<(), BackupError> {
    let (_, manifest) = verify(path, keys)?;
    if manifest == *written { Ok(()) } else { Err(BackupError::damaged(path, "it is not what was written")) }
}

/// Reads a whole backup: passes each part to `sink`, and checks everything. Whether the parts were correct is known only at the
/// end.
pub(super) fn read(
    path: &Path,
    keys: &Keys,
    sink: &mut dyn FnMut(Part<'_>) -> Result<(), BackupError>,
) -> Result<Manifest, BackupError> {
    let broken = |error: io::Error| BackupError::damaged(path, error);
    let length = std::fs::metadata(path).map_err(|error| BackupError::file(path, error))?.len();
    let sealed = SealReader::new(keys.unlock(path)?);
    let decoder = Bounded::new(zstd::Decoder::new(sealed).map_err(broken)?, length);
    let mut archive = tar::Archive::new(decoder);
    let mut state = State { path, head: None, counts: BTreeMap::new(), files: 0, members: Members::default() };
    let mut manifest = None;
    let mut entries = Entries::new(archive.entries().map_err(broken)?);
    while let Some(next) = entries.next() {
        let (name, mut entry) = next.map_err(broken)?;
        if manifest.is_some() {
            return Err(BackupError::damaged(path, "it goes on after its end"));
        }
        let mut content = Checked { inner: &mut entry, hash: Sha256::new() };
        if name == Path::new(MANIFEST) {
            manifest = Some(state.read_manifest(&mut content)?);
            continue;
        }
        state.member(&name, &mut content, sink)?;
        // Bytes that the sink did not read count for the digest too.
        io::copy(&mut content, &mut io::sink()).map_err(broken)?;
        let digest = hex::encode(content.hash.finalize());
        state.members.note(&name, digest).map_err(|reason| BackupError::damaged(path, reason))?;
    }
    let mut rest = archive.into_inner().into_inner();
    io::copy(&mut rest, &mut io::sink()).map_err(broken)?;
    match manifest {
        Some(manifest) if rest.finish().get_ref().is_verified() => Ok(manifest),
        _ => Err(BackupError::damaged(path, "its end is missing")),
    }
}

struct State<'a> {
    path: &'a Path,
    head: Option<Head>,
    counts: BTreeMap<String, u64>,
    files: u64,
    members: Members,
}

impl State<'_> {
    fn damaged(&self, reason: impl ToString) -> BackupError {
        BackupError::damaged(self.path, reason)
    }

    fn text(&self, content: &mut dyn Read) -> Result<Vec<u8>, BackupError> {
        text(content).map_err(|error| self.damaged(error))
    }

    fn member(
        &mut self,
        name: &Path,
        content: &mut dyn Read,
        sink: &mut dyn FnMut(Part<'_>) -> Result<(), BackupError>,
    ) -> Result<(), BackupError> {
        let Some(head) = &self.head else {
            if name != Path::new(HEAD) {
                return Err(BackupError::NotABackup(self.path.display().to_string()));
            }
            let head = self.read_head(content)?;
            sink(Part::Head(&head))?;
            self.head = Some(head);
            return Ok(());
        };
        let parts: Vec<&str> = name.iter().filter_map(|part| part.to_str()).collect();
        match parts.as_slice() {
            ["tables", table, _] => {
                let Some(table) = head.tables.iter().find(|known| known.name == *table) else {
                    return Err(self.damaged(format!("it has rows of an unknown table, {table}")));
                };
                let mut lines = rows::RowReader::new(content);
                let mut count = 0;
                loop {
                    let found = lines.next_batch(table).map_err(|reason| BackupError::damaged(self.path, reason))?;
                    if found.is_empty() {
                        break;
                    }
                    count += u64::try_from(found.len()).unwrap_or(u64::MAX);
                    sink(Part::Rows(table, found))?;
                }
                *self.counts.entry(table.name.clone()).or_default() += count;
                Ok(())
            }
            ["digests", _] => {
                let text = String::from_utf8_lossy(&self.text(content)?).into_owned();
                self.members.compare(&text).map_err(|reason| BackupError::damaged(self.path, reason))
            }
            _ => match name.strip_prefix("files") {
                Ok(below) if files::is_backed_up(below) => {
                    self.files += 1;
                    sink(Part::File(below, content))
                }
                _ => Err(self.damaged(format!("{} does not belong into it", name.display()))),
            },
        }
    }

    /// Reads the head: first the format version, because another version may have changed the rest.
    fn read_head(&self, content: &mut dyn Read) -> Result<Head, BackupError> {
        #[derive(serde::Deserialize)]
        struct Format {
            format: u32,
        }
        let text = self.text(content)?;
        let wrong = |error: serde_json::Error| self.damaged(error);
        let format = serde_json::from_slice::<Format>(&text).map_err(wrong)?.format;
        if format > FORMAT {
            return Err(BackupError::NewerFormat { path: self.path.display().to_string(), format });
        }
        serde_json::from_slice(&text).map_err(wrong)
    }

    /// Reads the manifest and compares it with the members before it.
    fn read_manifest(&mut self, content: &mut dyn Read) -> Result<Manifest, BackupError> {
        let text = self.text(content)?;
        let manifest: Manifest = serde_json::from_slice(&text).map_err(|error| self.damaged(error))?;
        let Some(head) = &self.head else { return Err(self.damaged("it has no beginning")) };
        let rows = |name: &String| self.counts.get(name).copied().unwrap_or_default();
        let found = Manifest {
            format: head.format,
            schema: head.schema.clone(),
            tables: head.tables.iter().map(|t| TableRows { name: t.name.clone(), rows: rows(&t.name) }).collect(),
            files: self.files,
            members: self.members.count,
            digests: std::mem::take(&mut self.members.lists),
        };
        if !self.members.open.is_empty() || found != manifest {
            return Err(self.damaged("it does not hold what its end says"));
        }
        Ok(manifest)
    }
}

/// Digests of the members read so far.
#[derive(Default)]
struct Members {
    count: u64,
    /// Digests that no list has contained yet.
    open: Vec<String>,
    lists: Vec<MemberDigest>,
}

impl Members {
    fn note(&mut self, name: &Path, sha256: String) -> Result<(), String> {
        self.count += 1;
        if name.starts_with("digests") {
            self.lists.push(MemberDigest { name: name.display().to_string(), sha256 });
            return Ok(());
        }
        self.open.push(digest_line(&sha256, name));
        // Lists come more often than that: a file without any must not fill the memory.
        if self.open.len() > 10_000 { Err("it lacks its digests".to_owned()) } else { Ok(()) }
    }

    fn compare(&mut self, list: &str) -> Result<(), String> {
        let open = std::mem::take(&mut self.open);
        let named: Vec<&str> = list.split_terminator('\n').collect();
        match open.iter().zip(&named).find(|(found, named)| found != *named) {
            Some((found, _)) => Err(format!("{} is not what was written", found.get(66..).unwrap_or(found))),
            None if open.len() != named.len() => Err("members are missing".to_owned()),
            None => Ok(()),
        }
    }
}

/// Reader that hashes what is read.
struct Checked<'a> {
    inner: &'a mut dyn Read,
    hash: Sha256,
}

impl Read for Checked<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(out)?;
        self.hash.update(out.get(..count).unwrap_or_default());
        Ok(count)
    }
}
