//! Trailer of a backup: a digest of all bytes before it, which detects truncation and changes.
//!
//! It is a skippable Zstandard frame, so that other tools read the file unchanged.

use std::io::{self, ErrorKind, Read, Write};

use sha2::{Digest, Sha256};

/// Header of a skippable frame of 32 bytes (RFC 8878, 3.1.2).
const FRAME: [u8; 8] = [0x5A, 0x2A, 0x4D, 0x18, 32, 0, 0, 0];
/// Length of the frame.
const LENGTH: usize = FRAME.len() + 32;

/// Writer that hashes what passes through it.
pub(super) struct SealWriter<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> SealWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// Writes the digest.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.inner.write_all(&FRAME)?;
        self.inner.write_all(&self.hash.finalize())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for SealWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reader that returns everything but the trailer, and fails at the end when the digest does not match.
pub(super) struct SealReader<R> {
    inner: R,
    hash: Sha256,
    /// Bytes read but not yet returned: the last ones may be the trailer.
    buffered: Vec<u8>,
    verified: bool,
}

impl<R: Read> SealReader<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), buffered: Vec::new(), verified: false }
    }

    /// Tells whether the end was reached and the digest matched.
    pub(super) fn is_verified(&self) -> bool {
        self.verified
    }

    fn check(&mut self) -> io::Result<()> {
        if self.verified {
            return Ok(());
        }
        let expected = [FRAME.as_slice(), &self.hash.finalize_reset()].concat();
        if self.buffered != expected {
            return Err(io::Error::new(ErrorKind::InvalidData, "it does not end as it was written"));
        }
        self.verified = true;
        Ok(())
    }
}

impl<R: Read> Read for SealReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        let mut buffer = vec![0; out.len().max(LENGTH)];
        while self.buffered.len() <= LENGTH {
            let count = self.inner.read(&mut buffer)?;
            if count == 0 {
                return self.check().map(|()| 0);
            }
            self.buffered.extend_from_slice(buffer.get(..count).unwrap_or_default());
        }
        let count = out.len().min(self.buffered.len() - LENGTH);
        let given: Vec<u8> = self.buffered.drain(..count).collect();
        self.hash.update(&given);
        out.get_mut(..count).unwrap_or_default().copy_from_slice(&given);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &[u8]) -> Vec<u8> {
        let mut writer = SealWriter::new(Vec::new());
        writer.write_all(content).unwrap();
        writer.finish().unwrap()
    }

    fn opened(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut reader = SealReader::new(bytes);
        let mut content = Vec::new();
        reader.read_to_end(&mut content)?;
        assert!(reader.is_verified());
        Ok(content)
    }

    #[test]
    fn what_was_sealed_is_given_again() {
        for length in [0, 1, 39, 40, 41, 5000, 100_000] {
            let content: Vec<u8> = (0..length).map(|n: u32| n.to_le_bytes()[0]).collect();
            assert_eq!(opened(&sealed(&content)).unwrap(), content);
        }
    }

    #[test]
    fn a_byte_that_changed_anywhere_is_noticed() {
        let whole = sealed(b"fifty jars of pesto");
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert!(opened(&changed).is_err(), "{at}");
        }
    }

    #[test]
    fn a_file_that_was_cut_off_or_went_on_is_noticed() {
        let whole = sealed(b"fifty jars of pesto");
        for length in 0..whole.len() {
            assert!(opened(&whole[..length]).is_err(), "{length}");
        }
        assert!(opened(&[whole.as_slice(), b"x"].concat()).is_err());
    }
}
