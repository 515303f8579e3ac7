//! TCP connections: how many are allowed, how long one may stall, and graceful shutdown.
//!
//! A client that opens connections without sending requests, or without reading responses, holds memory and file descriptors. So
//! the number of connections is limited per address and in total, and a connection that stalls is closed.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::network_of;

/// Most headers of a request: a browser sends about thirty.
const MAX_HEADERS: usize = 100;
/// Most bytes of the request line and headers, cookies included.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Idle timeout for trusted proxies, which reuse connections for the next visitor. When the server closes one just as the proxy
/// sends a request, the visitor gets an error; so the server waits longer than proxies do by default (60 s).
const PROXY_IDLE: Duration = Duration::from_mins(2);
/// Delay before accepting again when the process is out of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// File descriptors that the process needs beside connections: the database, pictures being sent, the provider.
const RESERVED_FILES: u64 = 256;
/// Limit of file descriptors requested from the system.
const REQUESTED_FILES: u64 = 65_536;
/// Interval between log lines about refused connections.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Connections that the kernel queues until they are accepted.
const BACKLOG: u32 = 1024;

/// Binds an address, `host:port`, without listening on it: until the server is ready, connections are refused at once instead of
/// waiting.
///
/// # Errors
/// The name does not resolve, or the address is in use or not of this machine.
pub async fn reserve(address: &str) -> io::Result<TcpSocket> {
    let mut last = None;
    for address in lookup_host(address).await? {
        match bind(address) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no address has this name")))
}

fn bind(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Lets a restarted server bind its port while connections of the former process are still closing.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Starts to accept connections on a reserved address.
///
/// # Errors
/// Another process already listens on it.
pub fn listen(socket: TcpSocket) -> io::Result<TcpListener> {
    socket.listen(BACKLOG)
}

/// Limits of connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// Most open connections in total; 0 means no limit.
    pub all: usize,
    /// Most open connections of one address (for IPv6, of one /64 network); 0 means no limit.
    pub per_address: usize,
    /// Time within which a request's headers must arrive, from the start of the connection or the previous response.
    pub head: Duration,
    /// Time within which the client must read on from a response.
    pub write: Duration,
    /// Trusted proxies, which carry many visitors: only the total limit applies to them.
    pub trusted: Vec<IpNet>,
}

impl ConnectionLimits {
    /// Creates limits with the default timeouts.
    pub fn new(all: usize, per_address: usize, trusted: &[IpNet]) -> Self {
        let (head, write) = (Duration::from_secs(15), Duration::from_secs(30));
        Self { all, per_address, head, write, trusted: trusted.to_vec() }
    }

    /// Raises the file descriptor limit as far as the system allows, and lowers the connection limit to fit.
    #[must_use]
    pub fn within_system(self) -> Self {
        let mut files = getrlimit(Resource::Nofile);
        let hard = files.maximum.unwrap_or(u64::MAX);
        if files.current.is_some_and(|soft| soft < hard.min(REQUESTED_FILES)) {
            files.current = Some(hard.min(REQUESTED_FILES));
            if let Err(error) = setrlimit(Resource::Nofile, files) {
                tracing::warn!(%error, "the limit of open files could not be raised");
            }
        }
        let have = getrlimit(Resource::Nofile).current.unwrap_or(REQUESTED_FILES);
        let most = usize::try_from(have.saturating_sub(RESERVED_FILES).max(have / 2)).unwrap_or(usize::MAX);
        Self { all: if self.all == 0 { most } else { self.all.min(most) }, ..self }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|net| net.contains(&address))
    }
}

/// Serves connections until `stop` is set, then finishes the open ones.
pub async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, mut stop: watch::Receiver<bool>) {
    let limits = Arc::new(limits);
    let open = Arc::new(OpenConnections::default());
    let tasks = TaskTracker::new();
    while !*stop.borrow() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_connection_error(&error) {
                    tracing::error!(%error, "no connection could be taken");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
                continue;
            }
        };
        // Dropping the stream closes a refused connection.
        let Some(slot) = OpenConnections::try_acquire(&open, peer.ip(), &limits) else { continue };
        let (router, limits, stop) = (router.clone(), Arc::clone(&limits), stop.clone());
        tasks.spawn(async move {
            // Errors of a connection are caused by its client and not logged.
            let _ = serve_connection(stream, peer, router, &limits, stop).await;
            drop(slot);
        });
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: &ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) -> hyper::Result<()> {
    // Responses are written whole, so Nagle's algorithm would only delay them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write));
    let head = if limits.is_trusted(peer.ip()) { PROXY_IDLE } else { limits.head };
    let service = router.map_request(move |mut request: axum::http::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head).max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD_BYTES);
    let connection = builder.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service));
    tokio::pin!(connection);
    let mut is_stopping = false;
    loop {
        tokio::select! {
            done = connection.as_mut() => return done,
            _ = stop.changed(), if !is_stopping => {
                is_stopping = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Tells whether an accept error concerns one connection, which was gone before it was accepted.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Counts of open connections.
#[derive(Debug, Default)]
struct OpenConnections {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_network: HashMap<IpNet, usize>,
    /// When a refusal was last logged; not every one is.
    last_logged: Option<Instant>,
}

/// A counted connection; dropping it gives its slot back.
struct ConnectionSlot {
    open: Arc<OpenConnections>,
    network: Option<IpNet>,
}

impl OpenConnections {
    /// Counts one more connection; `None` when a limit is reached.
    fn try_acquire(open: &Arc<Self>, address: IpAddr, limits: &ConnectionLimits) -> Option<ConnectionSlot> {
        let network = (limits.per_address > 0 && !limits.is_trusted(address)).then(|| network_of(address));
        let mut counts = open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_network = network.map_or(0, |network| counts.by_network.get(&network).copied().unwrap_or(0));
        let full = limits.all > 0 && counts.all >= limits.all;
        if full || (network.is_some() && of_network >= limits.per_address) {
            if counts.last_logged.is_none_or(|last| last.elapsed() >= LOG_INTERVAL) {
                counts.last_logged = Some(Instant::now());
                let why = if full { "too many connections" } else { "too many connections of one address" };
                tracing::warn!(%address, "{why}: refused, as are others");
            }
            return None;
        }
        counts.all += 1;
        if let Some(network) = network {
            counts.by_network.insert(network, of_network + 1);
        }
        drop(counts);
        Some(ConnectionSlot { open: Arc::clone(open), network })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(network) = self.network
            && let Some(count) = counts.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                counts.by_network.remove(&network);
            }
        }
    }
}
