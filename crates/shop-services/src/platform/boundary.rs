//! Operations that cross the process boundary: statements, provider calls, work on other threads.
//!
//! A simulation of the whole shop installs an [`Interceptor`] that decides which operation goes on next and which one fails. Without
//! an interceptor every operation runs at once.

use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::Handle;
use tokio::task::JoinError;

/// An operation that crosses the boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// An SQL statement, including `BEGIN` and `COMMIT`.
    Statement(&'a str),
    /// An HTTP request to the payment provider.
    ProviderCall {
        method: &'a str,
        /// Path with ids, without query.
        path: &'a str,
    },
}

/// An operation that the interceptor made fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The operation was not started.
    Request,
    /// The operation was completed, but its result was lost.
    Response,
}

/// Resolves once the interceptor lets the operation proceed.
pub type Permit = Pin<Box<dyn Future<Output = Result<(), Lost>> + Send>>;
/// Work that continues after its request was answered.
pub type Detached = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Schedules all operations of this process.
pub trait Interceptor: Send + Sync + 'static {
    /// Called before an operation starts.
    fn before(&self, operation: Operation<'_>) -> Permit;
    /// Called after an operation completed and before its caller sees the result.
    fn after(&self, operation: Operation<'_>) -> Permit;
    /// Called when a transaction was committed or rolled back.
    fn transaction_ended(&self);
    /// Takes over a detached task.
    fn spawn(&self, work: Detached);
}

static INTERCEPTOR: OnceLock<&'static dyn Interceptor> = OnceLock::new();
static EXTERNAL_OPERATIONS: AtomicUsize = AtomicUsize::new(0);

/// Installs an interceptor for the rest of the process. Only the first call has an effect.
pub fn intercept(interceptor: &'static dyn Interceptor) {
    let _ = INTERCEPTOR.set(interceptor);
}

/// Number of operations that other processes or threads are working on. A task that waits while this is zero waits for another task.
pub fn external_operations() -> usize {
    EXTERNAL_OPERATIONS.load(Ordering::Acquire)
}

/// A write transaction, from before its `BEGIN` until it is dropped.
#[derive(Debug)]
pub struct OpenTransaction(());

impl OpenTransaction {
    /// Created before `BEGIN` is sent.
    #[allow(clippy::new_without_default, reason = "it marks a moment")]
    pub fn new() -> Self {
        Self(())
    }
}

impl Drop for OpenTransaction {
    fn drop(&mut self) {
        if let Some(interceptor) = INTERCEPTOR.get() {
            interceptor.transaction_ended();
        }
    }
}

struct ExternalOperation;

impl ExternalOperation {
    fn start() -> Self {
        EXTERNAL_OPERATIONS.fetch_add(1, Ordering::AcqRel);
        Self
    }
}

impl Drop for ExternalOperation {
    fn drop(&mut self) {
        EXTERNAL_OPERATIONS.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Awaits work that another process or thread does.
pub async fn external<T>(work: impl Future<Output = T>) -> T {
    let _operation = ExternalOperation::start();
    work.await
}

/// Runs blocking work on a thread of its own.
///
/// # Errors
/// The work panicked.
pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    external(tokio::task::spawn_blocking(work)).await
}

/// Runs a long computation that also reads and writes on a thread of its own, so that no request waits for it. With an interceptor it
/// stays in its task, where its statements can be intercepted.
///
/// # Errors
/// The computation panicked.
pub async fn run_on_own_thread<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, JoinError> {
    if INTERCEPTOR.get().is_some() {
        return Ok(work.await);
    }
    let runtime = Handle::current();
    run_blocking(move || runtime.block_on(work)).await
}

/// Runs an operation unless the interceptor makes it fail, in which case `on_lost` gives its result.
pub async fn cross<T>(operation: Operation<'_>, work: impl Future<Output = T>, on_lost: impl FnOnce(Lost) -> T) -> T {
    let Some(interceptor) = INTERCEPTOR.get() else { return external(work).await };
    if let Err(lost) = interceptor.before(operation).await {
        return on_lost(lost);
    }
    let result = external(work).await;
    match interceptor.after(operation).await {
        Ok(()) => result,
        Err(lost) => on_lost(lost),
    }
}

/// Starts a task that no request waits for, with `spawn` unless an interceptor takes it over.
pub fn detach(work: impl Future<Output = ()> + Send + 'static, spawn: impl FnOnce(Detached)) {
    let work: Detached = Box::pin(work);
    match INTERCEPTOR.get() {
        Some(interceptor) => interceptor.spawn(work),
        None => spawn(work),
    }
}
