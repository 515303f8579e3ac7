//! Writes ZIP archives of small files in memory.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// Version needed to extract: 2.0, for deflated files.
const VERSION: u16 = 20;
/// Flag for UTF-8 names.
const UTF8: u16 = 1 << 11;
const DEFLATED: u16 = 8;
/// 1980-01-01, the earliest date that the format has: the archived files hold their own dates.
const DAY: u16 = 0x21;

/// An archive under construction.
#[derive(Default)]
pub(in crate::admin) struct Zip {
    out: Vec<u8>,
    directory: Vec<u8>,
    files: u16,
}

impl Zip {
    /// Adds a file. The name must be unique and have no folder.
    ///
    /// # Errors
    /// Fails above the limits of the format: 65,535 files and 4 GiB.
    pub(in crate::admin) fn add(&mut self, name: &str, content: &[u8]) -> std::io::Result<()> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content)?;
        let packed = encoder.finish()?;
        let mut facts = Vec::with_capacity(26);
        for part in [VERSION, UTF8, DEFLATED, 0, DAY] {
            facts.extend(part.to_le_bytes());
        }
        facts.extend(crc32fast::hash(content).to_le_bytes());
        facts.extend(length(packed.len())?.to_le_bytes());
        facts.extend(length(content.len())?.to_le_bytes());
        facts.extend(u16::try_from(name.len()).map_err(|_| too_large())?.to_le_bytes());
        facts.extend(0_u16.to_le_bytes());
        let offset = length(self.out.len())?;
        self.files = self.files.checked_add(1).ok_or_else(too_large)?;
        self.out.extend(b"PK\x03\x04");
        self.out.extend(&facts);
        self.out.extend(name.as_bytes());
        self.out.extend(packed);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&facts);
        // No comment, first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        Ok(())
    }

    /// Appends the directory and returns the archive.
    ///
    /// # Errors
    /// Fails if the archive exceeds 4 GiB.
    pub(in crate::admin) fn finish(mut self) -> std::io::Result<Vec<u8>> {
        let offset = length(self.out.len())?;
        let size = length(self.directory.len())?;
        self.out.extend(self.directory);
        self.out.extend(b"PK\x05\x06");
        self.out.extend([0; 4]);
        self.out.extend(self.files.to_le_bytes());
        self.out.extend(self.files.to_le_bytes());
        self.out.extend(size.to_le_bytes());
        self.out.extend(offset.to_le_bytes());
        self.out.extend([0; 2]);
        Ok(self.out)
    }
}

fn length(bytes: usize) -> std::io::Result<u32> {
    u32::try_from(bytes).map_err(|_| too_large())
}

fn too_large() -> std::io::Error {
    std::io::Error::other("the archive is too large")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn files_come_out_as_they_went_in() {
        let mut zip = Zip::default();
        let long = "<FatturaElettronica/>".repeat(500);
        zip.add("uno.xml", long.as_bytes()).unwrap();
        zip.add("due.xml", b"").unwrap();
        let bytes = zip.finish().unwrap();
        assert!(bytes.len() < 1000, "{} bytes", bytes.len());
        let end = bytes.len() - 22;
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[end..end + 4], bytes[end + 10]), (&b"PK\x05\x06"[..], 2));
        let directory = number(end + 16);
        assert_eq!(&bytes[directory..directory + 4], b"PK\x01\x02");
        assert_eq!(number(directory + 12 + 4), crc32fast::hash(long.as_bytes()) as usize);
        let packed = number(directory + 20);
        let mut read = String::new();
        let data = 30 + "uno.xml".len();
        DeflateDecoder::new(&bytes[data..data + packed]).read_to_string(&mut read).unwrap();
        assert_eq!(read, long);
        assert_eq!(number(directory + 42), 0, "the first file begins at the beginning");
    }
}
