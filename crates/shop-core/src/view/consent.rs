//! Cookie consent in pages: the banner, the manager on the policy page, and blocked content.

use serde::Serialize;

use crate::privacy::consent::{Category, ConsentSettings, CookieData};

/// Consent data of every page. The banner is included only until the visitor has answered it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentFrame {
    /// The shop's consent settings.
    pub settings: ConsentSettings,
    /// Cookies of services that need consent, for deleting those without it.
    pub cookies: CookieData,
    /// Label of the button that shows the banner again.
    pub manage: String,
    /// The banner; `None`: it was answered.
    pub banner: Option<ConsentBanner>,
}

/// Analytics on the page. Services have the names used for consent, and each waits for its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AnalyticsFrame {
    /// The shop's own statistics; `None`: they are off.
    pub own: Option<String>,
    /// An analytics service.
    pub measurement: Option<TagView>,
    /// A tag manager.
    pub tag_manager: Option<TagView>,
    /// Whether third-party services identify products by SKU.
    pub by_sku: bool,
}

/// A third-party analytics service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TagView {
    /// Service id for consent.
    pub service: String,
    /// Identifier of the shop at the service.
    pub id: String,
}

/// The banner, and the manager on the policy page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentBanner {
    pub title: String,
    /// Text of the banner; in the manager, the explanation why nothing is asked if the visitor's browser objects.
    pub text: String,
    /// Label of the button "Accept".
    pub accept: String,
    /// Label of the button "Deny".
    pub deny: String,
    /// Label of the button "View preferences".
    pub view: String,
    /// Label of the button "Save preferences".
    pub save: String,
    /// Label of the button "Close".
    pub close: String,
    /// Text of the link to the policy; its URL is empty if there is none.
    pub policy: String,
    /// URL of the policy.
    pub policy_path: String,
    /// Categories, in the order of the banner.
    pub categories: Vec<ConsentCategory>,
}

/// A category with its services.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentCategory {
    pub category: Category,
    pub label: String,
    /// Whether its box is ticked.
    pub allowed: bool,
    /// Services, each with its own box.
    pub services: Vec<ConsentServiceView>,
}

/// A service with a choice of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentServiceView {
    /// Id in cookies and records.
    pub id: String,
    pub name: String,
    /// Purpose of the service.
    pub purpose: String,
    /// Whether its box is ticked.
    pub allowed: bool,
}

/// Type of content that the merchant's text embeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum EmbedKind {
    /// A page in a frame: a video, a map.
    #[default]
    Frame,
    Script,
}

/// Third-party content in a text, blocked until it is allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct EmbedView {
    /// Type of the content.
    pub kind: EmbedKind,
    /// Https URL of the content.
    pub address: String,
    /// Title of the content; may be empty.
    pub title: String,
    /// Service id for consent.
    pub service: String,
    /// Name of the service.
    pub name: String,
    /// Category of the service.
    pub category: Category,
    /// Host of the content.
    pub host: String,
    /// Text shown in its place.
    pub text: String,
    /// Label of the button "Accept and show".
    pub accept: String,
    /// Text of the link to it.
    pub elsewhere: String,
    /// Whether it is allowed.
    pub allowed: bool,
}

/// A part of the merchant's text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum ContentPart {
    /// HTML, already sanitised.
    Html { html: String },
    /// Embedded third-party content.
    Embed { embed: Box<EmbedView> },
    /// The consent manager, for changing choices.
    Consent { manager: Box<ConsentBanner> },
}
