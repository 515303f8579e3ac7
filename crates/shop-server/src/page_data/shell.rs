//! The frame that all pages share, and whole pages in it.

use shop_core::base::Lang;
use shop_core::checkout::address::country::country_options;
use shop_core::platform::words::site_texts;
use shop_core::view::{Head, LanguageLink, Link, Page, PageData, Shell, ShopTheme};
use shop_services::content::newsletter::consent_text;
use shop_services::platform::settings::{ShopSettings, TaxDisplay};

use super::catalogue::quick_view::quick_view;
use super::content::content_pages::{footer_links, page_links, writing};
use super::content::notices;
use super::context::Context;
use super::privacy::consent;
use super::texts::not_found;
use crate::render::PageContent;
use crate::render::json_ld::{breadcrumb_list, organization, product, web_site};

impl Context {
    fn shell(&self, path: &str) -> Shell {
        Shell {
            lang: self.lang,
            prefix: self
                .settings
                .shop
                .prefix_of(self.lang)
                .map(|lang| format!("/{}", lang.as_str()))
                .unwrap_or_default(),
            languages: self.languages(path),
            path: path.to_owned(),
            shop_name: self.settings.shop.name.clone(),
            tagline: self.lang.select(&self.settings.shop.tagline, &self.settings.shop.tagline_en).to_owned(),
            menu: self.top_categories(),
            menu_links: page_links(self, |page| page.in_menu),
            footer_links: footer_links(self),
            seller_lines: self.settings.seller_lines(self.lang),
            payment_names: self
                .settings
                .enabled_payment_methods()
                .map(|method| writing(self, &method.title, &method.title_en).to_owned())
                .collect(),
            price_note: price_note(&self.settings, self.lang).to_owned(),
            net_prices: self.settings.taxes.shop_prices == TaxDisplay::Excluded,
            net_cart: self.settings.taxes.cart_prices == TaxDisplay::Excluded,
            delivery_note: delivery_note(&self.settings, self.lang),
            phone: self.settings.seller.phone.clone(),
            email: self.settings.seller.email.clone(),
            free_shipping_from_cents: self.settings.free_shipping_from(),
            coupons: self.settings.checkout.coupons,
            quick_view: quick_view(self, path),
            consent: consent::frame(&self.settings, self.lang, self.storefront.web.public_address.is_https()),
            attribution: self.settings.visits().attribution_frame(),
            email_capture: self.settings.visits().email_capture_frame(),
            analytics: consent::analytics(&self.settings),
            notice: notices::notice_view(&self.settings, self.lang, self.storefront.web.public_address.is_https()),
            foot_banner: notices::banner_view(&self.storefront, &self.settings, self.lang),
            chat: notices::chat_view(&self.settings),
            theme: self.theme(),
            preview: None,
            newsletter: self.newsletter(),
            year: i32::try_from(shop_core::base::time::civil(self.now / 86_400).0).unwrap_or(2026),
        }
    }

    fn theme(&self) -> ShopTheme {
        let settings = &self.settings.theme;
        ShopTheme {
            style_path: settings.style_sheet().map(|(path, _)| path).unwrap_or_default(),
            logo: settings.theme.logo.clone(),
            bar_color: settings.theme.brand.hex(),
            unused_fonts: settings.theme.unused_fonts(),
        }
    }

    /// Consent text of the newsletter; empty when there is none.
    fn newsletter(&self) -> String {
        if self.settings.newsletter.enabled { consent_text(&self.settings, self.lang) } else { String::new() }
    }

    fn languages(&self, path: &str) -> Vec<LanguageLink> {
        let link = |lang: Lang| LanguageLink {
            lang,
            name: lang.own_name().to_owned(),
            path: self.settings.shop.page_path(lang, path),
        };
        Lang::ALL.into_iter().map(link).collect()
    }

    /// Builds a whole page.
    pub(crate) fn page(&self, path: &str, mut head: Head, page: Page, breadcrumbs: &[Link]) -> PageContent {
        if head.noindex || head.canonical != self.storefront.web.context.addresses().page(path) {
            head.alternates.clear();
        }
        let site = self.site();
        let mut json_ld = Vec::new();
        match &page {
            Page::Home(_) => json_ld.extend([organization(&site), web_site(&site, "/negozio/?s={search_term_string}")]),
            Page::Product(shown) => json_ld.push(product(&site, shown, &head.description)),
            _ => {}
        }
        json_ld.extend(breadcrumb_list(&site, breadcrumbs));
        PageContent { data: PageData { shell: self.shell(path), head, page }, json_ld }
    }

    /// Builds the "not found" page.
    pub(crate) fn not_found(&self, path: &str) -> PageContent {
        let title = site_texts::page_not_found(self.lang);
        let mut head = self.head(title, title, path);
        head.noindex = true;
        self.page(path, head, Page::NotFound(not_found(self.lang, &self.top_categories())), &[])
    }
}

/// States whether catalogue prices include tax (Codice del consumo art. 49, par. 1, letter e).
fn price_note(settings: &ShopSettings, lang: Lang) -> &'static str {
    if settings.taxes.shop_prices == TaxDisplay::Included {
        site_texts::prices_with_tax(lang)
    } else {
        site_texts::prices_without_tax(lang)
    }
}

/// Lists the countries of delivery, which must be stated at the beginning of the checkout (Codice del consumo art. 51, par. 3).
fn delivery_note(settings: &ShopSettings, lang: Lang) -> String {
    if settings.places.shipped_to.is_empty() {
        return site_texts::we_deliver_everywhere(lang).to_owned();
    }
    let names: Vec<String> =
        country_options(&settings.places.shipped_to, lang).into_iter().map(|country| country.name).collect();
    site_texts::we_deliver_to(lang, names.join(", "))
}
