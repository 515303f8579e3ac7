//! Common parts of every page: the data that pages are built from, the head tags, pictures.

use std::sync::Arc;

use shop_core::base::Lang;
use shop_core::base::time::UnixSeconds;
use shop_core::catalogue::product::ImageRef;
use shop_core::platform::words::site_texts;
use shop_core::view::{Alternate, Head, Link, MenuEntry, Notice, Picture};
use shop_services::accounts::buyer::Buyer;
use shop_services::catalogue::Catalogue;
use shop_services::content::pages::Pages;
use shop_services::platform::settings::ShopSettings;
use shop_services::ports::{Category, StoreError};
use shop_services::records::StoredNotice;
use shop_services::trade::buying_terms::BuyerShop;

use crate::app::storefront::Storefront;
use crate::render::json_ld::Site;
use crate::render::{PageFailure, PageKey, Versions};

/// The shop's data for building pages.
pub(crate) struct Context {
    pub storefront: Arc<Storefront>,
    pub catalogue: Arc<Catalogue>,
    pub settings: Arc<ShopSettings>,
    pub lang: Lang,
    pub pages: Arc<Pages>,
    pub now: UnixSeconds,
    /// The buyer, whose terms catalogue and settings reflect.
    pub buyer: Buyer,
    /// Identifies these terms in cache keys; 0 is the public.
    pub terms: u64,
    settings_version: i64,
}

impl Context {
    pub(crate) async fn load(storefront: &Arc<Storefront>, buyer: &Buyer) -> Result<Self, StoreError> {
        let BuyerShop { catalogue, settings, terms } = storefront.web.context.shop_for(buyer).await?;
        let lang = settings.lang();
        let pages = storefront.web.context.pages().await?;
        let settings_version = storefront.web.context.settings_version();
        let now = storefront.web.context.now();
        Ok(Self {
            storefront: Arc::clone(storefront),
            catalogue,
            settings,
            lang,
            pages,
            now,
            buyer: *buyer,
            terms,
            settings_version,
        })
    }

    /// Returns the cache key of a page that all buyers with the same terms share.
    pub(crate) fn key(&self, path: &str, query: Option<&str>, known: &[&str]) -> PageKey {
        let number = |n: i64| u64::try_from(n).unwrap_or(0);
        // Pages embed nonces without a session: the key changes before they expire.
        let tick = crate::platform::secrets::nonce_tick(self.storefront.web.context.now());
        let versions = Versions {
            catalogue: number(self.catalogue.version).saturating_mul(1 << 32) + number(self.catalogue.stock_version),
            // Also changes when a page's publication time arrives, at which nothing is written.
            settings: number(self.settings_version)
                .saturating_mul(1 << 40)
                .saturating_add(number(tick).saturating_mul(1 << 20))
                .saturating_add(u64::try_from(self.pages.count_published(self.now)).unwrap_or(0)),
            prices: self.catalogue.prices_since.map_or(0, number),
        };
        PageKey::new(path, query, known, self.lang, versions).on_terms(self.terms)
    }

    pub(crate) fn site(&self) -> Site {
        Site {
            base_url: self.storefront.web.public_address.as_str().to_owned(),
            prefix: self.settings.shop.prefix_of(self.lang),
            name: self.settings.shop.name.clone(),
            legal_name: self.settings.seller.company.clone(),
            logo: self.settings.theme.theme.logo.as_ref().map_or_else(String::new, |logo| logo.src.clone()),
            email: self.settings.seller.email.clone(),
            phone: self.settings.seller.phone.clone(),
            vat_id: self.settings.seller.vat_number.clone(),
            currency: "EUR".into(),
        }
    }

    /// Returns the top-level categories that have products, with their sub-categories.
    pub(crate) fn top_categories(&self) -> Vec<MenuEntry> {
        self.catalogue
            .terms()
            .categories()
            .iter()
            .filter(|c| c.parent_id.is_none())
            .filter_map(|c| {
                let count = self.catalogue.category_products(c.id).count();
                (count > 0).then(|| MenuEntry {
                    label: self.category_name(c),
                    path: self.category_path(c),
                    picture: Self::stored_picture(&c.image, &self.category_name(c)),
                    count: i64::try_from(count).unwrap_or(0),
                    children: self.subcategories(c),
                })
            })
            .collect()
    }

    pub(crate) fn subcategories(&self, of: &Category) -> Vec<Link> {
        self.catalogue
            .terms()
            .categories()
            .iter()
            .filter(|c| c.parent_id == Some(of.id) && self.catalogue.category_products(c.id).count() > 0)
            .map(|c| Link { label: self.category_name(c), path: self.category_path(c) })
            .collect()
    }

    pub(crate) fn category_name(&self, c: &Category) -> String {
        c.name_in(self.lang).to_owned()
    }

    pub(crate) fn category_path(&self, c: &Category) -> String {
        let path: Vec<&str> = self.catalogue.terms().category_path(c.id).iter().map(|c| c.slug.as_str()).collect();
        format!("/categoria-prodotto/{}/", path.join("/"))
    }

    /// Parses a picture that is stored as the picture store's JSON.
    pub(crate) fn stored_picture(json: &str, alt: &str) -> Option<Picture> {
        let image: ImageRef = serde_json::from_str(json).ok()?;
        picture(&image, alt)
    }

    /// Builds the head tags; appends the shop's name to the title.
    pub(crate) fn head(&self, title: &str, description: &str, path: &str) -> Head {
        let shop = &self.settings.shop.name;
        let title = if title == shop {
            format!("{shop} – {}", self.lang.select(&self.settings.shop.tagline, &self.settings.shop.tagline_en))
        } else {
            format!("{title} | {shop}")
        };
        let mut short = shop_services::content::rich_text::words(description);
        if short.chars().count() > 160 {
            short = short.chars().take(157).collect::<String>() + "…";
        }
        if short.is_empty() {
            short = format!(
                "{}: {}",
                self.settings.shop.name,
                self.lang.select(&self.settings.shop.tagline, &self.settings.shop.tagline_en)
            );
        }
        Head {
            title,
            description: short,
            canonical: self.storefront.web.context.addresses().page(path),
            alternates: self.alternates(path),
            noindex: false,
            image: None,
        }
    }

    /// Builds the hreflang alternates of a page, with `x-default`.
    pub(crate) fn alternates(&self, path: &str) -> Vec<Alternate> {
        let at = |lang, hreflang: &str| Alternate {
            hreflang: hreflang.to_owned(),
            href: self.storefront.web.context.addresses().page_in(lang, path),
        };
        let all = Lang::ALL.into_iter().map(|lang| at(lang, lang.as_str()));
        all.chain([at(self.settings.shop.language, "x-default")]).collect()
    }

    pub(crate) fn home_link(&self) -> Link {
        Link { label: site_texts::home(self.lang).into(), path: "/".into() }
    }
}

/// Converts a picture with all its sizes; `None` when it was not loaded.
pub(crate) fn picture(image: &ImageRef, alt: &str) -> Option<Picture> {
    if image.file.is_empty() || image.widths_px.is_empty() {
        return None;
    }
    let url = |width: u32| format!("/pictures/{}-{width}.webp", image.file);
    let largest = image.widths_px.last().copied()?;
    let at_least = |wanted: u32| image.widths_px.iter().copied().find(|w| *w >= wanted).unwrap_or(largest);
    let srcset: Vec<String> = image.widths_px.iter().map(|w| format!("{} {w}w", url(*w))).collect();
    Some(Picture {
        alt: alt.to_owned(),
        src: url(at_least(640)),
        srcset: srcset.join(", "),
        width: image.width_px,
        height: image.height_px,
        full_src: url(largest),
        thumbnail_src: url(at_least(160)),
        caption: String::new(),
    })
}

/// Returns the link after a notice: to the cart, or to restore a line (`undo` is the address).
fn notice_link(notice: &StoredNotice, lang: Lang) -> Option<Link> {
    use shop_core::platform::messages::codes;
    match notice.code.as_str() {
        codes::ADDED_TO_CART => Some(Link { label: site_texts::view_cart(lang).into(), path: "/cart/".into() }),
        codes::REMOVED_FROM_CART => {
            let path = notice.params.get("undo")?.clone();
            Some(Link { label: site_texts::undo(lang).into(), path })
        }
        _ => None,
    }
}

/// Converts stored notices to those of a page.
pub(crate) fn notices(stored: &[StoredNotice], lang: Lang) -> Vec<Notice> {
    stored
        .iter()
        .map(|n| Notice {
            kind: n.kind.clone(),
            text: shop_core::platform::messages::text(&n.code, &n.params, lang),
            field: String::new(),
            link: notice_link(n, lang),
        })
        .collect()
}

/// Converts a storage error to a page failure.
pub(crate) fn unavailable(error: StoreError) -> PageFailure {
    match error {
        StoreError::Unavailable(_) => PageFailure::Away(error.to_string()),
        // Showing a page never stores a cart.
        StoreError::Inconsistent { .. } | StoreError::Refused(_) | StoreError::TooManyCarts => {
            PageFailure::Unavailable(error.to_string())
        }
    }
}
