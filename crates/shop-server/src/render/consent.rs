//! A visitor's consent to cookies, and the parts of a page that depend on it. Pages are built for everybody, with or without the
//! banner; checked boxes and unblocked third-party content are filled in afterwards.

use shop_core::base::{Lang, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::privacy::consent::{Category, ConsentSettings, ConsentState, ConsentVisitor};
use shop_core::privacy::cookies::CookieChange;
use shop_core::view::{ConsentBanner, ConsentServiceView, ContentPart, EmbedKind, EmbedView, Page, PageData};

use super::security::csp::CspAdditions;

/// Consent choices read from a request.
#[derive(Clone, Debug)]
pub struct Consent {
    /// Whether the shop shows a consent banner; without one, only explicitly accepted services are allowed.
    pub has_banner: bool,
    /// Stored choices, brought up to date with the policy.
    pub state: ConsentState,
    /// The shop's settings.
    pub settings: ConsentSettings,
    /// The visitor's cookies and browser signals.
    pub visitor: ConsentVisitor,
    /// Whether third-party services that count visits may be loaded: one is configured and allowed.
    pub tags: bool,
    /// Cookies that bring the browser up to date; mostly none.
    pub cookies: Vec<CookieChange>,
}

impl Consent {
    /// Tells whether a category may run.
    pub fn allows(&self, category: Category) -> bool {
        self.state.allows(category, &self.settings, &self.visitor)
    }

    /// Tells whether a service of a category may run.
    pub fn allows_service(&self, service: &str, category: Category) -> bool {
        self.state.allows_service(service, category, &self.settings, &self.visitor)
    }

    /// Tells whether data of the visitor may be stored, counted or sent. Never for a bot: it is treated as consenting, but nobody
    /// has made a choice.
    pub fn admits(&self, category: Category) -> bool {
        !self.visitor.is_bot() && self.allows(category)
    }

    /// The same for a service of a category.
    pub fn admits_service(&self, service: &str, category: Category) -> bool {
        !self.visitor.is_bot() && self.allows_service(service, category)
    }

    /// Tells whether the visitor's pages contain the banner.
    pub(crate) fn shows_banner(&self) -> bool {
        self.has_banner && self.state.shows_banner(&self.settings, &self.visitor)
    }

    /// Tells whether a box of the banner differs from the default.
    fn has_other_boxes(&self, banner: &ConsentBanner) -> bool {
        banner.categories.iter().any(|category| {
            let own =
                |service: &ConsentServiceView| service.allowed != self.allows_service(&service.id, category.category);
            category.allowed != self.allows(category.category) || category.services.iter().any(own)
        })
    }

    /// Explains why the visitor is not asked, when the browser objects (Global Privacy Control, Do Not Track).
    fn objection(&self, lang: Lang) -> Option<String> {
        self.settings.respects_objection(&self.visitor).then(|| text(codes::CONSENT_SIGNAL, &Params::new(), lang))
    }

    /// Checks the boxes that the visitor accepted.
    pub(crate) fn tick(&self, banner: &mut ConsentBanner) {
        for category in &mut banner.categories {
            category.allowed = self.allows(category.category);
            for service in &mut category.services {
                service.allowed = self.allows_service(&service.id, category.category);
            }
        }
    }

    /// Tells whether third-party content may be loaded. A bot gets none, because it would load it for nobody.
    fn allows_embed(&self, embed: &EmbedView) -> bool {
        self.admits_service(&embed.service, embed.category)
    }

    /// Tells whether this visitor's page differs from the shared one, in the boxes of its banner or in third-party content.
    fn differs<'a>(&self, banner: Option<&ConsentBanner>, parts: impl IntoIterator<Item = &'a ContentPart>) -> bool {
        let own_part = |part: &ContentPart| match part {
            ContentPart::Html { .. } => false,
            ContentPart::Embed { embed } => self.allows_embed(embed),
            ContentPart::Consent { manager } => {
                !self.visitor.is_bot()
                    && (self.settings.respects_objection(&self.visitor) || self.has_other_boxes(manager))
            }
        };
        banner.is_some_and(|banner| self.has_other_boxes(banner)) || parts.into_iter().any(own_part)
    }

    /// Tells whether this visitor needs a page of his own.
    pub(crate) fn needs_own_page(&self, parts: &ConsentParts) -> bool {
        self.differs(parts.banner.as_ref(), &parts.parts)
    }

    /// Builds this visitor's page; `None` when the shared one fits.
    pub(crate) fn personalized(&self, data: &PageData) -> Option<PageData> {
        if !self.differs(banner_of(data), parts_of(data)) {
            return None;
        }
        let mut own = data.clone();
        if let Some(banner) = own.shell.consent.as_mut().and_then(|frame| frame.banner.as_mut()) {
            self.tick(banner);
        }
        if let Page::Content(page) = &mut own.page {
            for part in &mut page.parts {
                match part {
                    ContentPart::Html { .. } => {}
                    ContentPart::Embed { embed } => embed.allowed = self.allows_embed(embed),
                    ContentPart::Consent { manager } => {
                        self.tick(manager);
                        manager.text = self.objection(own.shell.lang).unwrap_or_default();
                    }
                }
            }
        }
        Some(own)
    }
}

fn banner_of(data: &PageData) -> Option<&ConsentBanner> {
    data.shell.consent.as_ref().and_then(|frame| frame.banner.as_ref())
}

fn parts_of(data: &PageData) -> &[ContentPart] {
    match &data.page {
        Page::Content(page) => &page.parts,
        _ => &[],
    }
}

/// Parts of a page that depend on the visitor's consent.
#[derive(Debug, Default)]
pub(crate) struct ConsentParts {
    banner: Option<ConsentBanner>,
    parts: Vec<ContentPart>,
}

impl ConsentParts {
    /// Collects these parts of a page.
    pub(crate) fn from_page(data: &PageData) -> Self {
        let depends = |part: &&ContentPart| !matches!(part, ContentPart::Html { .. });
        Self { banner: banner_of(data).cloned(), parts: parts_of(data).iter().filter(depends).cloned().collect() }
    }
}

/// Returns the policy additions for a page's unblocked third-party content; `None` when it has none.
pub(crate) fn embed_policy(data: &PageData) -> Option<CspAdditions> {
    let Page::Content(page) = &data.page else { return None };
    let mut additions = CspAdditions::default();
    for part in &page.parts {
        let ContentPart::Embed { embed } = part else { continue };
        if !embed.allowed {
            continue;
        }
        let source = format!("https://{}", embed.host).into();
        match embed.kind {
            EmbedKind::Frame => additions.frame_src.push(source),
            EmbedKind::Script => additions.script_src.push(source),
        }
    }
    let any = !additions.frame_src.is_empty() || !additions.script_src.is_empty();
    any.then_some(additions)
}

#[cfg(test)]
mod tests {
    use shop_core::privacy::consent::Category;
    use shop_core::view::{ConsentCategory, ConsentFrame, ContentPage, Head, Shell};

    use super::*;

    fn consent(cookies: &str) -> Consent {
        let settings = ConsentSettings::default();
        Consent {
            has_banner: true,
            state: ConsentState::from_cookies(cookies, &settings),
            settings,
            visitor: ConsentVisitor::default(),
            tags: false,
            cookies: Vec::new(),
        }
    }

    fn banner() -> ConsentBanner {
        let services = vec![ConsentServiceView { id: "video".into(), ..ConsentServiceView::default() }];
        let category = Category::Marketing;
        let marketing = ConsentCategory { category, label: String::new(), allowed: false, services };
        ConsentBanner { categories: vec![marketing], ..ConsentBanner::default() }
    }

    fn page(kind: EmbedKind) -> PageData {
        let embed = EmbedView {
            kind,
            address: "https://www.example.com/1".into(),
            title: String::new(),
            service: "video".into(),
            name: "Video".into(),
            category: Category::Marketing,
            host: "www.example.com".into(),
            text: String::new(),
            accept: String::new(),
            elsewhere: String::new(),
            allowed: false,
        };
        let parts = vec![ContentPart::Html { html: "<p>a</p>".into() }, ContentPart::Embed { embed: Box::new(embed) }];
        let page = Page::Content(Box::new(ContentPage { parts, ..ContentPage::default() }));
        let frame = ConsentFrame { banner: Some(banner()), ..ConsentFrame::default() };
        PageData { shell: Shell { consent: Some(frame), ..Shell::default() }, head: Head::default(), page }
    }

    #[test]
    fn before_a_choice_a_page_is_as_for_everybody_and_opens_nothing() {
        for cookies in ["", "cart=1", "cmplz_marketing=maybe"] {
            assert!(consent(cookies).personalized(&page(EmbedKind::Frame)).is_none(), "{cookies}");
        }
        assert!(embed_policy(&page(EmbedKind::Frame)).is_none());
    }

    #[test]
    fn who_has_refused_everything_shares_the_page_of_who_was_never_asked() {
        let denied = "cmplz_preferences=deny; cmplz_statistics=deny; cmplz_marketing=deny; cmplz_banner-status=show";
        let mut shared = page(EmbedKind::Frame);
        let Page::Content(content) = &mut shared.page else { panic!("a page") };
        content.parts.push(ContentPart::Consent { manager: Box::new(banner()) });
        assert!(consent(denied).personalized(&shared).is_none());
        let allowed = format!("{denied}; cmplz_consented_services=%7B%22video%22%3Atrue%7D");
        assert!(consent(&allowed).personalized(&shared).is_some(), "one box of his differs");
        let mut objecting = consent(denied);
        objecting.visitor.global_privacy_control = true;
        let Some(Page::Content(own)) = objecting.personalized(&shared).map(|own| own.page) else {
            panic!("his own page")
        };
        let explains = own.parts.iter().any(
            |part| matches!(part, ContentPart::Consent { manager } if manager.text.contains("non essere tracciato")),
        );
        assert!(explains, "he is told why nothing is asked");
    }

    #[test]
    fn an_allowed_service_opens_its_own_host_and_its_box_is_ticked() {
        for sent in ["cmplz_marketing=allow", "cmplz_consented_services=%7B%22video%22%3Atrue%7D"] {
            let own = consent(sent).personalized(&page(EmbedKind::Frame)).unwrap();
            let additions = embed_policy(&own).unwrap();
            assert_eq!(additions.frame_src, ["https://www.example.com"]);
            assert!(additions.script_src.is_empty());
            assert!(own.shell.consent.unwrap().banner.unwrap().categories[0].services[0].allowed);
        }
        let own = consent("cmplz_marketing=allow").personalized(&page(EmbedKind::Script)).unwrap();
        assert_eq!(embed_policy(&own).unwrap().script_src, ["https://www.example.com"]);
    }

    #[test]
    fn a_refused_service_stays_closed_though_its_category_is_allowed() {
        let sent = "cmplz_marketing=allow; cmplz_consented_services=%7B%22video%22%3Afalse%7D";
        let own = consent(sent).personalized(&page(EmbedKind::Frame)).unwrap();
        assert!(embed_policy(&own).is_none());
    }

    #[test]
    fn a_bot_is_shown_no_content_of_others_and_admits_nothing_whatever_it_sends() {
        let mut bot = consent("cmplz_marketing=allow; cmplz_consented_services=%7B%22video%22%3Atrue%7D");
        assert!(bot.admits(Category::Marketing) && bot.admits_service("video", Category::Marketing));
        bot.visitor.user_agent = "Googlebot".into();
        assert!(!bot.admits(Category::Marketing) && !bot.admits_service("video", Category::Marketing));
        assert!(bot.personalized(&page(EmbedKind::Frame)).is_none_or(|own| embed_policy(&own).is_none()));
        assert!(!bot.shows_banner());
    }
}
