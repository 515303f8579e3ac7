//! Connections of visitors: how many there may be, how long one may keep us waiting, and their end in order.
//!
//! Whoever opens connections and says nothing, or reads nothing of what was asked for, holds memory and a place in the system's
//! table. So each address has a number of them, all together have one, and a connection that keeps us waiting is closed.

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

/// Most headers of a request: a browser sends some thirty.
const MAX_HEADERS: usize = 100;
/// Most bytes of a request's line and headers, cookies included.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// A proxy keeps its connections open for the next visitor. When we close one in the same moment in which it asks, its visitor gets
/// an error: so we wait longer than they do by default (60 s).
const PROXY_IDLE: Duration = Duration::from_mins(2);
/// Time to the next try when the system has no more files for us.
const BREATH: Duration = Duration::from_millis(50);
/// Files that the process needs beside connections: the database, pictures being sent, the provider.
const OTHER_FILES: u64 = 256;
/// Files that are asked of the system.
const WANTED_FILES: u64 = 65_536;
/// Refused connections are told of this often.
const TELL_EVERY: Duration = Duration::from_mins(1);

/// Connections that the system holds until they are accepted.
const BACKLOG: u32 = 1024;

/// Binds an address, `host:port`, without listening on it: connections are refused at once instead of waiting for a server that
/// is still starting.
///
/// # Errors
/// The name is unknown, or the address is in use or not of this machine.
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
    // A restarted server gets its port while connections of the former one are still closing.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Accepts connections on a reserved address from now on.
///
/// # Errors
/// Another process has begun to listen on it.
pub fn listen(socket: TcpSocket) -> io::Result<TcpListener> {
    socket.listen(BACKLOG)
}

/// What visitors may do with connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// Open ones in all; 0: no limit.
    pub all: usize,
    /// Open ones of one address (of IPv6: one network of 64 bits); 0: no limit.
    pub per_address: usize,
    /// A request's headers come within this time, counted from the connection's beginning or from the answer before.
    pub head: Duration,
    /// What is sent is read on within this time.
    pub write: Duration,
    /// Proxies, which speak for many visitors: only the limit of all counts for them.
    pub trusted: Vec<IpNet>,
}

impl ConnectionLimits {
    /// With the usual times.
    pub fn new(all: usize, per_address: usize, trusted: &[IpNet]) -> Self {
        let (head, write) = (Duration::from_secs(15), Duration::from_secs(30));
        Self { all, per_address, head, write, trusted: trusted.to_vec() }
    }

    /// No more than the system has files for, after as many as it gives were asked for.
    #[must_use]
    pub fn within_system(self) -> Self {
        let mut files = getrlimit(Resource::Nofile);
        let hard = files.maximum.unwrap_or(u64::MAX);
        if files.current.is_some_and(|soft| soft < hard.min(WANTED_FILES)) {
            files.current = Some(hard.min(WANTED_FILES));
            if let Err(error) = setrlimit(Resource::Nofile, files) {
                tracing::warn!(%error, "the limit of open files could not be raised");
            }
        }
        let have = getrlimit(Resource::Nofile).current.unwrap_or(WANTED_FILES);
        let most = usize::try_from(have.saturating_sub(OTHER_FILES).max(have / 2)).unwrap_or(usize::MAX);
        Self { all: if self.all == 0 { most } else { self.all.min(most) }, ..self }
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|net| net.contains(&address))
    }
}

/// Serves connections until told to stop, then until those that are open have got their answers.
pub async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, mut stop: watch::Receiver<bool>) {
    let limits = Arc::new(limits);
    let open = Arc::new(Open::default());
    let tasks = TaskTracker::new();
    while !*stop.borrow() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_connection(&error) {
                    tracing::error!(%error, "no connection could be taken");
                    tokio::time::sleep(BREATH).await;
                }
                continue;
            }
        };
        // One that is refused is closed by being dropped.
        let Some(place) = Open::enter(&open, peer.ip(), &limits) else { continue };
        let (router, limits, stop) = (router.clone(), Arc::clone(&limits), stop.clone());
        tasks.spawn(async move {
            // What goes wrong with a connection is its client's doing, and is not told.
            let _ = answer(stream, peer, router, &limits, stop).await;
            drop(place);
        });
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: &ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) -> hyper::Result<()> {
    // Answers are written whole: waiting for more to send only delays them.
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
    let mut told = false;
    loop {
        tokio::select! {
            done = connection.as_mut() => return done,
            _ = stop.changed(), if !told => {
                told = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Errors that are about one connection, which has gone before it was taken.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The open connections.
#[derive(Debug, Default)]
struct Open {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_network: HashMap<IpNet, usize>,
    /// When a refusal was told of; not each is.
    told: Option<Instant>,
}

/// A connection that counts until it is dropped.
struct Place {
    open: Arc<Open>,
    network: Option<IpNet>,
}

impl Open {
    /// Counts one more; `None`: there are enough.
    fn enter(open: &Arc<Self>, address: IpAddr, limits: &ConnectionLimits) -> Option<Place> {
        let network = (limits.per_address > 0 && !limits.is_trusted(address)).then(|| network_of(address));
        let mut counts = open.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_network = network.map_or(0, |network| counts.by_network.get(&network).copied().unwrap_or(0));
        let full = limits.all > 0 && counts.all >= limits.all;
        if full || (network.is_some() && of_network >= limits.per_address) {
            if counts.told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
                counts.told = Some(Instant::now());
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
        Some(Place { open: Arc::clone(open), network })
    }
}

impl Drop for Place {
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
