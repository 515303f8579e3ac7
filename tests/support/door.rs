//! How requests reach a server: by HTTP, or in memory through the router that HTTP would lead to.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use reqwest::cookie::{CookieStore, Jar};
use reqwest::header::{ACCEPT, CONTENT_LENGTH, COOKIE, HOST, HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use reqwest::{Client, ClientBuilder, RequestBuilder, Url, multipart, redirect};
use serde::Serialize;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::Answer;
use crate::contract::compare_with_description;

/// Writes requests; those of servers in other processes are sent by a client of their visitor's.
static WRITER: LazyLock<Client> = LazyLock::new(|| client(redirect::Policy::none()));

/// A client for servers of other processes.
pub(crate) fn client(policy: redirect::Policy) -> Client {
    plain_http().redirect(policy).build().expect("a client can be made")
}

/// Builds clients of servers without TLS, which need none of the system's certificates: parsing them takes longer than most tests.
pub(crate) fn plain_http() -> ClientBuilder {
    // The client is built with the shop's own, which brings no cryptography of its own choice.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().tls_certs_only([])
}

/// Brings requests to servers in its own time, and may lose them or their answers.
#[async_trait]
pub trait Carrier: Send + Sync {
    /// Brings a request, as a server finds it, and its answer.
    async fn carry(&self, request: axum::extract::Request) -> Result<Answer, NoAnswer>;
}

/// The way to a server.
#[derive(Clone)]
pub enum Door {
    /// By somebody who decides when.
    Carried(Arc<dyn Carrier>),
    /// Within this process, and what requests leave to be done behind it.
    Memory(Router, TaskTracker),
    /// To another one.
    Http(Client),
}

/// Waits until everything that requests left behind is done.
pub(crate) async fn done(background: &TaskTracker) {
    background.close();
    background.wait().await;
    background.reopen();
}

/// Why there was no answer: the server went away.
#[derive(Debug)]
pub struct NoAnswer;

/// A request before it is sent.
pub struct Request {
    builder: RequestBuilder,
    door: Door,
    jar: Arc<Jar>,
}

impl Request {
    /// A request to an address; the jar's cookies are added when it is sent.
    pub(crate) fn new(method: reqwest::Method, url: Url, door: Door, jar: Arc<Jar>) -> Self {
        Self { builder: WRITER.request(method, url), door, jar }
    }

    fn with(self, change: impl FnOnce(RequestBuilder) -> RequestBuilder) -> Self {
        Self { builder: change(self.builder), ..self }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(self, name: &str, value: impl AsRef<str>) -> Self {
        self.with(|builder| builder.header(name, value.as_ref()))
    }

    /// Sends JSON.
    #[must_use]
    pub fn json(self, body: &(impl Serialize + ?Sized)) -> Self {
        self.with(|builder| builder.json(body))
    }

    /// Sends the fields of a form.
    #[must_use]
    pub fn form(self, fields: &(impl Serialize + ?Sized)) -> Self {
        self.with(|builder| builder.form(fields))
    }

    /// Sends a form with files.
    #[must_use]
    pub fn multipart(self, form: multipart::Form) -> Self {
        self.with(|builder| builder.multipart(form))
    }

    /// Sends these bytes.
    #[must_use]
    pub fn body(self, body: impl Into<reqwest::Body>) -> Self {
        self.with(|builder| builder.body(body))
    }

    /// Sends it.
    pub async fn send(self) -> Answer {
        self.try_send().await.expect("the shop answers")
    }

    /// Sends it to a server that may go away meanwhile.
    pub async fn try_send(self) -> Result<Answer, NoAnswer> {
        let mut request = self.builder.build().expect("a request");
        let (method, url) = (request.method().clone(), request.url().clone());
        if !request.headers().contains_key(COOKIE)
            && let Some(cookies) = self.jar.cookies(&url)
        {
            request.headers_mut().insert(COOKIE, cookies);
        }
        // A carrier compares by itself.
        let is_carried = matches!(self.door, Door::Carried(_));
        let answer = match self.door {
            Door::Memory(router, _) => in_memory(router, request, &url).await,
            Door::Carried(carrier) => carrier.carry(as_received(request, &url)).await?,
            Door::Http(client) => by_http(&client, request).await?,
        };
        if !is_carried {
            compare_with_description(&method, url.path(), &answer).unwrap_or_else(|problem| panic!("{problem}"));
        }
        let mut set = answer.headers.get_all(SET_COOKIE).iter().peekable();
        if set.peek().is_some() {
            self.jar.set_cookies(&mut set, &url);
        }
        Ok(answer)
    }
}

async fn by_http(client: &Client, request: reqwest::Request) -> Result<Answer, NoAnswer> {
    let response = client.execute(request).await.map_err(|_| NoAnswer)?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = response.bytes().await.map_err(|_| NoAnswer)?.to_vec();
    Ok(Answer { status, headers, body })
}

/// Each request is a task of its own, as it is behind a socket: two of them run at the same time.
async fn in_memory(router: Router, request: reqwest::Request, url: &Url) -> Answer {
    let request = as_received(request, url);
    tokio::spawn(answer(router, request)).await.expect("the shop does not fall over")
}

/// What a router answers, whole.
///
/// # Panics
/// The answer breaks off.
pub async fn answer(router: Router, request: axum::extract::Request) -> Answer {
    let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.expect("the answer is whole");
    Answer { status: parts.status.as_u16(), headers: parts.headers, body: body.to_vec() }
}

/// A request as a server finds it after HTTP: a path without host, and the headers that clients add.
fn as_received(request: reqwest::Request, url: &Url) -> axum::extract::Request {
    let request: http::Request<reqwest::Body> = request.try_into().expect("a request");
    let (mut parts, body) = request.into_parts();
    let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    parts.uri = path.parse().expect("a path");
    let authority = url.authority().to_owned();
    add(&mut parts.headers, HOST, &authority);
    add(&mut parts.headers, ACCEPT, "*/*");
    if let Some(length) = http_body::Body::size_hint(&body).exact()
        && length > 0
    {
        add(&mut parts.headers, CONTENT_LENGTH, &length.to_string());
    }
    let client = SocketAddr::from(([127, 0, 0, 1], 50_000));
    parts.extensions.insert(ConnectInfo(client));
    axum::extract::Request::from_parts(parts, Body::new(body))
}

fn add(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if !headers.contains_key(&name) {
        headers.insert(name, HeaderValue::from_str(value).expect("a header"));
    }
}
