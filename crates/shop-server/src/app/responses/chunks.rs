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
const AHEAD: usize = 2;

/// Streamed response body. When a chunk fails the connection is aborted, so that a partial file does not pass for a complete one.
pub(crate) struct Pieces(Receiver<Result<Bytes, StoreError>>);

/// Streams a download's chunks as fast as the client reads them.
pub(crate) fn pieces(mut export: Export) -> Pieces {
    let (sender, receiver) = mpsc::channel(AHEAD);
    let made = async move {
        while let Some(piece) = export.next().await.transpose() {
            let broken = piece.is_err();
            if let Err(error) = &piece {
                tracing::error!(%error, "a download of an account's data broke off");
            }
            // The receiver is dropped when the visitor disconnects.
            if sender.send(piece.map(Bytes::from)).await.is_err() || broken {
                break;
            }
        }
    };
    detach(made, |work| drop(tokio::spawn(work)));
    Pieces(receiver)
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
