//! Limit of new carts stored for one network: a visitor without cookies gets a new cart with each request.

use shop_core::base::time::UnixSeconds;
use shop_services::cart::CartGate;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};

use super::Limits;

tokio::task_local! {
    /// Network of the client whose request this task handles.
    static CLIENT: String;
}

/// Span in which new carts are counted.
const SPAN_S: i64 = 3600;

/// Runs a handler so that a cart it stores counts for the client's network.
pub(crate) async fn on_behalf_of<T>(network: String, answer: impl Future<Output = T>) -> T {
    CLIENT.scope(network, answer).await
}

/// Builds the response that a browser without scripts shows.
pub(crate) fn refusal(lang: Lang) -> Response {
    (StatusCode::TOO_MANY_REQUESTS, text(codes::RATE_LIMIT_EXCEEDED, &Params::new(), lang)).into_response()
}

/// Budget of new carts by client network. Background work is not limited.
#[derive(Debug)]
pub(crate) struct NewCarts {
    limits: Limits,
    per_hour: u32,
}

impl NewCarts {
    /// Allows `per_hour` new carts an hour; 0 means no limit.
    pub(crate) fn new(per_hour: u32) -> Self {
        Self { limits: Limits::default(), per_hour }
    }
}

impl CartGate for NewCarts {
    fn admits(&self, now: UnixSeconds) -> bool {
        let count = |who: &String| self.limits.count("new_cart", who, self.per_hour, SPAN_S, now).is_ok();
        self.per_hour == 0 || CLIENT.try_with(count).unwrap_or(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_network_has_its_budget_of_an_hour_and_the_shop_itself_has_none() {
        let gate = NewCarts::new(2);
        let asked = |now| gate.admits(now);
        for (network, now, admitted) in
            [("a", 0, true), ("a", 1, true), ("a", 2, false), ("b", 3, true), ("a", 3599, false), ("a", 3600, true)]
        {
            let answer = on_behalf_of(network.to_owned(), async { asked(now) }).await;
            assert_eq!(answer, admitted, "{network} at {now}");
        }
        assert!((0..100).all(asked), "a worker is nobody's client");
        let open = NewCarts::new(0);
        assert!(on_behalf_of("a".to_owned(), async { (0..100).all(|now| open.admits(now)) }).await);
    }
}
