//! Third-party services that set cookies or embed content: their purpose, cookies and URLs.

use serde::{Deserialize, Serialize};

use super::cleanup::CookieData;
use super::state::{Category, is_service};
use crate::base::{FieldError, Lang};
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Maximum number of services of a shop: their choices share one cookie.
const MAX_SERVICES: usize = 40;
/// Maximum number of cookie names, and of URLs, of a service.
const MAX_LINES: usize = 30;
/// Longest name of a service or cookie, and longest URL, in characters.
const MAX_LINE_CHARS: usize = 100;
/// Longest purpose or retention, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// A service as the merchant describes it. If an English text is empty, the Italian one is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConsentService {
    /// Id in cookies and records: letters, digits and `-_.`.
    pub id: String,
    /// Category of its purpose.
    pub category: Category,
    pub name: String,
    /// Name in English.
    pub name_en: String,
    /// Purpose, in a sentence.
    pub purpose: String,
    /// Purpose in English.
    pub purpose_en: String,
    /// Names of its cookies and storage keys, one a line; a `*` matches any text.
    pub cookies: String,
    /// Retention period, in words.
    pub retention: String,
    /// Retention period in English.
    pub retention_en: String,
    /// URL prefixes of its scripts and frames, one a line: `www.youtube.com/embed/`.
    pub sources: String,
}

impl Default for ConsentService {
    fn default() -> Self {
        Self {
            id: String::new(),
            category: Category::Marketing,
            name: String::new(),
            name_en: String::new(),
            purpose: String::new(),
            purpose_en: String::new(),
            cookies: String::new(),
            retention: String::new(),
            retention_en: String::new(),
            sources: String::new(),
        }
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

impl ConsentService {
    /// Returns its name in a language.
    pub fn name_in(&self, lang: Lang) -> &str {
        lang.select(&self.name, &self.name_en)
    }

    /// Returns its purpose in a language.
    pub fn purpose_in(&self, lang: Lang) -> &str {
        lang.select(&self.purpose, &self.purpose_en)
    }

    /// Returns the retention period of its cookies in a language.
    pub fn retention_in(&self, lang: Lang) -> &str {
        lang.select(&self.retention, &self.retention_en)
    }

    /// Iterates over the names of its cookies.
    pub fn cookie_names(&self) -> impl Iterator<Item = &str> {
        lines(&self.cookies)
    }

    /// Returns whether a URL belongs to it: the host is the given one or a subdomain, and the path starts with the given one.
    fn owns(&self, address: &Address<'_>) -> bool {
        lines(&self.sources).any(|source| {
            let (host, path) = source.split_once('/').map_or((source, ""), |(host, path)| (host, path));
            let below =
                |host: &str| address.host.strip_suffix(host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            below(&host.to_ascii_lowercase()) && address.path.starts_with(path)
        })
    }
}

/// Parts of an https URL.
struct Address<'a> {
    host: String,
    path: &'a str,
}

impl<'a> Address<'a> {
    /// Parses a URL. One with a user, a port or characters that no host has is rejected.
    fn parse(address: &'a str) -> Option<Self> {
        let scheme = address.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("https://"))?;
        let rest = address.get(scheme.len()..)?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let sign = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
        let named = !host.is_empty() && host.contains('.') && host.bytes().all(sign) && !host.starts_with('.');
        let clean = path.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b'\'' | b'<' | b'>' | b'\\'));
        (named && clean).then(|| Self { host: host.to_ascii_lowercase(), path: path.strip_prefix('/').unwrap_or(path) })
    }
}

/// Owner of embedded content, which decides whether it may be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentOwner {
    /// Id of the service; the host if no service of the shop has the URL.
    pub service: String,
    pub name: String,
    /// Category of its purpose; unknown content counts as marketing.
    pub category: Category,
    /// Host of the URL.
    pub host: String,
}

/// Finds the owner of a URL, with its name in a language; `None`: it is no https URL of a named host, and is never loaded.
///
/// ```
/// use shop_core::base::Lang;
/// use shop_core::privacy::consent::{Category, ConsentService, content_owner};
/// let video = ConsentService { id: "video".into(), sources: "example.com/embed/".into(), ..ConsentService::default() };
/// assert_eq!(content_owner("https://www.example.com/embed/7", &[video.clone()], Lang::It).unwrap().service, "video");
/// let other = content_owner("https://example.com/7", &[video], Lang::It).unwrap();
/// assert_eq!((other.service.as_str(), other.category), ("example.com", Category::Marketing));
/// ```
pub fn content_owner(address: &str, services: &[ConsentService], lang: Lang) -> Option<ContentOwner> {
    let read = Address::parse(address)?;
    if let Some(own) = services.iter().find(|service| service.owns(&read)) {
        return Some(ContentOwner {
            service: own.id.clone(),
            name: own.name_in(lang).to_owned(),
            category: own.category,
            host: read.host,
        });
    }
    // If a host is too long for a cookie, its end is used, which is the part that identifies its owner.
    let mut service = read.host.as_str();
    while !is_service(service) {
        service = service.split_once('.').map(|(_, rest)| rest)?;
    }
    let (service, name) = (service.to_owned(), read.host.clone());
    Some(ContentOwner { service, name, category: Category::Marketing, host: read.host })
}

/// Collects the cookies of each service by category.
pub fn cookie_data<'a>(services: impl IntoIterator<Item = &'a ConsentService>) -> CookieData {
    let mut data = CookieData::default();
    for service in services {
        let names = service.cookie_names().map(str::to_owned).collect();
        data.0.entry(service.category.name().to_owned()).or_default().insert(service.id.clone(), names);
    }
    data
}

/// Validates the services of a shop together, in their order.
///
/// # Errors
/// All invalid fields: `services`, `services.0.name`.
pub fn check_services(forms: &[ConsentService]) -> Result<Vec<ConsentService>, Vec<FieldError>> {
    let mut check = Check::default();
    if forms.len() > MAX_SERVICES {
        check.push(FieldError::new("services", codes::MERCHANT_TOO_MANY).with("maximum", MAX_SERVICES));
    }
    let services = forms.iter().enumerate().map(|(n, form)| check_service(&mut check, n, form, forms)).collect();
    check.done(services)
}

fn check_service(check: &mut Check, n: usize, form: &ConsentService, all: &[ConsentService]) -> ConsentService {
    let at = |part: &str| format!("services.{n}.{part}");
    let id = form.id.trim();
    if !is_service(id) {
        check.refuse(at("id"), codes::CONSENT_SERVICE_NAME);
    } else if all.iter().take(n).any(|other| other.id.trim() == id) {
        check.refuse(at("id"), codes::CONSENT_SERVICE_TWICE);
    }
    let mut listed = |part: &str, text: &str, wrong: fn(&str) -> bool, code: &'static str| {
        let found: Vec<&str> = lines(text).collect();
        if found.len() > MAX_LINES {
            check.push(FieldError::new(at(part), codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINES));
        }
        for line in found.iter().filter(|line| line.chars().count() > MAX_LINE_CHARS || wrong(line)) {
            let shown: String = line.chars().take(MAX_LINE_CHARS).collect();
            check.push(FieldError::new(at(part), code).with("value", shown));
        }
        found.join("\n")
    };
    let cookies = listed("cookies", &form.cookies, |line| !is_pattern(line), codes::CONSENT_COOKIE_NAME);
    let source = |line: &str| Address::parse(&format!("https://{line}")).is_none();
    let sources = listed("sources", &form.sources, source, codes::CONSENT_SOURCE);
    ConsentService {
        id: id.to_owned(),
        category: form.category,
        name: check.required(&at("name"), &form.name, MAX_LINE_CHARS),
        name_en: check.text(&at("name_en"), &form.name_en, MAX_LINE_CHARS),
        purpose: check.required(&at("purpose"), &form.purpose, MAX_TEXT_CHARS),
        purpose_en: check.text(&at("purpose_en"), &form.purpose_en, MAX_TEXT_CHARS),
        cookies,
        retention: check.text(&at("retention"), &form.retention, MAX_TEXT_CHARS),
        retention_en: check.text(&at("retention_en"), &form.retention_en, MAX_TEXT_CHARS),
        sources,
    }
}

/// Returns whether a line is a cookie name pattern: characters of a cookie's name with at most one `*`, which must not stand
/// alone.
fn is_pattern(line: &str) -> bool {
    line != "*" && line.matches('*').count() <= 1 && crate::privacy::cookies::is_name(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(id: &str, sources: &str) -> ConsentService {
        ConsentService {
            id: id.into(),
            name: "Video".into(),
            purpose: "Mostra video".into(),
            sources: sources.into(),
            ..ConsentService::default()
        }
    }

    fn fields(forms: &[ConsentService]) -> Vec<String> {
        check_services(forms).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn an_address_belongs_to_the_host_that_is_named_and_those_below_it() {
        let services = [service("maps", "www.google.com/maps/embed"), service("video", "example.com")];
        let owner = |address: &str| content_owner(address, &services, Lang::It).map(|owner| owner.service);
        for (address, expected) in [
            ("https://www.google.com/maps/embed?pb=1", Some("maps")),
            ("HTTPS://WWW.GOOGLE.COM/maps/embed", Some("maps")),
            ("https://www.google.com/search", Some("www.google.com")),
            ("https://player.example.com/1", Some("video")),
            ("https://notexample.com/1", Some("notexample.com")),
            ("https://example.com.evil.net/", Some("example.com.evil.net")),
            ("http://example.com/1", None),
            ("//example.com/1", None),
            ("javascript:alert(1)", None),
            ("https://user@example.com/", None),
            ("https://example.com:8443/", None),
            ("https://localhost/", None),
            ("https://example.com/\"onload=", None),
        ] {
            assert_eq!(owner(address).as_deref(), expected, "{address}");
        }
        let long = format!("https://{}.example.org/", "a".repeat(40));
        assert_eq!(owner(&long).as_deref(), Some("example.org"), "a choice is kept under a name that fits its cookie");
    }

    #[test]
    fn cookies_are_listed_by_category_and_service() {
        let data = cookie_data(&[ConsentService { cookies: "_ga\n _ga_*\n\n".into(), ..service("counter", "") }]);
        assert_eq!(serde_json::to_string(&data).unwrap(), r#"{"marketing":{"counter":["_ga","_ga_*"]}}"#);
    }

    #[test]
    fn a_service_that_cannot_be_told_or_found_is_refused() {
        for (wrong, field) in [
            (ConsentService { id: "due parole".into(), ..service("x", "") }, "id"),
            (ConsentService { id: String::new(), ..service("x", "") }, "id"),
            (ConsentService { name: " ".into(), ..service("x", "") }, "name"),
            (ConsentService { purpose: String::new(), ..service("x", "") }, "purpose"),
            (ConsentService { cookies: "*".into(), ..service("x", "") }, "cookies"),
            (ConsentService { cookies: "a;b".into(), ..service("x", "") }, "cookies"),
            (ConsentService { cookies: "a*b*".into(), ..service("x", "") }, "cookies"),
            (service("x", "http://example.com"), "sources"),
            (service("x", "esempio"), "sources"),
        ] {
            assert_eq!(fields(&[wrong]), [format!("services.0.{field}")]);
        }
        assert_eq!(fields(&[service("a", ""), service("a", "")]), ["services.1.id"]);
        assert!(check_services(&vec![service("a", ""); 41]).is_err());
        let checked = check_services(&[service(" a ", " example.com/x \n\n")]).unwrap();
        assert_eq!((checked[0].id.as_str(), checked[0].sources.as_str()), ("a", "example.com/x"));
    }
}
