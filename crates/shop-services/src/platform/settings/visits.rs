//! Settings of visits: the services that require consent, and what is recorded of a visit with it.

use std::iter::once;

use shop_core::privacy::consent::{Category, ConsentService};
use shop_core::view::{ATTRIBUTION_SERVICE, AttributionFrame, CAPTURE_SERVICE, EmailCaptureFrame};

use super::ShopSettings;
use super::table::consent::{CONSENT_DAYS, needed};
use super::table::email_capture::{SERVICE, is_capture};

/// Settings of visits.
#[derive(Clone, Copy)]
pub struct VisitSettings<'a>(&'a ShopSettings);

impl ShopSettings {
    pub fn visits(&self) -> VisitSettings<'_> {
        VisitSettings(self)
    }
}

impl<'a> VisitSettings<'a> {
    /// The services on the merchant's list, in order. The e-mail capture service is only included while it is enabled.
    pub fn services(self) -> impl Iterator<Item = &'a ConsentService> {
        let own = &self.0.consent_services.0;
        let on = self.0.email_capture.enabled;
        let added = (on && !own.iter().any(is_capture)).then_some(());
        own.iter()
            .filter(move |service| on || !is_capture(service))
            .chain(added.into_iter().flat_map(|()| once(&*SERVICE)))
    }

    /// The services shown to visitors: those on the merchant's list, those of enabled statistics, and those that the shop needs
    /// to work. If the merchant lists one of these himself, his texts apply.
    pub fn listed_services(self) -> Vec<ConsentService> {
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

    /// Whether consent is needed for something that the previous settings did not include: a new service, or one that changed its
    /// category.
    pub fn needs_more_consent_than(self, before: &ShopSettings) -> bool {
        let before = before.visits().listed_services();
        let known = |new: &ConsentService| before.iter().any(|old| old.id == new.id && old.category == new.category);
        self.listed_services().iter().any(|service| service.category != Category::Functional && !known(service))
    }

    /// The consent category that capturing an e-mail address requires; `None` if the feature is disabled.
    pub fn capture_category(self) -> Option<Category> {
        let on = self.0.email_capture.enabled && self.0.consent.banner;
        self.services().find(|service| on && is_capture(service)).map(|service| service.category)
    }

    /// Parameters of the e-mail capture for pages.
    pub fn email_capture_frame(self) -> Option<EmailCaptureFrame> {
        self.capture_category().map(|category| EmailCaptureFrame { service: CAPTURE_SERVICE.to_owned(), category })
    }

    /// The consent category that order attribution requires; `None` if it is disabled: by the setting, without consent
    /// management, or without the service on the list.
    pub fn attribution_category(self) -> Option<Category> {
        let on = self.0.attribution.enabled && self.0.consent.banner;
        let service = self.services().find(|service| service.id == ATTRIBUTION_SERVICE);
        service.filter(|_| on).map(|service| service.category)
    }

    /// Parameters of order attribution for pages.
    pub fn attribution_frame(self) -> Option<AttributionFrame> {
        self.attribution_category().map(|category| AttributionFrame {
            service: ATTRIBUTION_SERVICE.to_owned(),
            category,
            settings: self.0.attribution.rules(),
        })
    }
}
