//! The background task: completes what is due, and sends events to the shop.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::Sandbox;
use crate::schedule::due::ScheduledChange;
use crate::schedule::settle;
use crate::store::Order;
use crate::webhooks::{Event, RESPONSE_TIMEOUT, record_attempt, signature};

/// Maximum number of concurrent deliveries.
const MAX_CONCURRENT: usize = 8;
/// Longest sleep of the task.
const MAX_SLEEP: Duration = Duration::from_mins(1);

/// Ids of the events in flight.
pub(crate) type Sending = watch::Sender<HashSet<String>>;

struct Job {
    event: String,
    body: String,
    /// How often it is sent.
    times: u32,
}

impl Sandbox {
    /// Completes what is due and delivers events, for ever. Spawn it once; without it nothing settles by itself.
    pub async fn deliver(self) {
        let mut tries = JoinSet::new();
        loop {
            let now_ms = self.now_ms();
            self.tick(now_ms);
            for job in self.due_jobs(now_ms, MAX_CONCURRENT.saturating_sub(tries.len())) {
                let sandbox = self.clone();
                tries.spawn(async move { sandbox.send(job).await });
            }
            let rest = self.time_until_next(now_ms);
            let full = tries.len() >= MAX_CONCURRENT;
            tokio::select! {
                Some(_) = tries.join_next(), if !tries.is_empty() => {}
                () = self.inner.wake.notified(), if !full => {}
                () = tokio::time::sleep(rest), if !full => {}
            }
        }
    }

    /// Delivers the due events one after the other until none is left; returns how many were sent. For a host that drives the
    /// sandbox by hand instead of spawning [`Sandbox::deliver`].
    pub async fn deliver_due(&self) -> usize {
        let mut sent = 0;
        self.tick(self.now_ms());
        while let Some(job) = self.due_jobs(self.now_ms(), 1).pop() {
            self.send(job).await;
            sent += 1;
        }
        sent
    }

    /// Delivers the due events, and waits for those already in flight.
    pub async fn delivered(&self) -> usize {
        let sent = self.deliver_due().await;
        // Fails only if the sender is dropped, and this sandbox owns it.
        let _ = self.inner.sending.subscribe().wait_for(HashSet::is_empty).await;
        sent
    }

    /// Completes what is due at a time (Unix milliseconds). Returns the number of completed items.
    pub fn tick(&self, now_ms: i64) -> usize {
        self.write_at(now_ms, |tx| settle::run_due(tx, &[])).unwrap_or(0)
    }

    fn due_jobs(&self, now_ms: i64, limit: usize) -> Vec<Job> {
        let plan = self.inner.faults.webhooks();
        if plan.paused || self.inner.options.webhook.is_none() {
            return Vec::new();
        }
        let chosen = self.write(|tx| {
            let sending = self.inner.sending.borrow().clone();
            // Reversed events are sent one at a time, so that they really arrive in reverse order.
            let (order, limit) = if plan.reversed {
                (Order::NewestFirst, usize::from(sending.is_empty()))
            } else {
                (Order::OldestFirst, limit)
            };
            let mut due: Vec<Event> = tx.due("next_ms", now_ms, order, limit + sending.len());
            due.retain(|event| !sending.contains(event.id.as_str()));
            let job = |event: Event| Job { event: event.id.0, body: event.body, times: plan.times.max(1) };
            let jobs: Vec<Job> = due.into_iter().take(limit).map(job).collect();
            self.inner.sending.send_modify(|sending| sending.extend(jobs.iter().map(|job| job.event.clone())));
            jobs
        });
        chosen.unwrap_or_default()
    }

    /// Time until the next item is due.
    fn time_until_next(&self, now_ms: i64) -> Duration {
        let next = self.write(|tx| {
            let times = [tx.next_time::<Event>("next_ms", now_ms), tx.next_time::<ScheduledChange>("at_ms", now_ms)];
            times.into_iter().flatten().min()
        });
        let rest = |at: i64| Duration::from_millis(u64::try_from(at.saturating_sub(now_ms)).unwrap_or(0));
        next.ok().flatten().map_or(MAX_SLEEP, |at| rest(at).min(MAX_SLEEP))
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
        let recorded = self.write(|tx| record_attempt(tx, &job.event, status));
        if let Err(error) = recorded {
            tracing::error!(%error, "a webhook's delivery could not be noted");
        }
        self.inner.sending.send_modify(|sending| {
            sending.remove(&job.event);
        });
    }

    /// Sends an event by HTTP. Returns the status of the response; 0 if there was none.
    async fn post(&self, url: &str, signature: String, body: String) -> u16 {
        let request = self.inner.http.post(url).timeout(RESPONSE_TIMEOUT);
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
