//! Metrics of the process in Prometheus's text format. Written by hand, because counters and two histograms need no library.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use super::engine::RenderError;

/// Upper bounds of the histograms, in microseconds: from a cached page to one that times out.
const BOUNDS_US: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000];

/// Routes are patterns of the router, so there are few; this only guards against a mistake.
const MAX_ROUTES: usize = 500;

/// Source of a page's response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageSource {
    /// From the cache.
    Cached,
    /// Built for this request.
    Built,
    /// 304 Not Modified.
    NotModified,
}

/// Counters of the process, shared.
#[derive(Debug, Default)]
pub struct Metrics {
    /// By route, then by first digit of the status.
    requests: RwLock<BTreeMap<String, [AtomicU64; 6]>>,
    request_times: Histogram,
    render_times: Histogram,
    pages: [AtomicU64; 3],
    render_errors: [AtomicU64; 8],
}

#[derive(Debug, Default)]
struct Histogram {
    /// One more than bounds, for values above all of them.
    counts: [AtomicU64; BOUNDS_US.len() + 1],
    sum_us: AtomicU64,
}

/// A value that is read when the metrics are scraped.
#[derive(Clone, Copy, Debug)]
pub struct Gauge {
    /// Name, with the prefix `shop_`.
    pub name: &'static str,
    pub help: &'static str,
    pub value: u64,
}

impl Metrics {
    /// Counts a response. `route`: the router's pattern, never an address.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        self.request_times.observe(took);
        let class = usize::from(status / 100);
        let routes = self.requests.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(counter) = routes.get(route).and_then(|classes| classes.get(class)) {
            counter.fetch_add(1, Ordering::Relaxed);
            return;
        }
        drop(routes);
        let mut routes = self.requests.write().unwrap_or_else(PoisonError::into_inner);
        if routes.len() < MAX_ROUTES
            && let Some(counter) = routes.entry(route.to_owned()).or_default().get(class)
        {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts a page.
    pub fn page(&self, source: PageSource) {
        let [cached, made, same] = &self.pages;
        let counter = match source {
            PageSource::Cached => cached,
            PageSource::Built => made,
            PageSource::NotModified => same,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a rendering.
    pub fn rendered(&self, took: Duration, error: Option<&RenderError>) {
        let Some(error) = error else { return self.render_times.observe(took) };
        if let Some(counter) = self.render_errors.get(error_number(error)) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Formats all counters and the given gauges (`text/plain; version=0.0.4`).
    pub fn text(&self, gauges: &[Gauge]) -> String {
        let mut out = String::with_capacity(8192);
        head(&mut out, "shop_requests_total", "counter", "Answers by route and class of status.");
        for (route, classes) in self.requests.read().unwrap_or_else(PoisonError::into_inner).iter() {
            for (class, counter) in
                classes.iter().enumerate().filter(|(_, counter)| counter.load(Ordering::Relaxed) > 0)
            {
                let count = counter.load(Ordering::Relaxed);
                let _ = writeln!(out, "shop_requests_total{{route=\"{}\",status=\"{class}xx\"}} {count}", label(route));
            }
        }
        self.request_times.text(&mut out, "shop_request_seconds", "Time from request to answer.");
        self.render_times.text(&mut out, "shop_page_render_seconds", "Time to render a page, waiting included.");
        head(&mut out, "shop_pages_total", "counter", "Pages by where they came from.");
        for (name, counter) in ["cached", "made", "not_modified"].iter().zip(&self.pages) {
            let _ = writeln!(out, "shop_pages_total{{source=\"{name}\"}} {}", counter.load(Ordering::Relaxed));
        }
        head(&mut out, "shop_page_render_errors_total", "counter", "Pages that could not be rendered.");
        for (name, counter) in ERROR_KINDS.iter().zip(&self.render_errors) {
            let _ =
                writeln!(out, "shop_page_render_errors_total{{kind=\"{name}\"}} {}", counter.load(Ordering::Relaxed));
        }
        for gauge in gauges {
            head(&mut out, gauge.name, "gauge", gauge.help);
            let _ = writeln!(out, "{} {}", gauge.name, gauge.value);
        }
        out
    }
}

/// Names of the errors, indexed by [`error_number`].
const ERROR_KINDS: [&str; 8] = ["busy", "timeout", "memory", "script", "answer", "start", "failed_recently", "ended"];

fn error_number(error: &RenderError) -> usize {
    match error {
        RenderError::Busy => 0,
        RenderError::Timeout => 1,
        RenderError::Memory => 2,
        RenderError::Script(_) => 3,
        RenderError::Answer(_) => 4,
        RenderError::Start(_) => 5,
        RenderError::FailedRecently => 6,
        RenderError::Ended => 7,
    }
}

impl Histogram {
    fn observe(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = BOUNDS_US.partition_point(|bound| *bound < us);
        if let Some(counter) = self.counts.get(bucket) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        self.sum_us.fetch_add(us, Ordering::Relaxed);
    }

    fn text(&self, out: &mut String, name: &str, help: &str) {
        head(out, name, "histogram", help);
        let mut so_far = 0;
        let bounds = BOUNDS_US.iter().map(|us| seconds(*us)).chain(std::iter::once("+Inf".to_owned()));
        for (bound, counter) in bounds.zip(&self.counts) {
            so_far += counter.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {so_far}");
        }
        let _ = writeln!(out, "{name}_sum {}\n{name}_count {so_far}", seconds(self.sum_us.load(Ordering::Relaxed)));
    }
}

fn seconds(us: u64) -> String {
    let text = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}

/// Returns the resident memory of the process in bytes; 0 where the system does not report it.
pub fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    // Pages are 4 KiB on every supported system that has this file.
    statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_route_and_class() {
        let metrics = Metrics::default();
        metrics.request("/prodotto/{slug}/", 200, Duration::from_micros(700));
        metrics.request("/prodotto/{slug}/", 204, Duration::from_millis(3));
        metrics.request("/prodotto/{slug}/", 404, Duration::from_secs(9));
        metrics.request("odd\"route", 999, Duration::ZERO);
        let text = metrics.text(&[]);
        assert!(text.contains("shop_requests_total{route=\"/prodotto/{slug}/\",status=\"2xx\"} 2\n"), "{text}");
        assert!(text.contains("shop_requests_total{route=\"/prodotto/{slug}/\",status=\"4xx\"} 1\n"));
        assert!(text.contains("shop_request_seconds_bucket{le=\"0.001\"} 2\n"));
        assert!(text.contains("shop_request_seconds_bucket{le=\"2.5\"} 3\n"));
        assert!(text.contains("shop_request_seconds_bucket{le=\"+Inf\"} 4\nshop_request_seconds_sum 9.0037\n"));
    }

    #[test]
    fn pages_renderings_and_values_have_their_lines() {
        let metrics = Metrics::default();
        metrics.page(PageSource::Cached);
        metrics.rendered(Duration::from_millis(5), None);
        metrics.rendered(Duration::ZERO, Some(&RenderError::Timeout));
        let text = metrics.text(&[Gauge { name: "shop_x", help: "X.", value: 7 }]);
        assert!(text.contains("shop_pages_total{source=\"cached\"} 1\n"));
        assert!(text.contains("shop_page_render_seconds_count 1\n"));
        assert!(text.contains("shop_page_render_errors_total{kind=\"timeout\"} 1\n"));
        assert!(text.ends_with("# HELP shop_x X.\n# TYPE shop_x gauge\nshop_x 7\n"));
    }
}
