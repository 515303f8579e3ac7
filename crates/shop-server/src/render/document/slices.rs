//! A response body of several byte slices, which are sent one after the other without copying them together.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

/// Slices of a body, none of them empty; the total length is known.
#[derive(Debug, Default)]
pub struct Slices(VecDeque<Bytes>);

impl Slices {
    /// Appends a slice.
    pub(crate) fn push(&mut self, slice: Bytes) {
        if !slice.is_empty() {
            self.0.push_back(slice);
        }
    }

    /// Prepends a slice.
    pub(crate) fn begin_with(&mut self, slice: Bytes) {
        if !slice.is_empty() {
            self.0.push_front(slice);
        }
    }

    /// Concatenates all slices.
    #[cfg(test)]
    pub(crate) fn joined(self) -> Vec<u8> {
        self.0.iter().flatten().copied().collect()
    }
}

impl hyper::body::Body for Slices {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|slice| Ok(Frame::data(slice))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(|slice| u64::try_from(slice.len()).unwrap_or(u64::MAX)).sum())
    }
}

impl From<Slices> for Body {
    fn from(slices: Slices) -> Self {
        Self::new(slices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_is_its_slices_in_order_and_says_its_length_before() {
        let mut slices = Slices::default();
        for slice in ["b", "", "cd"] {
            slices.push(Bytes::from_static(slice.as_bytes()));
        }
        slices.begin_with(Bytes::from_static(b"a"));
        assert_eq!(hyper::body::Body::size_hint(&slices).exact(), Some(4));
        let body = axum::body::to_bytes(Body::from(slices), 10).await.unwrap();
        assert_eq!(&body[..], b"abcd");
    }

    #[test]
    fn nothing_is_a_body_that_has_ended() {
        let mut slices = Slices::default();
        slices.push(Bytes::new());
        slices.begin_with(Bytes::new());
        assert!(hyper::body::Body::is_end_stream(&slices));
        assert_eq!(hyper::body::Body::size_hint(&slices).exact(), Some(0));
    }
}
