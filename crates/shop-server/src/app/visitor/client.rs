//! The client's address, also behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;

use crate::app::limits::cart_gate::on_behalf_of;
use crate::app::limits::network_of;
use crate::platform::config::Config;

/// Header in which proxies name their client, the nearest last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Replaces the connection's address by the client's when the connection is a trusted proxy's. Everything behind it (rate limits,
/// the address stored with an order) reads the one extension.
pub(crate) async fn resolve(config: &Config, mut request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    if let Some(peer) = connection
        && let Some(client) = behind_proxies(peer.ip(), request.headers(), &config.trusted_proxies)
    {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(client, peer.port())));
    }
    let network = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or_else(|| "unknown".to_owned(), |info| network_of(info.0.ip()).to_string());
    on_behalf_of(network, next.run(request)).await
}

/// Returns the last address of the chain that is not a trusted proxy; `None` when the connection is the client's own. Entries
/// further left were written by the client and prove nothing.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    if !is_trusted(&peer) {
        return None;
    }
    let named: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|v| v.split(','))
        .collect();
    let mut nearest = None;
    for text in named.into_iter().rev() {
        // An unparsable entry ends the chain: what was found up to there counts.
        let Some(address) = address_of(text) else { break };
        nearest = Some(address);
        if !is_trusted(&address) {
            break;
        }
    }
    nearest
}

/// Parses "203.0.113.7", "203.0.113.7:4711", "2001:db8::1" or "[2001:db8::1]:4711".
fn address_of(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Returns the client's address, for orders and for rate limits, which count its network.
pub(crate) fn client_ip(extensions: &Extensions) -> String {
    extensions.get::<ConnectInfo<SocketAddr>>().map_or_else(|| "unknown".to_owned(), |info| info.0.ip().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, named: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in named {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        let peer: IpAddr = peer.parse().unwrap();
        behind_proxies(peer, &headers, &trusted).unwrap_or(peer).to_string()
    }

    #[test]
    fn nobody_chooses_an_address_by_a_header() {
        assert_eq!(seen("203.0.113.7", &["198.51.100.1"]), "203.0.113.7");
        // The client wrote the first, the proxy added the second.
        assert_eq!(seen("10.0.0.1", &["198.51.100.1, 203.0.113.7"]), "203.0.113.7");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1", "203.0.113.7"]), "203.0.113.7");
    }

    #[test]
    fn a_row_of_trusted_proxies_is_passed_through() {
        assert_eq!(seen("10.0.0.1", &["203.0.113.7, 10.2.0.9, 10.0.0.2"]), "203.0.113.7");
        assert_eq!(seen("::1", &["[2001:db8::5]:9000"]), "2001:db8::5");
        assert_eq!(seen("10.0.0.1", &["10.0.0.9"]), "10.0.0.9", "a client within the trusted network");
    }

    #[test]
    fn without_a_readable_header_it_is_the_connection() {
        for named in [&[][..], &["unknown"], &["203.0.113.7, _hidden"], &[""]] {
            assert_eq!(seen("10.0.0.1", named), "10.0.0.1", "{named:?}");
        }
    }
}
