//! A script engine with the pages bundle loaded: a QuickJS runtime with limits on memory and time.
//!
//! The bundle is loaded from source (about 15 ms): loading bytecode needs `unsafe`, which the workspace forbids, and runtimes are
//! created in the background.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Exception, Function, Runtime, Value};
use rustix::time::{ClockId, clock_gettime};

use super::{EngineOptions, RenderError};

const SHIMS: &str = include_str!("shims.js");

/// React renders deep trees recursively, and QuickJS's default of 256 KiB is close to what a page needs. Well below the stack of
/// the threads (`engine::STACK_BYTES`).
const SCRIPT_STACK_BYTES: usize = 1024 * 1024;

/// Limit of callbacks after a page; exceeding it means that one re-queues itself endlessly.
const MAX_CALLBACKS: usize = 1000;

/// A runtime with the bundle loaded. It stays on the thread that created it.
pub(crate) struct Script {
    context: Context,
    runtime: Runtime,
    watch: Rc<Watch>,
    time_limit: Duration,
}

/// Deadline of the running script in the thread's CPU time, and whether it was exceeded.
#[derive(Default)]
struct Watch {
    deadline: Cell<Option<Duration>>,
    expired: Cell<bool>,
}

/// Returns the thread's CPU time. A page that waits for a core among other programs does not count: the limit is for pages that
/// never end.
fn cpu_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

impl Script {
    /// Creates a runtime and loads the shims and the bundle.
    ///
    /// # Errors
    /// The bundle throws while loading, does not set `renderPage`, or exceeds a limit.
    pub(crate) fn load(bundle: &str, options: &EngineOptions) -> Result<Self, RenderError> {
        let runtime = Runtime::new().map_err(|error| RenderError::Start(error.to_string()))?;
        runtime.set_memory_limit(options.memory_limit);
        runtime.set_max_stack_size(SCRIPT_STACK_BYTES);
        let watch = Rc::new(Watch::default());
        let watched = Rc::clone(&watch);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            let late = watched.deadline.get().is_some_and(|deadline| cpu_time() >= deadline);
            if late {
                watched.expired.set(true);
            }
            late
        })));
        let context = Context::full(&runtime).map_err(|error| RenderError::Start(error.to_string()))?;
        let script = Self { context, runtime, watch, time_limit: options.time_limit };
        script.with_time_limit(|ctx| {
            let globals = ctx.globals();
            globals.set("__log", Function::new(ctx.clone(), log)?)?;
            globals.set("__coreCall", Function::new(ctx.clone(), core_call)?)?;
            ctx.eval_with_options::<(), _>(SHIMS, eval_options("shims.js"))?;
            ctx.eval_with_options::<(), _>(bundle, eval_options("ssr.js"))?;
            if globals.get::<_, Option<Function>>("renderPage")?.is_none() {
                return Err(Exception::throw_message(ctx, "the bundle sets no function `renderPage`"));
            }
            Ok(())
        })?;
        Ok(script)
    }

    /// Renders a page from its data.
    ///
    /// # Errors
    /// After any error the runtime may be in an inconsistent state: drop it and load another.
    pub(crate) fn render(&self, page_json: &str) -> Result<String, RenderError> {
        let answer = self.with_time_limit(|ctx| {
            let render: Function = ctx.globals().get("renderPage")?;
            let answer: Value<'_> = render.call((page_json,))?;
            Ok(answer.as_string().map(rquickjs::String::to_string).transpose()?.ok_or(answer.type_name()))
        })?;
        answer.map_err(|kind| RenderError::Answer(kind.to_owned()))
    }

    /// Runs what the page left behind: promise reactions, timers, port messages.
    pub(crate) fn settle(&self) -> Result<(), RenderError> {
        self.with_time_limit(|ctx| {
            for _ in 0..MAX_CALLBACKS {
                if !ctx.execute_pending_job() {
                    break;
                }
            }
            let drain: Function = ctx.globals().get("__drain")?;
            if !drain.call::<_, bool>((MAX_CALLBACKS,))? {
                ctx.globals().get::<_, Function>("__forget")?.call::<_, ()>(())?;
                tracing::warn!("a page kept queueing callbacks: they were dropped");
            }
            Ok(())
        })
    }

    /// Calls a function of the core as pages do, through the engine: for the parity tests.
    pub(crate) fn core_call(&self, name: &str, args_json: &str) -> Result<String, RenderError> {
        self.with_time_limit(|ctx| ctx.globals().get::<_, Function>("__coreCall")?.call((name, args_json)))
    }

    /// Bytes that the runtime has allocated.
    pub(crate) fn memory_bytes(&self) -> u64 {
        u64::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }

    /// Runs a closure with the time limit and classifies its error.
    fn with_time_limit<T>(
        &self,
        run: impl for<'js> FnOnce(&Ctx<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, RenderError> {
        self.watch.expired.set(false);
        self.watch.deadline.set(Some(cpu_time() + self.time_limit));
        let result = self.context.with(|ctx| run(&ctx).catch(&ctx).map_err(|error| to_render_error(&error)));
        self.watch.deadline.set(None);
        if self.watch.expired.get() {
            return Err(RenderError::Timeout);
        }
        result
    }
}

fn eval_options(file: &str) -> EvalOptions {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(file.to_owned());
    options
}

fn to_render_error(error: &CaughtError<'_>) -> RenderError {
    match error {
        CaughtError::Error(rquickjs::Error::Allocation) => RenderError::Memory,
        CaughtError::Exception(exception) if exception.message().is_some_and(|message| message == "out of memory") => {
            RenderError::Memory
        }
        // When no memory is left even for the error object, `null` is thrown.
        CaughtError::Value(value) if value.is_null() => RenderError::Memory,
        other => RenderError::Script(other.to_string()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "host functions are handed their arguments")]
fn core_call(ctx: Ctx<'_>, name: String, args: String) -> rquickjs::Result<String> {
    // The password dictionaries have a crate of their own.
    let answer = shop_password::host::call(&name, &args).map_or_else(
        || shop_core::host::call(&name, &args).map_err(|error| error.to_string()),
        |scored| scored.map_err(|error| error.to_string()),
    );
    answer.map_err(|sentence| Exception::throw_message(&ctx, &sentence))
}

#[expect(clippy::needless_pass_by_value, reason = "host functions are handed their arguments")]
fn log(level: String, text: String) {
    match level.as_str() {
        "error" => tracing::error!(target: "pages", "{text}"),
        "warn" => tracing::warn!(target: "pages", "{text}"),
        "info" => tracing::info!(target: "pages", "{text}"),
        _ => tracing::debug!(target: "pages", "{text}"),
    }
}
