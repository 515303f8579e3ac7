//! The way between clients and servers: requests and responses are lost or late here.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::Request;
use shop_tests::{Answer, Carrier, NoAnswer, compare_with_description};
use tokio::sync::oneshot;

use crate::plan::FaultKind;
use crate::schedule::TaskKind;
use crate::world::World;

/// A client's connection to the shop.
pub(crate) struct Network {
    pub(crate) world: Arc<World>,
    /// Who the client is, for the story.
    pub(crate) client: String,
    /// Whether requests of this client are lost. Those of a test's own hand are not.
    pub(crate) fails: bool,
}

#[async_trait]
impl Carrier for Network {
    async fn carry(&self, request: Request) -> Result<Answer, NoAnswer> {
        let world = &self.world;
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let line = format!("{} {}", request.method(), without_secrets(&request.uri().to_string()));
        world.count("requests", 1);
        let Some((server, router)) = world.any_server() else {
            world.tell(&format!("{}: {line} finds no server", self.client));
            return Err(NoAnswer);
        };
        world.tell(&format!("{} to server {server}: {line}", self.client));
        if self.fails && world.fault(FaultKind::RequestLost, &line) {
            return Err(NoAnswer);
        }
        if self.fails && world.fault(FaultKind::RequestLate, &line) {
            world.delay().await;
        }
        let (sender, receiver) = oneshot::channel();
        let name = format!("{}: {line}", self.client);
        let work = async move {
            let answer = shop_tests::answer(router, request).await;
            // The client may have hung up.
            let _ = sender.send(answer);
        };
        let faults_before = world.database_faults();
        world.schedule.spawn(TaskKind::Request, name, Some(server), Box::pin(work));
        let Ok(answer) = receiver.await else {
            world.tell(&format!("{}: {line} was cut off", self.client));
            return Err(NoAnswer);
        };
        if answer.status >= 500 && world.database_faults() == faults_before {
            world.violated(&format!("{line} was answered {}: {}", answer.status, answer.text()));
        }
        if let Err(problem) = compare_with_description(&method, &path, &answer) {
            world.violated(&problem);
        }
        if self.fails && world.fault(FaultKind::ResponseLost, &line) {
            return Err(NoAnswer);
        }
        if self.fails && world.fault(FaultKind::ResponseLate, &line) {
            world.delay().await;
        }
        world.tell(&format!("{}: {line} was answered {}", self.client, answer.status));
        Ok(answer)
    }
}

/// An address without what differs between runs or nobody should read.
fn without_secrets(address: &str) -> String {
    address.split_once("key=").map_or_else(|| address.to_owned(), |(before, _)| format!("{before}key=…"))
}
