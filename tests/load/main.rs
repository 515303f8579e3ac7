//! Buys as fast as the shop lets it, for `scripts/bench`.
//!
//!     load add       URL SECONDS CONNECTIONS SKU        adds to the cart, each time as a new guest
//!     load purchase  URL SECONDS CONNECTIONS SKU SKU    whole purchases: two products, address, rate, order, order read
//!
//! Prints `DONE PER_SECOND P50_MS P99_MS FAILED`. Each connection is kept alive and sends one request at a time.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

const API: &str = "/wp-json/wc/store/v1";

/// One kept connection and the guest who uses it.
struct Guest {
    connection: SendRequest<Full<Bytes>>,
    host: String,
    nonce: String,
    cookies: BTreeMap<String, String>,
}

impl Guest {
    async fn connect(host: &str) -> Fallible<Self> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let (connection, driver) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(driver);
        let mut guest = Self { connection, host: host.to_owned(), nonce: String::new(), cookies: BTreeMap::new() };
        guest.send("GET", "/cart", None).await?;
        Ok(guest)
    }

    async fn send(&mut self, method: &str, path: &str, body: Option<&Value>) -> Fallible<(StatusCode, Bytes)> {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{API}{path}"))
            .header("Host", &self.host)
            .header("Nonce", &self.nonce)
            .header("Content-Type", "application/json");
        if !cookies.is_empty() {
            request = request.header("Cookie", cookies.join("; "));
        }
        let body = body.map_or_else(Bytes::new, |body| body.to_string().into());
        self.connection.ready().await?;
        let answer = self.connection.send_request(request.body(Full::new(body))?).await?;
        for line in answer.headers().get_all("set-cookie") {
            let pair = line.to_str()?.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        if let Some(nonce) = answer.headers().get("nonce") {
            nonce.to_str()?.clone_into(&mut self.nonce);
        }
        let status = answer.status();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }

    /// Sends and demands success.
    async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Fallible<Bytes> {
        let (status, answer) = self.send(method, path, body).await?;
        if status.is_success() {
            return Ok(answer);
        }
        Err(format!("{method} {path}: {status} {}", String::from_utf8_lossy(&answer)).into())
    }

    async fn product(&mut self, sku: &str) -> Fallible<i64> {
        let found: Value = serde_json::from_slice(&self.ask("GET", &format!("/products?sku={sku}"), None).await?)?;
        found[0]["id"].as_i64().ok_or_else(|| format!("no product has the SKU {sku}").into())
    }

    async fn add(&mut self, product: i64) -> Fallible<Value> {
        let body = json!({ "id": product, "quantity": 1 });
        Ok(serde_json::from_slice(&self.ask("POST", "/cart/add-item", Some(&body)).await?)?)
    }

    async fn purchase(&mut self, products: &[i64]) -> Fallible<()> {
        let mut cart = Value::Null;
        for product in products {
            cart = self.add(*product).await?;
        }
        let place = json!({
            "first_name": "Livia", "last_name": "Conti", "address_1": "Via dei Mille 7", "city": "Torino",
            "state": "TO", "postcode": "10123", "country": "IT"
        });
        let mut billing = place.clone();
        billing["email"] = json!("livia@example.com");
        let customer = json!({ "billing_address": billing, "shipping_address": place });
        self.ask("POST", "/cart/update-customer", Some(&customer)).await?;
        let rate = &cart["shipping_rates"][0]["shipping_rates"][0]["rate_id"];
        let rate = json!({ "package_id": 0, "rate_id": rate });
        self.ask("POST", "/cart/select-shipping-rate", Some(&rate)).await?;
        let mut checkout = customer;
        checkout["payment_method"] = json!("bacs");
        let order: Value = serde_json::from_slice(&self.ask("POST", "/checkout", Some(&checkout)).await?)?;
        let key = order["order_key"].as_str().unwrap_or_default();
        let path = format!("/order/{}?key={key}&billing_email=livia@example.com", order["order_id"]);
        self.ask("GET", &path, None).await?;
        Ok(())
    }
}

#[derive(Clone)]
enum Flow {
    Add,
    Purchase,
}

struct Tally {
    times: Vec<Duration>,
    failed: usize,
    reason: Option<String>,
}

async fn work(flow: Flow, host: String, skus: Vec<String>, end: Instant) -> Fallible<Tally> {
    let mut guest = Guest::connect(&host).await?;
    let mut products = Vec::new();
    for sku in &skus {
        products.push(guest.product(sku).await?);
    }
    let mut tally = Tally { times: Vec::new(), failed: 0, reason: None };
    while Instant::now() < end {
        guest.cookies.clear();
        let start = Instant::now();
        let outcome = match flow {
            Flow::Add => guest.add(products[0]).await.map(drop),
            Flow::Purchase => guest.purchase(&products).await,
        };
        match outcome {
            Ok(()) => tally.times.push(start.elapsed()),
            Err(reason) => {
                tally.failed += 1;
                tally.reason.get_or_insert(reason.to_string());
            }
        }
    }
    Ok(tally)
}

async fn run(flow: Flow, url: &str, seconds: u64, connections: usize, skus: Vec<String>) -> Fallible<()> {
    let host = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let start = Instant::now();
    let end = start + Duration::from_secs(seconds);
    let mut workers = JoinSet::new();
    for _ in 0..connections {
        workers.spawn(work(flow.clone(), host.clone(), skus.clone(), end));
    }
    let (mut times, mut failed) = (Vec::new(), 0);
    for tally in workers.join_all().await {
        let tally = tally?;
        times.extend(tally.times);
        failed += tally.failed;
        if let Some(reason) = tally.reason {
            eprintln!("{reason}");
        }
    }
    let took = start.elapsed().as_secs_f64();
    times.sort();
    let ms = |part: usize| times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    println!("{} {:.1} {:.2} {:.2} {failed}", times.len(), times.len() as f64 / took, ms(50), ms(99));
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.as_slice() {
        [flow, url, seconds, connections, skus @ ..] if !skus.is_empty() => {
            let flow = if flow == "add" { Flow::Add } else { Flow::Purchase };
            match (seconds.parse(), connections.parse()) {
                (Ok(seconds), Ok(connections)) => run(flow, url, seconds, connections, skus.to_vec()).await,
                _ => Err("SECONDS and CONNECTIONS are whole numbers".into()),
            }
        }
        _ => Err("usage: load add|purchase URL SECONDS CONNECTIONS SKU [SKU]".into()),
    };
    if let Err(reason) = outcome {
        eprintln!("load: {reason}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
