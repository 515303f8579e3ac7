//! An answer that is made while it is sent, so that nobody holds the whole of it.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame};
use shop_services::accounts::Export;
use shop_services::platform::boundary::detach;
use shop_services::ports::StoreError;
use tokio::sync::mpsc::{self, Receiver};

/// Pieces that wait to be sent.
const AHEAD: usize = 2;

/// The body of such an answer. When a piece cannot be made the connection breaks off: half a file does not pass for a whole one.
pub(crate) struct Pieces(Receiver<Result<Bytes, StoreError>>);

/// Makes a download's pieces as fast as they are taken.
pub(crate) fn pieces(mut export: Export) -> Pieces {
    let (sender, receiver) = mpsc::channel(AHEAD);
    let made = async move {
        while let Some(piece) = export.next().await.transpose() {
            let broken = piece.is_err();
            if let Err(error) = &piece {
                tracing::error!(%error, "a download of an account's data broke off");
            }
            // Nobody takes it any more when the visitor has left.
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
