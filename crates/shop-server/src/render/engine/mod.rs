//! Renders pages with React on a few threads, each with a script engine of its own.
//!
//! The first thread starts with the engine, in the background; the others start on demand, so that a cold start does not wait for
//! them. The queue is bounded: when pages arrive faster than they can be rendered, callers get [`RenderError::Busy`].

mod script;

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shop_services::platform::boundary::external;
use tokio::sync::oneshot;

use script::Script;

/// Stack of a rendering thread: the script may use 1 MiB of it, the rest is for the engine's C frames.
const STACK_BYTES: usize = 4 * 1024 * 1024;

/// Limits of the engine.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Number of threads; 0 means one per core.
    pub threads: usize,
    /// Most bytes that one script engine may allocate.
    pub memory_limit: usize,
    /// CPU time that a thread may spend on one page.
    pub time_limit: Duration,
    /// Most queued pages.
    pub queue: usize,
    /// Longest time in the queue.
    pub wait_limit: Duration,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 0,
            memory_limit: 64 * 1024 * 1024,
            time_limit: Duration::from_secs(2),
            // About two seconds of work for two threads at 5 ms a page, halved.
            queue: 400,
            wait_limit: Duration::from_secs(3),
        }
    }
}

/// Error of a rendering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// Too many pages are queued. Try again later.
    #[error("too many pages wait to be rendered")]
    Busy,
    /// The page took longer than allowed.
    #[error("the page took longer than allowed")]
    Timeout,
    /// The page needed more memory than allowed.
    #[error("the page needed more memory than allowed")]
    Memory,
    /// The bundle threw; its message and stack.
    #[error("the pages bundle failed: {0}")]
    Script(String),
    /// The bundle's result is not a string.
    #[error("the pages bundle gave no page: {0}")]
    Answer(String),
    /// A script engine could not be created.
    #[error("cannot start a script engine: {0}")]
    Start(String),
    /// The same page failed a moment ago and is not retried yet.
    #[error("the page failed a moment ago")]
    FailedRecently,
    /// The engine is shutting down.
    #[error("the page renderer has ended")]
    Ended,
}

struct Job {
    task: Task,
    since: Instant,
    reply: oneshot::Sender<Result<String, RenderError>>,
}

enum Task {
    Page(Arc<str>),
    CoreCall(String, String),
}

/// The rendering threads. Dropping it stops them after their current page.
pub struct Engine {
    jobs: SyncSender<Job>,
    pool: Arc<Pool>,
}

/// State that the threads share.
struct Pool {
    bundle: Cow<'static, str>,
    options: EngineOptions,
    jobs: Mutex<Receiver<Job>>,
    size: usize,
    started: AtomicUsize,
    /// Jobs queued or running.
    open: AtomicUsize,
    memory_bytes: Vec<AtomicU64>,
}

impl Engine {
    /// Starts the first thread, which loads the bundle in the background, and returns at once.
    pub fn start(bundle: Cow<'static, str>, options: EngineOptions) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let size = if options.threads == 0 { cores } else { options.threads };
        let (jobs, receiver) = sync_channel(options.queue);
        let pool = Arc::new(Pool {
            bundle,
            options,
            jobs: Mutex::new(receiver),
            size,
            started: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
            memory_bytes: (0..size).map(|_| AtomicU64::new(0)).collect(),
        });
        pool.grow();
        Self { jobs, pool }
    }

    /// Renders the content of a page from its data.
    ///
    /// # Errors
    /// See [`RenderError`]. A runtime that failed is replaced; the next page is not affected.
    pub async fn render(&self, page_json: Arc<str>) -> Result<String, RenderError> {
        self.run(Task::Page(page_json)).await
    }

    /// Calls a function of the core the way pages do, through the engine. For parity tests.
    ///
    /// # Errors
    /// The call throws, or the engine is busy.
    pub async fn core_call(&self, name: &str, args_json: &str) -> Result<String, RenderError> {
        self.run(Task::CoreCall(name.to_owned(), args_json.to_owned())).await
    }

    /// Bytes that the script engines held after their last page.
    pub fn memory_bytes(&self) -> u64 {
        self.pool.memory_bytes.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// Pages queued or being rendered.
    pub fn open_jobs(&self) -> usize {
        self.pool.open.load(Ordering::Relaxed)
    }

    async fn run(&self, task: Task) -> Result<String, RenderError> {
        let (reply, answer) = oneshot::channel();
        // Incremented before sending, so that the receiving thread never counts below zero.
        let open = self.pool.open.fetch_add(1, Ordering::Relaxed) + 1;
        if let Err(refused) = self.jobs.try_send(Job { task, since: Instant::now(), reply }) {
            self.pool.open.fetch_sub(1, Ordering::Relaxed);
            return Err(match refused {
                TrySendError::Full(_) => RenderError::Busy,
                TrySendError::Disconnected(_) => RenderError::Ended,
            });
        }
        if open > self.pool.started.load(Ordering::Relaxed) {
            self.pool.grow();
        }
        external(answer).await.unwrap_or(Err(RenderError::Ended))
    }
}

impl Pool {
    /// Starts one more thread unless all run.
    fn grow(self: &Arc<Self>) {
        let started = self
            .started
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |started| (started < self.size).then_some(started + 1));
        let Ok(number) = started else { return };
        let pool = Arc::clone(self);
        let thread = std::thread::Builder::new().name(format!("pages-{number}")).stack_size(STACK_BYTES);
        if let Err(error) = thread.spawn(move || pool.work(number)) {
            tracing::error!(%error, "cannot start a rendering thread");
            self.started.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn work(&self, number: usize) {
        let mut script = self.load();
        for count in 0_u64.. {
            // The lock is held while waiting, so that the threads take turns; nothing panics under it.
            let next = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = next else { return };
            self.run_job(&mut script, job);
            // Measuring walks the whole heap, so it is not done after every page.
            if count % 64 == 0
                && let Some(shown) = self.memory_bytes.get(number)
            {
                shown.store(script.as_ref().map_or(0, Script::memory_bytes), Ordering::Relaxed);
            }
        }
    }

    fn run_job(&self, script: &mut Result<Script, RenderError>, job: Job) {
        if job.reply.is_closed() || job.since.elapsed() > self.options.wait_limit {
            self.reply(job, Err(RenderError::Busy));
            return;
        }
        if script.is_err() {
            *script = self.load();
        }
        let result = match script {
            Ok(script) => guarded(|| match &job.task {
                Task::Page(page) => script.render(page),
                Task::CoreCall(name, args) => script.core_call(name, args),
            }),
            Err(error) => Err(error.clone()),
        };
        let failed = result.is_err();
        self.reply(job, result);
        let unsettled = script.as_ref().is_ok_and(|script| {
            guarded(|| script.settle()).inspect_err(|error| tracing::warn!(%error, "after a page")).is_err()
        });
        if script.is_ok() && (failed || unsettled) {
            *script = self.load();
        }
    }

    fn reply(&self, job: Job, result: Result<String, RenderError>) {
        self.open.fetch_sub(1, Ordering::Relaxed);
        // The receiver is dropped when the shopper disconnects.
        let _ = job.reply.send(result);
    }

    fn load(&self) -> Result<Script, RenderError> {
        let start = Instant::now();
        let script = guarded(|| Script::load(&self.bundle, &self.options));
        match &script {
            Ok(_) => tracing::debug!(ms = start.elapsed().as_millis(), "script engine ready"),
            Err(error) => tracing::error!(%error, "cannot load the pages bundle"),
        }
        script
    }
}

/// Catches a panic in a host function, which must cost one page, not a thread.
fn guarded<T>(run: impl FnOnce() -> Result<T, RenderError>) -> Result<T, RenderError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(RenderError::Script("a host function panicked".into())))
}

#[cfg(test)]
mod tests;
