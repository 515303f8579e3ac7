//! Type erasure of handlers.
//!
//! The router is generic over each handler, so for every one the compiler creates a service, a future and a box, and proves again
//! that they are `Send`. With more than four hundred handlers that was a third of the server's compile time.

pub(crate) mod method_override;

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use super::state::AppState;

type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A type-erased handler.
#[derive(Clone)]
pub(crate) struct To(Arc<dyn Fn(Request, AppState) -> ResponseFuture + Send + Sync>);

/// Wraps a handler for the router: `get(to(show))`.
pub(crate) fn to<Extracted, H>(handler: H) -> To
where
    Extracted: 'static,
    H: Handler<Extracted, AppState>,
{
    To(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
}

impl Handler<(), AppState> for To {
    type Future = ResponseFuture;

    fn call(self, request: Request, state: AppState) -> ResponseFuture {
        (self.0)(request, state)
    }
}
