//! What keeps a file that claims to be a backup from filling the memory, or from being read for ever.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// Largest member that is read as a whole: the beginning, lists of digests, the end. The longest of them, a list of 10,000
/// files with long names, takes a few megabytes.
const MAX_TEXT_BYTES: u64 = 32 << 20;
/// Longest name of a member, in bytes: what file systems take.
const MAX_NAME_BYTES: u64 = 4096;
/// What a backup unpacks to at most, of each of its bytes. Rows that repeat each other come to some fifty; zeros to thirty thousand.
const MAX_RATIO: u64 = 1000;
/// What a small one may unpack to all the same.
const ALWAYS_BYTES: u64 = 64 << 20;

/// A member's whole text.
pub(super) fn text(content: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    content.take(MAX_TEXT_BYTES + 1).read_to_end(&mut text)?;
    if u64::try_from(text.len()).unwrap_or(u64::MAX) > MAX_TEXT_BYTES {
        return Err(io::Error::other("it holds a text that is too long"));
    }
    Ok(text)
}

/// What a file of this length unpacks to, as far as it is believed.
pub(super) struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// Of a file of so many bytes.
    pub(super) fn new(inner: R, length: u64) -> Self {
        Self { inner, left: length.saturating_mul(MAX_RATIO).saturating_add(ALWAYS_BYTES) }
    }

    /// What was read from.
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

/// The members of an archive with their names. Long names stand in members of their own, which a reader of archives would take
/// into memory however long they are; other members that describe members are not written by the shop, and refused.
pub(super) struct Members<'a, R: Read> {
    entries: tar::Entries<'a, R>,
}

impl<'a, R: Read> Members<'a, R> {
    /// All of an archive.
    pub(super) fn new(entries: tar::Entries<'a, R>) -> Self {
        Self { entries: entries.raw(true) }
    }

    /// The next one and its name.
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
