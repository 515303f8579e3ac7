//! The task beside the API: lets happen what is due, and tells the shop of events.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::Sandbox;
use crate::schedule::due::Due;
use crate::schedule::settle;
use crate::store::Order;
use crate::webhooks::{Event, TIME_LIMIT, note, signature};

/// Tries at the same time.
const AT_ONCE: usize = 8;
/// How long the task sleeps at most.
const LONGEST_REST: Duration = Duration::from_mins(1);

/// Events that are on their way.
pub(crate) type Sending = watch::Sender<HashSet<String>>;

struct Job {
    event: String,
    body: String,
    /// How often it is sent.
    times: u32,
}

impl Sandbox {
    /// Lets happen what is due, and delivers events, for ever. To be spawned once; without it nothing settles by itself.
    pub async fn deliver(self) {
        let mut tries = JoinSet::new();
        loop {
            let now_ms = self.now_ms();
            self.tick(now_ms);
            for job in self.due_jobs(now_ms, AT_ONCE.saturating_sub(tries.len())) {
                let sandbox = self.clone();
                tries.spawn(async move { sandbox.send(job).await });
            }
            let rest = self.rest(now_ms);
            let full = tries.len() >= AT_ONCE;
            tokio::select! {
                Some(_) = tries.join_next(), if !tries.is_empty() => {}
                () = self.inner.wake.notified(), if !full => {}
                () = tokio::time::sleep(rest), if !full => {}
            }
        }
    }

    /// Delivers what is due now, one event after the other, until nothing is; gives how many were sent. For a host that drives
    /// the sandbox by hand, in place of [`Sandbox::deliver`].
    pub async fn deliver_due(&self) -> usize {
        let mut sent = 0;
        self.tick(self.now_ms());
        while let Some(job) = self.due_jobs(self.now_ms(), 1).pop() {
            self.send(job).await;
            sent += 1;
        }
        sent
    }

    /// Delivers what is due now, and waits for what is on its way already.
    pub async fn delivered(&self) -> usize {
        let sent = self.deliver_due().await;
        // It fails only when the sender is gone, which this sandbox holds.
        let _ = self.inner.sending.subscribe().wait_for(HashSet::is_empty).await;
        sent
    }

    /// Lets happen what is due at a time (Unix milliseconds). Gives how many things happened.
    pub fn tick(&self, now_ms: i64) -> usize {
        self.write_at(now_ms, |tx| settle::settle(tx, &[])).unwrap_or(0)
    }

    fn due_jobs(&self, now_ms: i64, most: usize) -> Vec<Job> {
        let plan = self.inner.faults.webhooks();
        if plan.paused || self.inner.options.webhook.is_none() {
            return Vec::new();
        }
        let chosen = self.write(|tx| {
            let sending = self.inner.sending.borrow().clone();
            // In reverse, one at a time, so that the order is really the other one.
            let (order, most) = if plan.reversed {
                (Order::NewestFirst, usize::from(sending.is_empty()))
            } else {
                (Order::OldestFirst, most)
            };
            let mut due: Vec<Event> = tx.due("next_ms", now_ms, order, most + sending.len());
            due.retain(|event| !sending.contains(event.id.as_str()));
            let job = |event: Event| Job { event: event.id.0, body: event.body, times: plan.times.max(1) };
            let jobs: Vec<Job> = due.into_iter().take(most).map(job).collect();
            self.inner.sending.send_modify(|sending| sending.extend(jobs.iter().map(|job| job.event.clone())));
            jobs
        });
        chosen.unwrap_or_default()
    }

    /// How long nothing is to be done beyond what was due.
    fn rest(&self, now_ms: i64) -> Duration {
        let next = self.write(|tx| {
            let times = [tx.next_time::<Event>("next_ms", now_ms), tx.next_time::<Due>("at_ms", now_ms)];
            times.into_iter().flatten().min()
        });
        let rest = |at: i64| Duration::from_millis(u64::try_from(at.saturating_sub(now_ms)).unwrap_or(0));
        next.ok().flatten().map_or(LONGEST_REST, |at| rest(at).min(LONGEST_REST))
    }

    async fn send(&self, job: Job) {
        let Some(webhook) = &self.inner.options.webhook else { return };
        let mut status = 0;
        for _ in 0..job.times {
            let signature = signature(&webhook.secret, self.now_ms().div_euclid(1000), &job.body);
            status = match &webhook.courier {
                Some(courier) => courier.carry(&signature, &job.body).await,
                None => self.post(&webhook.url, signature, job.body.clone()).await,
            };
        }
        let noted = self.write(|tx| note(tx, &job.event, status));
        if let Err(error) = noted {
            tracing::error!(%error, "a webhook's delivery could not be noted");
        }
        self.inner.sending.send_modify(|sending| {
            sending.remove(&job.event);
        });
    }

    /// Status of the answer; 0: there was none.
    async fn post(&self, url: &str, signature: String, body: String) -> u16 {
        let request = self.inner.http.post(url).timeout(TIME_LIMIT);
        let request = request.header("content-type", "application/json").header("stripe-signature", signature);
        match request.body(body).send().await {
            Ok(answer) => answer.status().as_u16(),
            Err(error) => {
                tracing::debug!(error = %error.without_url(), "the shop did not answer a webhook");
                0
            }
        }
    }
}
