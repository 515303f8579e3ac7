//! Cookie consent on pages: the banner, the preferences, content that waits for consent, and the middleware that reads a
//! visitor's choices.

use std::sync::Arc;

use axum::extract::Request;
use axum::response::Response;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::privacy::consent::{Category, ConsentState, content_owner, cookie_data};
use shop_core::view::{
    AnalyticsFrame, ConsentBanner, ConsentCategory, ConsentFrame, ConsentServiceView, ContentPart, EmbedKind,
    EmbedView, TagView,
};
use shop_services::content::pages::category_code;
use shop_services::content::rich_text::{Piece, clean, pieces};
use shop_services::platform::settings::{MEASUREMENT, OWN_STATISTICS, ShopSettings, TAG_MANAGER};

use crate::app::storefront::Storefront;
use crate::app::visitor::consent;
use crate::render::{Consent, CspAdditions};

/// Adds the visitor's consent to a page request.
pub(crate) fn resolve(storefront: &Arc<Storefront>, settings: &ShopSettings, request: &mut Request) -> Arc<Consent> {
    let known = Arc::new(consent::of(request.headers(), settings, &storefront.web));
    request.extensions_mut().insert(Arc::clone(&known));
    known
}

/// Updates cookies that store choices under another policy version, and allows the page to run the services that its visitor
/// accepted.
pub(crate) fn update_cookies(known: &Consent, response: &mut Response) {
    let set = response.headers().contains_key(axum::http::header::SET_COOKIE);
    // A form handler may already have set newer cookies.
    if !set {
        consent::write(&known.cookies, response.headers_mut());
    }
    if known.tags {
        let extensions = response.extensions_mut();
        let additions = extensions.remove::<CspAdditions>().unwrap_or_default();
        extensions.insert(additions.and(CspAdditions::tags()));
    }
}

fn message(code: &str, lang: Lang) -> String {
    text(code, &Params::new(), lang)
}

/// Returns the consent data of every page; `None` when the shop shows no banner.
pub(crate) fn frame(settings: &ShopSettings, lang: Lang, https: bool) -> Option<ConsentFrame> {
    settings.consent.banner.then(|| ConsentFrame {
        settings: settings.consent.rules(https),
        cookies: cookie_data(
            settings.visits().listed_services().iter().filter(|one| one.category != Category::Functional),
        ),
        manage: message(codes::CONSENT_MANAGE, lang),
        banner: Some(banner(settings, lang)),
    })
}

/// Returns the analytics settings of pages; `None` when nothing is counted, or no consent is requested.
pub(crate) fn analytics(settings: &ShopSettings) -> Option<AnalyticsFrame> {
    let analytics = &settings.analytics;
    let frame = AnalyticsFrame {
        own: analytics.own.then(|| OWN_STATISTICS.to_owned()),
        measurement: analytics.measurement().map(|id| TagView { service: MEASUREMENT.into(), id }),
        tag_manager: analytics.tag_manager().map(|id| TagView { service: TAG_MANAGER.into(), id }),
        by_sku: analytics.by_sku,
    };
    let any = frame.own.is_some() || frame.measurement.is_some() || frame.tag_manager.is_some();
    (any && settings.consent.banner).then_some(frame)
}

/// Builds the banner with all boxes in their default state.
pub(crate) fn banner(settings: &ShopSettings, lang: Lang) -> ConsentBanner {
    let before = ConsentState::default();
    let rules = settings.consent.rules(true);
    let nobody = shop_core::privacy::consent::ConsentVisitor::default();
    let category = |category: Category| ConsentCategory {
        category,
        label: message(category_code(category), lang),
        allowed: before.allows(category, &rules, &nobody),
        services: services(settings, category, before.allows(category, &rules, &nobody), lang),
    };
    ConsentBanner {
        title: message(codes::CONSENT_TITLE, lang),
        text: message(codes::CONSENT_TEXT, lang),
        accept: message(codes::CONSENT_ACCEPT, lang),
        deny: message(codes::CONSENT_DENY, lang),
        view: message(codes::CONSENT_VIEW, lang),
        save: message(codes::CONSENT_SAVE, lang),
        close: message(codes::CONSENT_CLOSE, lang),
        policy: message(codes::CONSENT_POLICY, lang),
        policy_path: settings.consent.policy_page.clone().unwrap_or_default(),
        categories: Category::ALL.into_iter().map(category).collect(),
    }
}

fn services(settings: &ShopSettings, category: Category, allowed: bool, lang: Lang) -> Vec<ConsentServiceView> {
    let asked = settings.visits().listed_services().into_iter();
    // Services that the shop needs to work have no box.
    let own = asked.filter(|service| service.category == category && category != Category::Functional);
    own.map(|service| ConsentServiceView {
        name: service.name_in(lang).to_owned(),
        purpose: service.purpose_in(lang).to_owned(),
        id: service.id,
        allowed,
    })
    .collect()
}

/// Describes a visitor's choices in a sentence.
pub(crate) fn describe_choices(consent: &Consent, lang: Lang) -> String {
    if consent.state.decided_at.is_none() {
        return message(codes::CONSENT_NOT_ASKED, lang);
    }
    let given = Category::ALL.into_iter().filter(|category| *category != Category::Functional);
    let given: Vec<String> =
        given.filter(|category| consent.allows(*category)).map(|one| message(category_code(one), lang)).collect();
    if given.is_empty() {
        return message(codes::CONSENT_NONE_GIVEN, lang);
    }
    text(codes::CONSENT_GIVEN, &Params::from([("categories".to_owned(), given.join(", "))]), lang)
}

/// Splits the merchant's HTML into parts. Frames of any host wait for consent; scripts are accepted only of services that the
/// shop lists, because they could do anything on its pages; content without an https address is removed.
pub(crate) fn parts(html: &str, settings: &ShopSettings, lang: Lang) -> Vec<ContentPart> {
    let part = |piece: Piece<'_>| match piece {
        Piece::Html(html) => {
            Some(clean(html)).filter(|html| !html.trim().is_empty()).map(|html| ContentPart::Html { html })
        }
        Piece::Embed { kind, address, title } => embed(kind, address, title, settings, lang),
        Piece::Consent => settings.consent.banner.then(|| {
            let manager = ConsentBanner { text: String::new(), ..banner(settings, lang) };
            ContentPart::Consent { manager: Box::new(manager) }
        }),
    };
    pieces(html).into_iter().filter_map(part).collect()
}

fn embed(kind: EmbedKind, address: String, title: String, settings: &ShopSettings, lang: Lang) -> Option<ContentPart> {
    let services = &settings.consent_services.0;
    let owner = content_owner(&address, services, lang)?;
    if kind == EmbedKind::Script && !services.iter().any(|service| service.id == owner.service) {
        return None;
    }
    let named = |code: &str, rest: &[(&str, String)]| {
        let mut params = Params::from([("name".to_owned(), owner.name.clone())]);
        params.extend(rest.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        text(code, &params, lang)
    };
    let category = message(category_code(owner.category), lang);
    let embed = EmbedView {
        kind,
        text: named(codes::CONSENT_BLOCKED, &[("category", category)]),
        accept: message(codes::CONSENT_SHOW, lang),
        elsewhere: named(codes::CONSENT_ELSEWHERE, &[]),
        address,
        title,
        service: owner.service,
        name: owner.name,
        category: owner.category,
        host: owner.host,
        allowed: false,
    };
    Some(ContentPart::Embed { embed: Box::new(embed) })
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::consent::ConsentService;

    use super::*;

    fn settings() -> ShopSettings {
        let mut settings = ShopSettings::default();
        settings.consent_services.0.push(ConsentService {
            id: "counter".into(),
            category: Category::Statistics,
            name: "Contatore".into(),
            sources: "stats.example.com/".into(),
            ..ConsentService::default()
        });
        settings
    }

    fn embeds(html: &str) -> Vec<EmbedView> {
        let found = parts(html, &settings(), Lang::It).into_iter();
        found.filter_map(|part| if let ContentPart::Embed { embed } = part { Some(*embed) } else { None }).collect()
    }

    #[test]
    fn frames_of_any_host_wait_and_scripts_only_of_services_that_are_listed() {
        let found = embeds(
            "<iframe src='https://video.example.org/1'></iframe><script src='https://stats.example.com/a.js'></script>\
             <script src='https://evil.example.org/a.js'></script><iframe src='http://video.example.org/'></iframe>\
             <iframe src='javascript:alert(1)'></iframe>",
        );
        let told: Vec<_> = found.iter().map(|one| (one.service.as_str(), one.category, one.allowed)).collect();
        let expected = [("video.example.org", Category::Marketing, false), ("counter", Category::Statistics, false)];
        assert_eq!(told, expected);
        assert!(found[1].text.contains("Contatore") && found[1].text.contains("Statistiche"), "{}", found[1].text);
    }

    #[test]
    fn a_text_without_content_of_others_is_one_part() {
        let html = "<p>Pane</p><p onclick=x>Olio</p>";
        let expected = [ContentPart::Html { html: "<p>Pane</p><p>Olio</p>".into() }];
        assert_eq!(parts(html, &settings(), Lang::It), expected);
    }

    #[test]
    fn accepting_and_denying_are_asked_of_all_alike_and_nothing_is_ticked_before() {
        let banner = banner(&settings(), Lang::It);
        let ticked: Vec<bool> = banner.categories.iter().map(|category| category.allowed).collect();
        assert_eq!(ticked, [true, false, false, false]);
        assert!(banner.categories[2].services.iter().any(|service| service.id == "counter" && !service.allowed));
        let mut off = settings();
        off.consent.banner = false;
        assert!(frame(&off, Lang::It, true).is_none());
    }
}
