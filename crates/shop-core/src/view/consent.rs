//! Consent to cookies as pages show it: the banner, the manager on the policy page, content that waits for it.

use serde::Serialize;

use crate::privacy::consent::{Category, ConsentSettings, CookieData};

/// What every page knows of consent. The banner is there only for who has not answered it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentFrame {
    /// The shop's settings of consent.
    pub settings: ConsentSettings,
    /// Cookies of services that need consent: what must go is among these.
    pub cookies: CookieData,
    /// Words of the button that brings the banner back.
    pub manage: String,
    /// The banner; nothing: it has been answered.
    pub banner: Option<ConsentBanner>,
}

/// Who counts what happens on pages. Services are named as consent knows them; each waits for its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AnalyticsFrame {
    /// The shop's own statistics; nothing: they are off.
    pub own: Option<String>,
    /// An analytics service.
    pub measurement: Option<TagView>,
    /// A tag manager.
    pub tag_manager: Option<TagView>,
    /// Services of others are told products by article number.
    pub by_sku: bool,
}

/// A service of others that counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TagView {
    /// Service that consent is asked for.
    pub service: String,
    /// Identifier by which it knows the shop.
    pub id: String,
}

/// The banner, and the manager on the policy page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentBanner {
    pub title: String,
    /// What is asked; in the manager why nothing is, where the visitor's browser objects.
    pub text: String,
    /// Formatted as "Accept".
    pub accept: String,
    /// Formatted as "Deny".
    pub deny: String,
    /// Formatted as "View preferences".
    pub view: String,
    /// Formatted as "Save preferences".
    pub save: String,
    /// Formatted as "Close".
    pub close: String,
    /// Words of the link to the policy; its address is empty where there is none.
    pub policy: String,
    /// Address of the policy.
    pub policy_path: String,
    /// Categories in the order of the banner.
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
    /// Services, each with a box of its own.
    pub services: Vec<ConsentServiceView>,
}

/// A service that can be chosen by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConsentServiceView {
    /// Name in cookies and records.
    pub id: String,
    pub name: String,
    /// What it does.
    pub purpose: String,
    /// Whether its box is ticked.
    pub allowed: bool,
}

/// What an address in a text of the merchant's loads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum EmbedKind {
    /// A page in a frame: a video, a map.
    #[default]
    Frame,
    Script,
}

/// Content of others in a text: inert until it is allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct EmbedView {
    /// What it is.
    pub kind: EmbedKind,
    /// Its https address.
    pub address: String,
    /// What it shows; may be empty.
    pub title: String,
    /// Service that it is asked about.
    pub service: String,
    /// Name of the service.
    pub name: String,
    /// Category of the service.
    pub category: Category,
    /// Host that it is loaded from.
    pub host: String,
    /// What is said in its place.
    pub text: String,
    /// "Accept and show".
    pub accept: String,
    /// Words of the link to it.
    pub elsewhere: String,
    /// Whether it may be loaded.
    pub allowed: bool,
}

/// A part of a text that the merchant writes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum ContentPart {
    /// HTML, already sanitised.
    Html { html: String },
    /// Content of others.
    Embed { embed: Box<EmbedView> },
    /// The choices about cookies, to be changed.
    Consent { manager: Box<ConsentBanner> },
}
