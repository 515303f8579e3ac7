//! How routes name their handlers.
//!
//! The router is generic over each handler: for every one of them the compiler makes a service, a future and a box of its own, and
//! proves again and again that they may move between threads. Of more than four hundred handlers that was a third of the time in which
//! the server is compiled.

pub(crate) mod method_override;

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use super::state::AppState;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler whatever it extracts: one type for all of them.
#[derive(Clone)]
pub(crate) struct To(Arc<dyn Fn(Request, AppState) -> Answering + Send + Sync>);

/// The handler as the router takes it: `get(to(show))`.
pub(crate) fn to<Extracted, H>(handler: H) -> To
where
    Extracted: 'static,
    H: Handler<Extracted, AppState>,
{
    To(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
}

impl Handler<(), AppState> for To {
    type Future = Answering;

    fn call(self, request: Request, state: AppState) -> Answering {
        (self.0)(request, state)
    }
}
