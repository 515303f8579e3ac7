//! A sandbox payment provider: stateful, and compatible with the API that the shop's payment adapter uses.
//!
//! It has an origin of its own: `/v1/…` is the API, `/pages/…` are the bank's pages for shoppers, `/` is an inspector. It stores
//! its state in its own database. It accepts test cards only, and never stores more than the last four digits of a number.
//!
//! Tests control it with the secret key and JSON bodies:
//!
//! | call | body | effect |
//! | --- | --- | --- |
//! | `POST /_sandbox/faults` | `{"calls": "POST /v1/refunds*", "times": 2, "kind": "late", "ms": 500}` | makes the next matching calls fail |
//! | `GET`, `DELETE /_sandbox/faults` | | lists the planned faults; clears them, and resumes stalled calls |
//! | `POST /_sandbox/webhooks` | `{"paused": false, "reversed": true, "times": 3}` | changes how events are sent |
//! | `POST /_sandbox/resend` | `{"event": "evt_…"}` | sends an event again |
//! | `POST /_sandbox/settle` | | completes pending debits, codes, refunds and disputes |
//! | `POST /_sandbox/lapse` | | expires vouchers, QR codes and authorisations |
//! | `POST /_sandbox/deliver` | | sends the due events; responds once none is in flight |
//! | `POST /_sandbox/disputes` | `{"payment_intent": "pi_…", "close": "won"}` | opens a dispute, or closes it with `close` |
//! | `POST /_sandbox/account` | `{"inactive": ["link"], "country": "DE", "currency": "usd", "charges_enabled": false, "unverified": ["apple_pay"], "forbidden": ["webhook_endpoints"]}` | changes the account; fields that are not named go back to their defaults |
//! | `DELETE /_sandbox/data` | | deletes all data |
//!
//! Kinds of faults: `error`, `hang` (`ms`), `drop`, `drop_answer`, `late` (`ms`), `truncate`, `rate_limit` (`retry_after_s`),
//! `off_by_cent`.

mod calls;
mod cards;
mod control;
pub mod elements;
mod http;
mod ids;
mod inspector;
mod intents;
mod objects;
mod options;
mod pages;
mod schedule;
mod store;
mod strict;
mod webhooks;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use tokio::sync::{Notify, watch};

pub use http::faults::Outage;
pub use options::{SandboxOptions, Timings, WebhookTarget, WebhookTransport};
pub use store::copy;

use http::faults::{Faults, Planned};
use http::idempotency::InFlight;
use store::{Store, Tx};
use webhooks::deliver::Sending;

/// Version of the emulated API.
pub const API_VERSION: &str = "2025-09-30.clover";

/// A sandbox provider. Clones share one state.
#[derive(Clone, Debug)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    options: SandboxOptions,
    store: Mutex<Store>,
    faults: Faults,
    in_flight: InFlight,
    sending: Sending,
    /// Wakes the delivery task.
    wake: Notify,
    /// Number of calls that were stalled by a planned fault (`hang`, `late`).
    stalls: watch::Sender<u64>,
    http: reqwest::Client,
    /// CSRF token of the inspector's forms, valid until a restart.
    form_token: String,
}

impl Sandbox {
    /// Opens a sandbox and its database. Fails if the database cannot be read or written or is damaged, if a key is empty, or if
    /// both keys are equal.
    pub fn open(options: SandboxOptions) -> io::Result<Self> {
        if options.secret_key.is_empty()
            || options.publishable_key.is_empty()
            || options.secret_key == options.publishable_key
        {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the sandbox needs two different keys"));
        }
        // Fails if another part of the program has installed a provider already; either one works.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        if !options.webhook.as_ref().is_some_and(|webhook| webhook.url.starts_with("https://")) {
            // Parsing the system's certificates is slow, and only a webhook with TLS needs them.
            builder = builder.tls_certs_only([]);
        }
        let http = builder.build();
        let store = Store::open(options.file.as_deref())?;
        let form_token = ids::random_word(options.random.as_ref(), 32);
        let inner = Inner {
            options,
            store: Mutex::new(store),
            faults: Faults::default(),
            in_flight: InFlight::default(),
            sending: Sending::default(),
            wake: Notify::new(),
            stalls: watch::Sender::new(0),
            http: http.map_err(io::Error::other)?,
            form_token,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Router of all endpoints and pages.
    pub fn router(&self) -> Router {
        Router::new()
            .merge(http::api::router())
            .merge(pages::router())
            .merge(control::router())
            .merge(inspector::router())
            .merge(elements::router(&self.inner.options.shop_origins))
            .with_state(self.clone())
    }

    /// Makes the next API call fail.
    pub fn fail_next_call(&self, outage: Outage) {
        self.inner.faults.plan(Planned { calls: "*".to_owned(), times: 1, fault: outage.into() });
    }

    /// Waits until `count` calls have been stalled by a planned fault (`hang`: before they are executed, `late`: after it).
    pub async fn stalled(&self, count: u64) {
        // Fails only if the sender is dropped, and this sandbox owns it.
        let _ = self.inner.stalls.subscribe().wait_for(|seen| *seen >= count).await;
    }

    fn now_ms(&self) -> i64 {
        self.inner.options.clock.now_ms()
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.inner.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state in one transaction. On an error nothing is changed.
    fn write<T>(&self, work: impl FnOnce(&mut Tx<'_>) -> T) -> io::Result<T> {
        self.write_at(self.now_ms(), work)
    }

    fn write_at<T>(&self, now_ms: i64, work: impl FnOnce(&mut Tx<'_>) -> T) -> io::Result<T> {
        let store = self.lock();
        let mut tx = Tx::begin(&store, &self.inner.options, now_ms)?;
        let result = work(&mut tx);
        let changed = tx.commit()?;
        drop(store);
        if changed {
            self.inner.wake.notify_one();
        }
        Ok(result)
    }
}
