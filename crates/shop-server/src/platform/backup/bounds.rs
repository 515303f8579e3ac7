//! Limits that protect the reader of a backup from exhausting memory or time on a malicious file.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// Largest member that is read into memory: the head, lists of digests, the manifest. The longest of them, a list of 10,000 files
/// with long names, takes a few megabytes.
const MAX_TEXT_BYTES: u64 = 32 << 20;
/// Longest member name, in bytes: the limit of file systems.
const MAX_NAME_BYTES: u64 = 4096;
/// Highest compression ratio accepted. Repetitive rows reach about fifty; zeros thirty thousand.
const MAX_RATIO: u64 = 1000;
/// Size up to which the ratio is not checked.
const ALWAYS_BYTES: u64 = 64 << 20;

/// Reads a whole member.
pub(super) fn text(content: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    content.take(MAX_TEXT_BYTES + 1).read_to_end(&mut text)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MAX_TEXT_BYTES {
        return Err(io::Error::other("it holds a text that is too long"));
    }
    Ok(text)
}

/// Reader that limits what a compressed file of a given length unpacks to.
pub(super) struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// Creates a reader for a file of `length` bytes.
    pub(super) fn new(inner: R, length: u64) -> Self {
        Self { inner, left: length.saturating_mul(MAX_RATIO).saturating_add(ALWAYS_BYTES) }
    }

    /// Returns the inner reader.
    pub(super) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(out)?;
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        self.left = self.left.checked_sub(bytes).ok_or_else(|| io::Error::other("it unpacks to far too much"))?;
        Ok(count)
    }
}

/// The members of an archive with their names. Long names are stored in members of their own, which an archive reader would load
/// into memory however long they are; other metadata members are not written by the shop, and rejected.
pub(super) struct Members<'a, R: Read> {
    entries: tar::Entries<'a, R>,
}

impl<'a, R: Read> Members<'a, R> {
    /// Iterates over an archive.
    pub(super) fn new(entries: tar::Entries<'a, R>) -> Self {
        Self { entries: entries.raw(true) }
    }

    /// Returns the next member and its name.
    pub(super) fn next(&mut self) -> Option<io::Result<(PathBuf, tar::Entry<'a, R>)>> {
        let mut name = None;
        loop {
            let mut entry = match self.entries.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(error)),
            };
            let kind = entry.header().entry_type();
            if kind.is_gnu_longname() && name.is_none() {
                match long_name(&mut entry) {
                    Ok(found) => name = Some(found),
                    Err(error) => return Some(Err(error)),
                }
            } else if kind.is_file() {
                let name = name.map_or_else(|| entry.path().map(Cow::into_owned), Ok);
                return Some(name.map(|name| (name, entry)));
            } else {
                return Some(Err(io::Error::other("it holds something that is no file")));
            }
        }
    }
}

fn long_name(entry: &mut dyn Read) -> io::Result<PathBuf> {
    let mut name = Vec::new();
    entry.take(MAX_NAME_BYTES + 1).read_to_end(&mut name)?;
    if u64::try_from(name.len()).unwrap_or(u64::MAX) > MAX_NAME_BYTES {
        return Err(io::Error::other("it holds a name that is too long"));
    }
    while name.last() == Some(&0) {
        name.pop();
    }
    Ok(OsString::from_vec(name).into())
}
