//! Services that set cookies or show content of others: what each is for, what it leaves, and which addresses are its own.

use serde::{Deserialize, Serialize};

use super::cleanup::CookieData;
use super::state::{Category, is_service};
use crate::base::{FieldError, Lang};
use crate::platform::messages::codes;
use crate::platform::typed::Check;

/// Most services of a shop: their choices share one cookie.
const MAX_SERVICES: usize = 40;
/// Most names of cookies, and most addresses, of a service.
const MAX_LINES: usize = 30;
/// Longest name of a service, of a cookie, of an address, in characters.
const MAX_LINE_CHARS: usize = 100;
/// Longest purpose or retention, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// A service as the merchant describes it. Empty English words: the Italian ones are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConsentService {
    /// Its name in cookies and records: letters, digits and `-_.`.
    pub id: String,
    /// What it is for.
    pub category: Category,
    pub name: String,
    /// The same in English.
    pub name_en: String,
    /// What it does, in a sentence.
    pub purpose: String,
    /// The same in English.
    pub purpose_en: String,
    /// Names of its cookies and of what it stores, one a line; a `*` stands for any text.
    pub cookies: String,
    /// How long these stay, in words.
    pub retention: String,
    /// The same in English.
    pub retention_en: String,
    /// Beginnings of the addresses of its scripts and frames, one a line: `www.youtube.com/embed/`.
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
    /// Its name, in a language.
    pub fn name_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.name_en.is_empty() { &self.name_en } else { &self.name }
    }

    /// What it does, in a language.
    pub fn purpose_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.purpose_en.is_empty() { &self.purpose_en } else { &self.purpose }
    }

    /// How long its cookies stay, in a language.
    pub fn retention_in(&self, lang: Lang) -> &str {
        if lang == Lang::En && !self.retention_en.is_empty() { &self.retention_en } else { &self.retention }
    }

    /// Names of its cookies.
    pub fn cookie_names(&self) -> impl Iterator<Item = &str> {
        lines(&self.cookies)
    }

    /// Whether an address is one of its own: the host is named or lies below the one that is, and the path begins as it says.
    fn owns(&self, address: &Address<'_>) -> bool {
        lines(&self.sources).any(|source| {
            let (host, path) = source.split_once('/').map_or((source, ""), |(host, path)| (host, path));
            let below =
                |host: &str| address.host.strip_suffix(host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            below(&host.to_ascii_lowercase()) && address.path.starts_with(path)
        })
    }
}

/// An https address in its parts.
struct Address<'a> {
    host: String,
    path: &'a str,
}

impl<'a> Address<'a> {
    /// Addresses with a user, a port or signs that no host has are none that may be shown.
    fn read(address: &'a str) -> Option<Self> {
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

/// Whose content an address is, for the question whether it may be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentOwner {
    /// Service; the host where no service of the shop has the address.
    pub service: String,
    pub name: String,
    /// What it is for; unknown content counts as marketing.
    pub category: Category,
    /// Host of the address.
    pub host: String,
}

/// The owner of an address, named in a language; nothing: it is no https address of a named host, and is never loaded.
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
    let read = Address::read(address)?;
    if let Some(own) = services.iter().find(|service| service.owns(&read)) {
        return Some(ContentOwner {
            service: own.id.clone(),
            name: own.name_in(lang).to_owned(),
            category: own.category,
            host: read.host,
        });
    }
    // A host too long for a cookie is asked about by its end, which is what names its owner.
    let mut service = read.host.as_str();
    while !is_service(service) {
        service = service.split_once('.').map(|(_, rest)| rest)?;
    }
    let (service, name) = (service.to_owned(), read.host.clone());
    Some(ContentOwner { service, name, category: Category::Marketing, host: read.host })
}

/// The cookies of each service by category.
pub fn cookie_data<'a>(services: impl IntoIterator<Item = &'a ConsentService>) -> CookieData {
    let mut data = CookieData::default();
    for service in services {
        let names = service.cookie_names().map(str::to_owned).collect();
        data.0.entry(service.category.name().to_owned()).or_default().insert(service.id.clone(), names);
    }
    data
}

/// Checks the services of a shop together, in their order.
///
/// # Errors
/// All refused fields: `services`, `services.0.name`.
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
    let source = |line: &str| Address::read(&format!("https://{line}")).is_none();
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

/// Whether a line can name cookies: signs of a cookie's name with one `*` at most, which must not stand alone.
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
        let kept = check_services(&[service(" a ", " example.com/x \n\n")]).unwrap();
        assert_eq!((kept[0].id.as_str(), kept[0].sources.as_str()), ("a", "example.com/x"));
    }
}
