//! The scheduler: polls one task at a time, from one operation to the next, in an order drawn from the seed.
//!
//! A task stops at every operation (see `shop_services::platform::boundary`) and waits for its permit. Locks, semaphores and channels work as
//! they do in production: a task that waits for one becomes runnable when it is woken. While an operation is running outside of the
//! process the scheduler waits for it, so that the speed of the machine has no influence on the order.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Wake, Waker};

use rand::Rng;
use rand::rngs::StdRng;
use shop_services::platform::boundary::{Lost, external_operations};
use tokio::task::unconstrained;

use crate::lock_waits::LockWaits;

/// A task's body.
pub(crate) type Work = Pin<Box<dyn Future<Output = ()> + Send>>;
/// Identifies a task in the order of creation.
pub(crate) type TaskId = u64;
/// Index of a server.
pub(crate) type ServerId = usize;

/// What a task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    /// Decides what to do next, until there are no steps left.
    Actor,
    /// A request that a server is answering; its client may hang up.
    Request,
    /// The provider's side, workers, starts of servers, work after an answer.
    Other,
}

/// What a task waits for a permit for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Before a statement.
    Statement(String),
    /// After a statement.
    StatementDone(String),
    /// Before a provider call: method and path.
    Call(String),
    /// After a provider call.
    CallDone(String),
}

/// A pending permit.
struct Gate {
    stop: Stop,
    state: Mutex<GateState>,
}

#[derive(Default)]
struct GateState {
    decision: Option<Result<(), Lost>>,
    waker: Option<Waker>,
}

/// Waits for a permit.
pub(crate) struct Permission(Arc<Gate>);

impl Future for Permission {
    type Output = Result<(), Lost>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = lock(&self.0.state);
        if let Some(decision) = state.decision.take() {
            return Poll::Ready(decision);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

/// A pending pause.
struct Alarm {
    due_ms: i64,
    rung: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

/// Waits until the simulated time has come.
pub(crate) struct Sleep(Arc<Alarm>);

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0.rung.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        *lock(&self.0.waker) = Some(context.waker().clone());
        Poll::Pending
    }
}

/// The part of a task that its futures can reach.
pub(crate) struct Identity {
    pub(crate) id: TaskId,
    pub(crate) kind: TaskKind,
    pub(crate) name: String,
    /// The server that the task runs on. It is dropped when that server is killed.
    pub(crate) server: Option<ServerId>,
    gates: Mutex<Vec<Weak<Gate>>>,
    woken: AtomicBool,
    /// Its statement waits for a lock in the database.
    blocked: AtomicBool,
    scheduler: Mutex<Option<Waker>>,
}

impl Wake for Identity {
    fn wake(self: Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        if let Some(scheduler) = lock(&self.scheduler).take() {
            scheduler.wake();
        }
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Identity>>> = const { RefCell::new(None) };
}

/// The task that is being polled.
pub(crate) fn current() -> Option<Arc<Identity>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Stops the current task until the scheduler decides. `None`: no task is being polled.
pub(crate) fn stop_at(stop: Stop) -> Option<Permission> {
    let task = current()?;
    let gate = Arc::new(Gate { stop, state: Mutex::default() });
    lock(&task.gates).push(Arc::downgrade(&gate));
    Some(Permission(gate))
}

struct Task {
    identity: Arc<Identity>,
    work: Work,
}

/// A task that stopped at an operation, and may go on.
pub(crate) struct Stopped {
    pub(crate) task: Arc<Identity>,
    pub(crate) stop: Stop,
    gate: Arc<Gate>,
}

/// Outcome of a turn.
pub(crate) enum Turn {
    /// A task ran.
    Ran,
    /// Every task waits for a later time.
    Asleep,
    /// Tasks wait for each other and none can run: their names.
    Stuck(Vec<String>),
    /// There are no tasks.
    Idle,
}

/// Decides what happens at a stop.
pub(crate) trait Decide {
    /// Whether the operation could be done now without waiting for a lock that another task holds in the database.
    fn may_run(&self, task: &Identity, stop: &Stop) -> bool;
    /// Decision about the operation that a task is about to start or has completed. `None`: the task's server was killed.
    fn decide(&mut self, stopped: &Stopped, schedule: &Schedule) -> Option<Result<(), Lost>>;
}

/// All tasks. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Schedule(Arc<Shared>);

#[derive(Default)]
struct Shared {
    tasks: Mutex<Vec<Task>>,
    /// Tasks that began while another was polled.
    new: Mutex<Vec<Task>>,
    next_id: Mutex<TaskId>,
    alarms: Mutex<Vec<Weak<Alarm>>>,
    now_ms: Mutex<i64>,
    /// `None`: a database with one writer, where nobody waits within it.
    lock_waits: Mutex<Option<Arc<LockWaits>>>,
}

impl Schedule {
    /// From now on tasks may wait for locks in the database.
    pub(crate) fn watch_locks(&self, waits: LockWaits) {
        *lock(&self.0.lock_waits) = Some(Arc::new(waits));
    }

    fn lock_waits(&self) -> Option<Arc<LockWaits>> {
        lock(&self.0.lock_waits).clone()
    }

    /// Number of tasks that wait in the database, as far as they were not polled again; `still`: those that were not woken either.
    fn blocked(&self, still: bool) -> usize {
        let waits = |task: &&Task| {
            let identity = &task.identity;
            identity.blocked.load(Ordering::Acquire) && !(still && identity.woken.load(Ordering::Acquire))
        };
        lock(&self.0.tasks).iter().filter(waits).count()
    }

    /// Adds a task.
    pub(crate) fn spawn(
        &self,
        kind: TaskKind,
        name: impl Into<String>,
        server: Option<ServerId>,
        work: Work,
    ) -> TaskId {
        let mut next_id = lock(&self.0.next_id);
        *next_id += 1;
        let identity = Arc::new(Identity {
            id: *next_id,
            kind,
            name: name.into(),
            server,
            gates: Mutex::default(),
            woken: AtomicBool::new(true),
            blocked: AtomicBool::new(false),
            scheduler: Mutex::default(),
        });
        lock(&self.0.new).push(Task { identity, work });
        *next_id
    }

    /// Drops the tasks that match, as if they had never been polled again.
    pub(crate) fn drop_tasks(&self, matches: impl Fn(&Identity) -> bool) -> usize {
        self.adopt_new();
        let mut tasks = lock(&self.0.tasks);
        let (dropped, rest): (Vec<Task>, Vec<Task>) = tasks.drain(..).partition(|task| matches(&task.identity));
        *tasks = rest;
        // Dropping wakes others, which must not find the list locked.
        drop(tasks);
        let count = dropped.len();
        for task in dropped {
            CURRENT.set(Some(Arc::clone(&task.identity)));
            drop(task);
            CURRENT.set(None);
        }
        count
    }

    /// Whether tasks of a kind are left.
    pub(crate) fn has_tasks(&self, matches: impl Fn(&Identity) -> bool) -> bool {
        self.adopt_new();
        lock(&self.0.tasks).iter().any(|task| matches(&task.identity))
    }

    pub(crate) fn now_ms(&self) -> i64 {
        *lock(&self.0.now_ms)
    }

    pub(crate) fn set_now_ms(&self, now_ms: i64) {
        *lock(&self.0.now_ms) = now_ms;
    }

    /// A pause of the current task.
    pub(crate) fn sleep_ms(&self, span_ms: i64) -> Sleep {
        let alarm =
            Arc::new(Alarm { due_ms: self.now_ms() + span_ms, rung: AtomicBool::new(false), waker: Mutex::default() });
        lock(&self.0.alarms).push(Arc::downgrade(&alarm));
        Sleep(alarm)
    }

    /// Advances the time to the next alarm and rings it. Returns whether there was one.
    pub(crate) fn advance(&self) -> bool {
        let due: Vec<Arc<Alarm>> = {
            let mut alarms = lock(&self.0.alarms);
            alarms.retain(|alarm| alarm.strong_count() > 0);
            alarms.iter().filter_map(Weak::upgrade).collect()
        };
        let Some(first) =
            due.iter().filter(|alarm| !alarm.rung.load(Ordering::Acquire)).min_by_key(|alarm| alarm.due_ms)
        else {
            return false;
        };
        let now_ms = self.now_ms().max(first.due_ms);
        self.set_now_ms(now_ms);
        for alarm in due.iter().filter(|alarm| alarm.due_ms <= now_ms && !alarm.rung.swap(true, Ordering::AcqRel)) {
            if let Some(waker) = lock(&alarm.waker).take() {
                waker.wake();
            }
        }
        true
    }

    /// Lets one task go on from its stop to the next.
    ///
    /// Tasks that are new or were woken run first, in the order of the list: other threads may wake a task for nothing, and that must
    /// not draw from the seed.
    pub(crate) async fn turn(&self, random: &mut StdRng, decide: &mut impl Decide) -> Turn {
        self.settle().await;
        let stopped = self.stopped(decide);
        if stopped.is_empty() {
            return self.without_runnable().await;
        }
        let chosen = random.random_range(0..stopped.len());
        let Some((index, stopped)) = stopped.into_iter().nth(chosen) else { return Turn::Ran };
        if let Some(decision) = decide.decide(&stopped, self) {
            let waker = {
                let mut state = lock(&stopped.gate.state);
                state.decision = Some(decision);
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
            self.run(index).await;
        }
        Turn::Ran
    }

    /// Polls whoever is new or was woken, until nobody is.
    async fn settle(&self) {
        loop {
            self.adopt_new();
            if let Some(waits) = self.lock_waits() {
                waits.let_pass(|| self.blocked(true)).await;
            }
            let woken = lock(&self.0.tasks).iter().position(|task| task.identity.woken.load(Ordering::Acquire));
            match woken {
                Some(index) => self.run(index).await,
                None => return,
            }
        }
    }

    async fn without_runnable(&self) -> Turn {
        if let Some(waits) = self.lock_waits().filter(|_| self.blocked(true) > 0) {
            let all = self.blocked(true);
            if waits.resolve_deadlock(|| self.blocked(true) < all).await {
                return Turn::Ran;
            }
        }
        let sleeping = lock(&self.0.alarms).iter().any(|alarm| alarm.strong_count() > 0);
        let names: Vec<String> = lock(&self.0.tasks).iter().map(|task| task.identity.name.clone()).collect();
        match (names.is_empty(), sleeping) {
            (true, _) => Turn::Idle,
            (false, true) => Turn::Asleep,
            (false, false) => Turn::Stuck(names),
        }
    }

    fn adopt_new(&self) {
        let new = std::mem::take(&mut *lock(&self.0.new));
        lock(&self.0.tasks).extend(new);
    }

    /// The operations that may be done now, with the place of their task in the list.
    fn stopped(&self, decide: &impl Decide) -> Vec<(usize, Stopped)> {
        let mut found = Vec::new();
        for (index, task) in lock(&self.0.tasks).iter().enumerate() {
            let mut gates = lock(&task.identity.gates);
            gates.retain(|gate| gate.strong_count() > 0);
            let undecided = |gate: &Arc<Gate>| lock(&gate.state).decision.is_none();
            let open = gates.iter().filter_map(Weak::upgrade).filter(undecided);
            let open = open.filter(|gate| decide.may_run(&task.identity, &gate.stop));
            found.extend(
                open.map(|gate| (index, Stopped { task: Arc::clone(&task.identity), stop: gate.stop.clone(), gate })),
            );
        }
        found
    }

    /// Polls a task until it stops, waits for another task or for a lock in the database, or ends.
    async fn run(&self, index: usize) {
        let mut task = {
            let mut tasks = lock(&self.0.tasks);
            if index >= tasks.len() {
                return;
            }
            tasks.remove(index)
        };
        let identity = Arc::clone(&task.identity);
        let waker = Waker::from(Arc::clone(&identity));
        identity.blocked.store(false, Ordering::Release);
        let others = self.blocked(false);
        // Without the budget that makes a task pause after many operations: a turn would end where nothing stops it.
        let turn = unconstrained(poll_fn(|scheduler| {
            loop {
                *lock(&identity.scheduler) = Some(scheduler.waker().clone());
                identity.woken.store(false, Ordering::Release);
                CURRENT.set(Some(Arc::clone(&identity)));
                let polled = task.work.as_mut().poll(&mut Context::from_waker(&waker));
                CURRENT.set(None);
                if polled.is_ready() {
                    return Poll::Ready(true);
                }
                if external_operations() == others {
                    return Poll::Ready(false);
                }
                if !identity.woken.load(Ordering::Acquire) {
                    return Poll::Pending;
                }
            }
        }));
        let done = match self.lock_waits() {
            None => turn.await,
            Some(waits) => waits.unless_blocked(turn, || self.blocked(true)).await.unwrap_or_else(|| {
                identity.blocked.store(true, Ordering::Release);
                false
            }),
        };
        if !done {
            let mut tasks = lock(&self.0.tasks);
            // At its place again, as the order of the list is part of the story.
            let index = index.min(tasks.len());
            tasks.insert(index, task);
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
