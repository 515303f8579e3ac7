//! The journal: a file with one line of JSON for each transaction, so that a restart finds everything again.
//!
//! A transaction is on the disk's queue before its answer leaves: it outlives the process, though not a power cut.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::state::{Data, Record};

/// One change of a transaction.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// The object as it is now.
    Put(Record),
    /// The object is gone: its table and id.
    Drop(String, String),
}

/// A journal that has grown by so much is written anew, while the sandbox runs: what changes often leaves many lines behind.
const TIDY_AFTER: u64 = 64 << 20;

/// Where transactions are written; `None`: nowhere, the state lives in memory.
#[derive(Debug)]
pub(crate) struct Journal(Option<Open>);

#[derive(Debug)]
struct Open {
    file: File,
    path: PathBuf,
    /// Length at which it is written anew.
    tidy_at: u64,
}

impl Journal {
    /// Opens a journal: reads it, drops a last line that was torn, and writes it anew with what is left.
    /// Fails when the file cannot be read or written, or a line other than the last makes no sense.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<(Self, Data)> {
        let Some(path) = path else { return Ok((Self(None), Data::default())) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let data = match File::open(path) {
            Ok(file) => replay(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Data::default(),
            Err(error) => return Err(error),
        };
        Ok((Self(Some(Open::anew(path, &data)?)), data))
    }

    /// Writes one transaction.
    pub(crate) fn write(&mut self, changes: &[Change]) -> io::Result<()> {
        let Some(Open { file, .. }) = &mut self.0 else { return Ok(()) };
        let mut line = serde_json::to_vec(changes)?;
        line.push(b'\n');
        let before = file.stream_position()?;
        file.write_all(&line).inspect_err(|_| {
            // A half-written line would make the next one unreadable too.
            let cut = file.set_len(before).and_then(|()| file.seek(io::SeekFrom::Start(before)));
            if let Err(error) = cut {
                tracing::error!(%error, "the sandbox's journal cannot be mended");
            }
        })
    }

    /// Writes a long journal anew. Where that fails, the old one goes on, and the next try comes much later.
    pub(crate) fn tidy(&mut self, data: &Data) {
        let Some(open) = &mut self.0 else { return };
        if open.file.stream_position().is_ok_and(|length| length < open.tidy_at) {
            return;
        }
        match Open::anew(&open.path, data) {
            Ok(anew) => *open = anew,
            Err(error) => {
                tracing::error!(%error, "the sandbox's journal could not be written anew");
                open.tidy_at = open.tidy_at.saturating_mul(2);
            }
        }
    }

    /// Empties the file.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        let Some(Open { file, .. }) = &mut self.0 else { return Ok(()) };
        file.set_len(0)?;
        file.rewind()
    }
}

impl Open {
    /// Writes what there is to a new file beside, and puts it in the old one's place.
    fn anew(path: &Path, data: &Data) -> io::Result<Self> {
        let mut file = write_anew(path, data)?;
        let tidy_at = file.stream_position()?.saturating_add(TIDY_AFTER);
        Ok(Self { file, path: path.to_owned(), tidy_at })
    }
}

fn replay(file: File) -> io::Result<Data> {
    let mut data = Data::default();
    let mut lines = BufReader::new(file).split(b'\n').peekable();
    let mut number = 0;
    while let Some(line) = lines.next() {
        let line = line?;
        number += 1;
        match serde_json::from_slice::<Vec<Change>>(&line) {
            Ok(changes) => changes.into_iter().for_each(|change| data.apply(change)),
            // Only the last line can be torn by a crash.
            Err(_) if lines.peek().is_none() => {}
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {error}"))),
        }
    }
    Ok(data)
}

fn write_anew(path: &Path, data: &Data) -> io::Result<File> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut writer = io::BufWriter::new(options.open(&beside)?);
    for change in data.records().map(Change::Put) {
        serde_json::to_writer(&mut writer, &[change])?;
        writer.write_all(b"\n")?;
    }
    let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::Customer;

    fn customer(name: &str) -> Change {
        let id = crate::ids::CustomerId("cus_1".into());
        let (email, phone, description) = (None, None, None);
        let metadata = Default::default();
        let row = Customer { id, created: 0, email, name: Some(name.into()), phone, description, metadata };
        Change::Put(Record::Customer(Box::new(row)))
    }

    #[test]
    fn a_long_journal_is_written_anew_and_goes_on() {
        let folder = std::env::temp_dir().join(format!("shop-sandbox-tidy-{}", std::process::id()));
        let path = folder.join("journal.jsonl");
        let (mut journal, mut data) = Journal::open(Some(&path)).unwrap();
        for name in ["a", "b", "c"] {
            journal.write(&[customer(name)]).unwrap();
            data.apply(customer(name));
        }
        let lines = || std::fs::read_to_string(&path).unwrap().lines().count();
        journal.tidy(&data);
        assert_eq!(lines(), 3, "short as it is, it stays");
        journal.0.as_mut().unwrap().tidy_at = 1;
        journal.tidy(&data);
        assert_eq!(lines(), 1);
        journal.write(&[customer("d")]).unwrap();
        let (_, again) = Journal::open(Some(&path)).unwrap();
        assert_eq!(again.customers.get("cus_1").unwrap().name.as_deref(), Some("d"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
