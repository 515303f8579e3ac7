//! A document stored as segments with gaps for the nonce of each response, plain and compressed.
//!
//! A nonce is useful only when it is new with every response, while the document is rendered once. So the cached document is
//! split at its nonces, and its segments are sent without copying, with the nonce in between. The same works for gzip: each
//! segment is deflated separately and ends on a byte boundary, the nonce goes in between as a stored block, and the checksums are
//! combined. A cached page thus costs a few microseconds, where compressing it again would take a millisecond.

use std::sync::OnceLock;

use bytes::{BufMut, Bytes, BytesMut};
use flate2::{Compress, Compression, FlushCompress, Status};

use super::slices::Slices;

/// Writer of a document.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    html: String,
    holes: Vec<usize>,
}

impl Writer {
    /// Returns the buffer to append to.
    pub(crate) fn out(&mut self) -> &mut String {
        &mut self.html
    }

    /// Appends a ` nonce="…"` attribute.
    pub(crate) fn nonce(&mut self) {
        self.html.push_str(" nonce=\"");
        self.holes.push(self.html.len());
        self.html.push('"');
    }

    pub(crate) fn finish(self) -> Document {
        Document { html: Bytes::from(self.html), holes: self.holes, gzip: OnceLock::new() }
    }
}

/// A rendered document without its nonces.
#[derive(Debug)]
pub struct Document {
    html: Bytes,
    holes: Vec<usize>,
    gzip: OnceLock<Option<Vec<Deflated>>>,
}

#[derive(Debug)]
struct Deflated {
    bytes: Bytes,
    checksum: crc32fast::Hasher,
    length: usize,
}

impl Document {
    /// Returns the document with a nonce.
    pub fn with_nonce(&self, nonce: &str) -> Slices {
        interleave(self.segments(), &Bytes::copy_from_slice(nonce.as_bytes()))
    }

    /// Returns the document with a nonce, compressed with gzip. The segments are compressed at the first call. `None` when
    /// compression fails: send the plain document.
    pub fn gzip_with_nonce(&self, nonce: &str) -> Option<Slices> {
        let segments =
            self.gzip.get_or_init(|| self.segments().map(|segment| deflated(&segment)).collect()).as_ref()?;
        let mut nonce_checksum = crc32fast::Hasher::new();
        nonce_checksum.update(nonce.as_bytes());
        let mut checksum = crc32fast::Hasher::new();
        let mut length = 0;
        for (number, segment) in segments.iter().enumerate() {
            if number > 0 {
                checksum.combine(&nonce_checksum);
                length += nonce.len();
            }
            checksum.combine(&segment.checksum);
            length += segment.length;
        }
        let mut out =
            interleave(segments.iter().map(|segment| segment.bytes.clone()), &stored_block(nonce.as_bytes())?);
        // Magic number, deflate, no flags, no time, no extra flags, unknown system (RFC 1952).
        out.begin_with(Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]));
        let mut end = BytesMut::with_capacity(13);
        // An empty last block, then checksum and length.
        end.put_slice(&[1, 0, 0, 0xff, 0xff]);
        end.put_u32_le(checksum.finalize());
        // The format stores the length modulo 2^32.
        end.put_u32_le(u32::try_from(length & 0xffff_ffff).ok()?);
        out.push(end.freeze());
        Some(out)
    }

    /// Bytes held in memory.
    pub fn weight(&self) -> usize {
        let gzip = self.gzip.get().and_then(Option::as_ref);
        self.html.len() + gzip.map_or(0, |segments| segments.iter().map(|segment| segment.bytes.len()).sum())
    }

    fn segments(&self) -> impl Iterator<Item = Bytes> {
        let starts = std::iter::once(0).chain(self.holes.iter().copied());
        let ends = self.holes.iter().copied().chain(std::iter::once(self.html.len()));
        // INVARIANT: gaps ascend and lie within the text, so every range is valid.
        starts.zip(ends).map(|(start, end)| self.html.slice(start..end))
    }
}

/// Compresses a segment to deflate blocks that refer to nothing before them and end on a byte boundary.
fn deflated(segment: &[u8]) -> Option<Deflated> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(segment);
    let mut compress = Compress::new(Compression::new(6), false);
    let mut out = Vec::with_capacity(segment.len() / 3 + 64);
    loop {
        let read = usize::try_from(compress.total_in()).ok()?;
        let status = compress.compress_vec(segment.get(read..)?, &mut out, FlushCompress::Full).ok()?;
        let all_read = usize::try_from(compress.total_in()).ok()? == segment.len();
        // Remaining capacity means that the flush is complete.
        if all_read && (out.len() < out.capacity() || status == Status::BufError) {
            break;
        }
        out.reserve(segment.len() / 4 + 64);
    }
    Some(Deflated { bytes: Bytes::from(out), checksum, length: segment.len() })
}

/// Writes bytes as a stored deflate block.
fn stored_block(bytes: &[u8]) -> Option<Bytes> {
    let length = u16::try_from(bytes.len()).ok()?;
    let mut block = BytesMut::with_capacity(5 + bytes.len());
    block.put_u8(0);
    block.put_u16_le(length);
    block.put_u16_le(!length);
    block.put_slice(bytes);
    Some(block.freeze())
}

/// Interleaves slices with the same filling.
fn interleave(segments: impl Iterator<Item = Bytes>, filling: &Bytes) -> Slices {
    let mut out = Slices::default();
    for (number, segment) in segments.enumerate() {
        if number > 0 {
            out.push(filling.clone());
        }
        out.push(segment);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn document(segments: &[&str]) -> Document {
        let mut writer = Writer::default();
        for (number, segment) in segments.iter().enumerate() {
            if number > 0 {
                writer.nonce();
            }
            writer.out().push_str(segment);
        }
        writer.finish()
    }

    fn unzipped(bytes: &[u8]) -> String {
        let mut text = String::new();
        flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn each_answer_has_its_own_nonce_everywhere() {
        let document = document(&["<script", "></script><link", "> caffè"]);
        let first = document.with_nonce("abc").joined();
        assert_eq!(&first[..], "<script nonce=\"abc\"></script><link nonce=\"abc\"> caffè".as_bytes());
        assert!(!String::from_utf8_lossy(&document.with_nonce("xyz").joined()).contains("abc"));
    }

    #[test]
    fn the_compressed_document_is_the_plain_one() {
        // Cheap pseudo-random words: long, not too regular, so that several deflate blocks are needed.
        let noise =
            (0..60_000_u64).fold(String::new(), |text, n| text + &n.wrapping_mul(2_654_435_761).to_string() + " ");
        for segments in
            [vec!["one"], vec!["", ""], vec!["<a", ">b<c", ">", ""], vec!["<script", &noise, &noise[..40_000]]]
        {
            let document = document(&segments);
            for nonce in ["", "rAnd0m-nonce_1234567890", "x"] {
                let plain = String::from_utf8(document.with_nonce(nonce).joined()).unwrap();
                assert_eq!(unzipped(&document.gzip_with_nonce(nonce).unwrap().joined()), plain);
            }
        }
    }

    #[test]
    fn the_compressed_form_counts_as_weight() {
        let document = document(&["<p>text</p>".repeat(100).as_str()]);
        let before = document.weight();
        document.gzip_with_nonce("n").unwrap();
        assert!(document.weight() > before);
    }
}
