//! Common data of every page: head tags, menus, the seller's identity.

use serde::Serialize;

use super::{
    AccountPage, AnalyticsFrame, AttributionFrame, BlogPage, CartPage, ChatView, CheckoutPage, ConsentFrame,
    ContentPage, EmailCaptureFrame, FindOrderPage, FootBannerView, HomePage, Link, ListingPage, MenuEntry,
    NewsletterPage, OrderPage, OrderPayPage, PreviewFrame, ProductPage, ShopTheme, StoreNoticeView, WithdrawalPage,
};
use crate::base::{Cents, Lang, ProductId};
use crate::catalogue::quick_view::QuickViewSettings;

/// A whole page: the frame, the head tags and the content.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PageData {
    pub shell: Shell,
    pub head: Head,
    pub page: Page,
}

/// Content of a page, by type.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Page {
    /// The home page, `/`.
    Home(HomePage),
    /// Listings: `/negozio/`, categories, tags, search.
    Listing(Box<ListingPage>),
    /// A product page, `/prodotto/{slug}/`.
    Product(Box<ProductPage>),
    /// The cart, `/cart/`.
    Cart(Box<CartPage>),
    /// The checkout, `/checkout/`.
    Checkout(Box<CheckoutPage>),
    /// The page of a placed order, `/checkout/order-received/{id}/`.
    OrderReceived(Box<OrderPage>),
    /// The payment page of an order, `/checkout/order-pay/{id}/`.
    OrderPay(Box<OrderPayPage>),
    /// The search for an order: `/ordine/`, `/recesso/`.
    FindOrder(FindOrderPage),
    /// The newsletter pages, `/newsletter/` and below.
    Newsletter(NewsletterPage),
    /// The withdrawal page, `/recesso/{id}/`.
    Withdrawal(Box<WithdrawalPage>),
    /// The account, `/my-account/` and below.
    Account(Box<AccountPage>),
    /// A page or post written by the merchant.
    Content(Box<ContentPage>),
    /// The list of posts, `/blog/`.
    Blog(BlogPage),
    /// A text page that the shop itself generates.
    Text(TextPage),
    /// The URL was not found; the page offers other links.
    NotFound(TextPage),
    /// An error; the text gives advice.
    Error(TextPage),
}

/// The frame of all pages. Contains no personal data: guest pages are cached.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Shell {
    /// Language of the page.
    pub lang: Lang,
    /// Prefix of all URLs in this language: `/en`; empty for the shop's own, see [`crate::base::localised_url`].
    pub prefix: String,
    /// The languages of the shop, with the URL of this page in each.
    pub languages: Vec<LanguageLink>,
    /// URL of this page without its language: path and query.
    pub path: String,
    pub shop_name: String,
    /// One line under the name.
    pub tagline: String,
    /// Main menu: categories.
    pub menu: Vec<MenuEntry>,
    /// Pages in the main menu, after the categories.
    pub menu_links: Vec<Link>,
    /// Information links of the footer.
    pub footer_links: Vec<Link>,
    /// Identity of the seller as required by law, line by line (name, address, VAT number, REA, PEC, phone).
    pub seller_lines: Vec<String>,
    /// Names of the accepted payment methods.
    pub payment_names: Vec<String>,
    /// Note on whether prices include tax, and what they exclude.
    pub price_note: String,
    /// Whether prices of products are shown without VAT.
    pub net_prices: bool,
    /// Whether the lines of the cart are shown without VAT, which is then listed before their total.
    pub net_cart: bool,
    /// Note on the delivery area.
    pub delivery_note: String,
    /// Telephone number, as dialled.
    pub phone: String,
    /// E-mail of the shop.
    pub email: String,
    /// Minimum amount for free delivery to Italy, if there is such an offer.
    pub free_shipping_from_cents: Option<Cents>,
    /// Whether there is a coupon field.
    pub coupons: bool,
    /// The quick view of products; `None`: the shop has none.
    pub quick_view: Option<QuickViewView>,
    /// The merchant's theme.
    pub theme: ShopTheme,
    /// Data for a preview in a frame; `None`: it is a normal page.
    pub preview: Option<PreviewFrame>,
    /// Cookie consent; `None`: the shop needs none.
    pub consent: Option<ConsentFrame>,
    /// Order attribution; `None`: it is off.
    pub attribution: Option<AttributionFrame>,
    /// Capture of e-mail addresses for marketing as they are typed; `None`: it is off.
    pub email_capture: Option<EmailCaptureFrame>,
    /// Analytics on the page; `None`: it is off.
    pub analytics: Option<AnalyticsFrame>,
    /// The store notice; `None`: there is none, or it was closed.
    pub notice: Option<StoreNoticeView>,
    /// The banner at the foot; `None`: there is none, or it was closed.
    pub foot_banner: Option<FootBannerView>,
    /// The chat; `None`: the shop has none.
    pub chat: Option<ChatView>,
    /// Consent text of the newsletter; empty: the shop has none.
    pub newsletter: String,
    /// Current year, for the footer.
    pub year: i32,
}

/// A link to the page in another language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LanguageLink {
    pub lang: Lang,
    /// Name of the language in that language.
    pub name: String,
    /// URL of the page, with the language code.
    pub path: String,
}

/// Settings of the quick view on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuickViewView {
    /// Whether it opens at the side of the window instead of the middle.
    pub sidebar: bool,
    /// The merchant's settings.
    pub settings: QuickViewSettings,
    /// Hash of the URL while the view is open, if enabled.
    pub hash: String,
    /// Whether its pictures can be zoomed.
    pub zoom: bool,
    /// Product that opens automatically.
    pub opens: Option<ProductId>,
    /// Nonce of the calls for its content, the same for everybody.
    pub nonce: String,
}

/// Head tags of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Head {
    pub title: String,
    pub description: String,
    /// Full canonical URL.
    pub canonical: String,
    /// URLs of the same page in all languages, including this one, and the default for other readers. Empty if search engines are
    /// to index another URL or none.
    pub alternates: Vec<Alternate>,
    /// Whether search engines must not index it.
    pub noindex: bool,
    /// Full URL of the picture for social previews.
    pub image: Option<String>,
}

/// The URL of a page in a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Alternate {
    /// Language code, or `x-default`.
    pub hreflang: String,
    pub href: String,
}

/// A text page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TextPage {
    pub title: String,
    /// HTML, already sanitised.
    pub html: String,
    pub links: Vec<Link>,
    /// Button for the page's action; `None`: there is none.
    pub button: Option<TextButton>,
}

/// A form that consists of a button.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TextButton {
    pub label: String,
    /// URL that the form is submitted to.
    pub path: String,
}
