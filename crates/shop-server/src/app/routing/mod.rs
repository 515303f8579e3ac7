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
use axum::routing::MethodRouter;
use utoipa::__dev::SchemaReferences;
use utoipa::Path;
use utoipa::openapi::path::Paths;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

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

/// Routes of an operation of the described interfaces at the path and method of its `#[utoipa::path]`, and its description.
/// The module is the operation's tag.
pub(crate) fn describe<O: Path + SchemaReferences>(module: &str, handler: &To) -> UtoipaMethodRouter<AppState> {
    let mut schemas = Vec::new();
    O::schemas(&mut schemas);
    let methods = O::methods();
    let router = methods
        .iter()
        .fold(MethodRouter::new(), |router, method| router.on(method.to_method_filter(), handler.clone()));
    let mut paths = Paths::new();
    let mut operation = O::operation();
    operation.tags = Some(vec![module.to_owned()]);
    paths.add_path_operation(O::path(), methods, operation);
    (schemas, paths, router)
}

/// Builds the router of handlers that declare their own path: `operations![order::detail, order::add_note]`.
macro_rules! operations {
    ($($module:ident::$handler:ident),* $(,)?) => {
        utoipa_axum::router::OpenApiRouter::new()$(.routes(utoipa_axum::paste! {
            $crate::app::routing::describe::<$module::[<__path_ $handler>]>(
                stringify!($module),
                &$crate::app::routing::to($module::$handler),
            )
        }))*
    };
}
pub(crate) use operations;
