//! Response body that is generated while it is sent, so that it is never in memory as a whole.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame};
use shop_services::accounts::Export;
use shop_services::platform::boundary::detach;
use shop_services::ports::StoreError;
use tokio::sync::mpsc::{self, Receiver};

/// Chunks that may wait to be sent.
const MAX_BUFFERED_CHUNKS: usize = 2;

/// Streamed response body. When a chunk fails the connection is aborted, so that a partial file does not pass for a complete one.
pub(crate) struct ChunkedBody(Receiver<Result<Bytes, StoreError>>);

/// Streams a download's chunks as fast as the client reads them.
pub(crate) fn pieces(mut export: Export) -> ChunkedBody {
    let (sender, receiver) = mpsc::channel(MAX_BUFFERED_CHUNKS);
    let work = async move {
        while let Some(chunk) = export.next().await.transpose() {
            let broken = chunk.is_err();
            if let Err(error) = &chunk {
                tracing::error!(%error, "a download of an account's data broke off");
            }
            // The receiver is dropped when the visitor disconnects.
            if sender.send(chunk.map(Bytes::from)).await.is_err() || broken {
                break;
            }
        }
    };
    detach(work, |work| drop(tokio::spawn(work)));
    ChunkedBody(receiver)
}

impl Body for ChunkedBody {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        self.0.poll_recv(context).map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }
}
