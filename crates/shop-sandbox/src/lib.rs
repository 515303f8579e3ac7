//! The sandbox provider: stateful, and compatible with the API that the shop's payment adapter speaks.
//!
//! It lives on an origin of its own: `/v1/…` is the API, `/pages/…` what shoppers see of their bank, `/` an inspector. Its
//! state is kept in a database of its own. Only test cards are taken; of a number no more than the last four digits are ever kept.
//!
//! Tests move it with the secret key and JSON bodies:
//!
//! | call | body | does |
//! | --- | --- | --- |
//! | `POST /_sandbox/faults` | `{"calls": "POST /v1/refunds*", "times": 2, "kind": "late", "ms": 500}` | the next calls go wrong |
//! | `GET`, `DELETE /_sandbox/faults` | | shows what is planned; takes all of it back, and calls that stand still go on |
//! | `POST /_sandbox/webhooks` | `{"paused": false, "reversed": true, "times": 3}` | how messages are sent from now on |
//! | `POST /_sandbox/resend` | `{"event": "evt_…"}` | tells of an event again |
//! | `POST /_sandbox/settle` | | debits, codes, refunds and disputes on their way arrive now |
//! | `POST /_sandbox/lapse` | | slips, codes and amounts that are set aside lapse now |
//! | `POST /_sandbox/deliver` | | sends the messages that are due; answers once none is on its way |
//! | `POST /_sandbox/disputes` | `{"payment_intent": "pi_…", "close": "won"}` | opens a dispute, or with `close` decides it |
//! | `POST /_sandbox/account` | `{"inactive": ["link"], "country": "DE", "currency": "usd", "charges_enabled": false, "unverified": ["apple_pay"], "forbidden": ["webhook_endpoints"]}` | what is not named is as usual again |
//! | `DELETE /_sandbox/data` | | forgets everything |
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
pub use options::{Courier, SandboxOptions, Timings, WebhookTarget};
pub use store::copy;

use http::faults::{Faults, Planned};
use http::idempotency::InFlight;
use store::{Store, Tx};
use webhooks::deliver::Sending;

/// Version of the API whose shapes are spoken.
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
    /// Wakes the delivering task.
    wake: Notify,
    /// How many calls stood still by a planned fault (`hang`, `late`).
    stalls: watch::Sender<u64>,
    http: reqwest::Client,
    /// Of the inspector's forms, until the next start.
    form_token: String,
}

impl Sandbox {
    /// Opens a sandbox with what its database holds. Fails where that cannot be read or written or is damaged, a key is empty,
    /// or both keys are the same.
    pub fn open(options: SandboxOptions) -> io::Result<Self> {
        if options.secret_key.is_empty()
            || options.publishable_key.is_empty()
            || options.secret_key == options.publishable_key
        {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the sandbox needs two different keys"));
        }
        // Another part of the program may have chosen one already; either does.
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

    /// Everything that is served.
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

    /// Waits until so many calls have stood still by a planned fault (`hang`: before they are done, `late`: after it).
    pub async fn stalled(&self, count: u64) {
        // It fails only when the sender is gone, which this sandbox holds.
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
