//! The settings as far as a visit goes: the services that visitors are asked about, and what is noted of a visit with their consent.

use std::iter::once;

use shop_core::privacy::consent::{Category, ConsentService};
use shop_core::view::{ATTRIBUTION_SERVICE, AttributionFrame, CAPTURE_SERVICE, EmailCaptureFrame};

use super::ShopSettings;
use super::table::consent::{CONSENT_DAYS, needed};
use super::table::email_capture::{SERVICE, is_capture};

/// What the settings say of visits.
#[derive(Clone, Copy)]
pub struct VisitSettings<'a>(&'a ShopSettings);

impl ShopSettings {
    /// What they say of visits.
    pub fn visits(&self) -> VisitSettings<'_> {
        VisitSettings(self)
    }
}

impl<'a> VisitSettings<'a> {
    /// The services of the merchant's list, in order. That which keeps e-mail addresses is among them only while it is on.
    pub fn services(self) -> impl Iterator<Item = &'a ConsentService> {
        let own = &self.0.consent_services.0;
        let on = self.0.email_capture.enabled;
        let added = (on && !own.iter().any(is_capture)).then_some(());
        own.iter()
            .filter(move |service| on || !is_capture(service))
            .chain(added.into_iter().flat_map(|()| once(&*SERVICE)))
    }

    /// The services that a visitor is told of: those of the merchant's list, those of the statistics that are on, and what the shop
    /// needs to work. Where he lists one of these himself, his words count.
    pub fn asked_services(self) -> Vec<ConsentService> {
        let mut services: Vec<ConsentService> = self.services().cloned().collect();
        for service in self.0.analytics.services().into_iter().chain(needed()) {
            if services.iter().all(|one| one.id != service.id) {
                services.push(service);
            }
        }
        let days = self.0.consent.expiry_days.to_string();
        for service in &mut services {
            for retention in [&mut service.retention, &mut service.retention_en] {
                *retention = retention.replace(CONSENT_DAYS, &days);
            }
        }
        services
    }

    /// Whether consent is asked for something that was not asked for under other settings: a new service, or one of another category.
    pub fn asks_more_than(self, before: &ShopSettings) -> bool {
        let asked = before.visits().asked_services();
        let known = |new: &ConsentService| asked.iter().any(|old| old.id == new.id && old.category == new.category);
        self.asked_services().iter().any(|service| service.category != Category::Functional && !known(service))
    }

    /// The category whose consent it needs to keep an e-mail address; `None`: none is kept.
    pub fn capture_category(self) -> Option<Category> {
        let on = self.0.email_capture.enabled && self.0.consent.banner;
        self.services().find(|service| on && is_capture(service)).map(|service| service.category)
    }

    /// What pages know of the e-mail addresses that are kept.
    pub fn email_capture_frame(self) -> Option<EmailCaptureFrame> {
        self.capture_category().map(|category| EmailCaptureFrame { service: CAPTURE_SERVICE.to_owned(), category })
    }

    /// The category whose consent it needs to note where a visitor came from; `None`: it is not noted, as the shop does not want it,
    /// does not ask for consent or does not list the service.
    pub fn attribution_category(self) -> Option<Category> {
        let on = self.0.attribution.enabled && self.0.consent.banner;
        let service = self.services().find(|service| service.id == ATTRIBUTION_SERVICE);
        service.filter(|_| on).map(|service| service.category)
    }

    /// What pages know of where visitors come from.
    pub fn attribution_frame(self) -> Option<AttributionFrame> {
        self.attribution_category().map(|category| AttributionFrame {
            service: ATTRIBUTION_SERVICE.to_owned(),
            category,
            settings: self.0.attribution.rules(),
        })
    }
}
