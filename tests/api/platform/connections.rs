//! Who opens connections and says nothing, says it slowly, or reads nothing of what was asked for.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use http_body::Frame;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use shop_server::app::limits::connections::{ConnectionLimits, serve};
use shop_tests::rules;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, watch};

/// A test opens more files than a process usually may.
fn want_files() {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).expect("a limit");
    setrlimit(Resource::RLIMIT_NOFILE, hard.min(8192).max(soft), hard).expect("more files");
}

/// A connection from an address of this machine's own: all of 127.0.0.0/8 are.
async fn connect(from: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::from(from)), 0))?;
    socket.connect(to).await
}

/// Whether the other side closes it; what it says before goes unread.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut out = [0; 1024];
    loop {
        match stream.read(&mut out).await {
            Ok(0) | Err(_) => return true,
            Ok(_) => {}
        }
    }
}

async fn ask(stream: &mut TcpStream, head: &str) -> String {
    // Who is refused early may find the connection closed while it still writes.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut out = vec![0; 4096];
    let read = stream.read(&mut out).await.unwrap_or(0);
    String::from_utf8_lossy(&out[..read]).into_owned()
}

/// An answer without end; tells when nobody wants more of it.
struct Endless(Arc<Notify>);

impl http_body::Body for Endless {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 65_536])))))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

struct Served {
    address: SocketAddr,
    given_up: Arc<Notify>,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<()>,
}

/// A server with the usual limits, changed.
async fn served(change: impl FnOnce(&mut ConnectionLimits)) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let given_up = Arc::new(Notify::new());
    let notify = Arc::clone(&given_up);
    let endless = move || {
        let body = Endless(Arc::clone(&notify));
        async move { Body::new(body) }
    };
    let router = Router::new().route("/", get(|| async { "ok" })).route("/endless", get(endless));
    let (stop, stopped) = watch::channel(false);
    let mut limits = ConnectionLimits::new(0, 0, &[]);
    change(&mut limits);
    let task = tokio::spawn(serve(listener, router, limits, stopped));
    Served { address, given_up, stop, task }
}

const SOON: Duration = Duration::from_millis(200);
const HOME: [u8; 4] = [127, 0, 0, 1];
const GET: &str = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

#[tokio::test]
async fn a_connection_that_says_nothing_or_not_enough_is_closed() {
    let shop = served(|limits| limits.head = SOON).await;
    for said in ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nhost: x\r\ncookie: a"] {
        let mut stream = connect(HOME, shop.address).await.expect("a connection");
        stream.write_all(said.as_bytes()).await.expect("sent");
        assert!(is_closed(&mut stream).await, "{said:?}");
    }
    // One that asked and was answered may ask again, but not wait for ever.
    let mut stream = connect(HOME, shop.address).await.expect("a connection");
    for _ in 0..2 {
        assert!(ask(&mut stream, GET).await.ends_with("ok"));
    }
    assert!(is_closed(&mut stream).await);
}

#[tokio::test]
async fn headers_that_come_letter_by_letter_are_not_waited_for() {
    let shop = served(|limits| limits.head = SOON).await;
    let stream = connect(HOME, shop.address).await.expect("a connection");
    let (mut from, mut to) = stream.into_split();
    let writer = tokio::spawn(async move {
        let head = "GET / HTTP/1.1\r\nhost: x\r\n".to_owned() + &"a: b\r\n".repeat(90);
        for byte in head.bytes() {
            if to.write_all(&[byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut out = Vec::new();
    let _ = from.read_to_end(&mut out).await;
    assert!(!String::from_utf8_lossy(&out).contains("200 OK"));
    writer.abort();
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let shop = served(|limits| limits.write = SOON).await;
    let mut stream = connect(HOME, shop.address).await.expect("a connection");
    stream.write_all(b"GET /endless HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    shop.given_up.notified().await;
}

#[tokio::test]
async fn an_address_has_a_number_of_connections_and_proxies_have_none_of_their_own() {
    let proxy: ipnet::IpNet = "127.0.4.0/24".parse().expect("a network");
    let shop = served(|limits| {
        limits.per_address = 3;
        limits.all = 10;
        limits.trusted = vec![proxy];
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..3 {
        let mut stream = connect([127, 0, 3, 1], shop.address).await.expect("a connection");
        assert!(ask(&mut stream, GET).await.ends_with("ok"));
        open.push(stream);
    }
    let mut more = connect([127, 0, 3, 1], shop.address).await.expect("a connection");
    assert!(is_closed(&mut more).await, "the fourth of an address");
    // The place of one that has gone is free again, once the server has noticed.
    drop(open.pop());
    loop {
        let mut again = connect([127, 0, 3, 1], shop.address).await.expect("a connection");
        if ask(&mut again, GET).await.ends_with("ok") {
            open.push(again);
            break;
        }
    }
    for n in 0..7 {
        let mut stream = connect([127, 0, 4, 1], shop.address).await.expect("a connection");
        assert!(ask(&mut stream, GET).await.ends_with("ok"), "{n} of a proxy");
        open.push(stream);
    }
    let mut more = connect([127, 0, 5, 1], shop.address).await.expect("a connection");
    assert!(is_closed(&mut more).await, "one more than there may be in all");
    assert!(ask(&mut open[0], GET).await.ends_with("ok"), "those that are open go on");
}

#[tokio::test]
async fn a_flood_of_headers_is_refused() {
    let shop = served(|_| {}).await;
    for (name, headers) in [("many", "a: b\r\n".repeat(10_000)), ("long", format!("a: {}\r\n", "x".repeat(1_000_000)))]
    {
        let mut stream = connect(HOME, shop.address).await.expect("a connection");
        let answer = ask(&mut stream, &format!("GET / HTTP/1.1\r\nhost: x\r\n{headers}\r\n")).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{name}: {answer}");
    }
    let mut stream = connect(HOME, shop.address).await.expect("a connection");
    assert!(ask(&mut stream, GET).await.ends_with("ok"));
}

#[tokio::test]
async fn who_is_told_to_stop_answers_what_was_asked_and_closes_the_rest() {
    let shop = served(|_| {}).await;
    let mut idle = connect(HOME, shop.address).await.expect("a connection");
    assert!(ask(&mut idle, GET).await.ends_with("ok"));
    shop.stop.send(true).expect("it runs");
    assert!(is_closed(&mut idle).await);
    shop.task.await.expect("it ends");
    assert!(connect(HOME, shop.address).await.is_err());
}

rules! {
    async fn buyers_are_answered_while_a_thousand_connections_say_nothing(shop) {
        want_files();
        let mut shop = shop;
        let server = shop.add_process();
        let to = shop.socket(server);
        let mut buyer = shop.visitor_of(server);
        let id = buyer.id("t-oil").await;
        buyer.page("/prodotto/olio-di-prova/").await;
        let mut open = Vec::new();
        for n in 0..1000_u32 {
            let from = [127, 0, 10 + u8::try_from(n / 100).expect("small"), 1];
            let mut stream = connect(from, to).await.expect("a connection");
            if n % 2 == 0 {
                stream.write_all(b"POST /wp-json/wc/store/v1/cart/add-item HTTP/1.1\r\nhost: x\r\ncontent-le").await.expect("sent");
            }
            open.push(stream);
        }
        let start = Instant::now();
        let added = buyer.post("/cart/add-item", serde_json::json!({ "id": id, "quantity": 1 })).await;
        let page = buyer.page("/cart/").await;
        let took = start.elapsed();
        assert_eq!((added.status, page.status), (201, 200), "{}", added.text());
        assert!(took < Duration::from_secs(2), "two answers took {took:?}");
        let mut closed = 0;
        for _ in 0..300 {
            let mut stream = connect([127, 0, 99, 1], to).await.expect("a connection");
            let mut out = [0; 1];
            let waited = tokio::time::timeout(Duration::from_millis(1), stream.read(&mut out)).await;
            closed += u32::from(matches!(waited, Ok(Ok(0) | Err(_))));
            open.push(stream);
        }
        assert!(closed >= 30, "one address has at most 256: {closed} were closed");
        let memory = shop.peak_memory_mb(server);
        assert!(memory < 400, "{memory} MB");
    }
}
