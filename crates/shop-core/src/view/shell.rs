//! What every page has: head tags, menus, the seller's identity.

use serde::Serialize;

use super::{
    AccountPage, AnalyticsFrame, AttributionFrame, BlogPage, CartPage, ChatView, CheckoutPage, ConsentFrame,
    ContentPage, EmailCaptureFrame, FindOrderPage, FootBannerView, HomePage, Link, ListingPage, MenuEntry,
    NewsletterPage, OrderPage, OrderPayPage, PreviewFrame, ProductPage, ShopTheme, StoreNoticeView, WithdrawalPage,
};
use crate::base::{Lang, ProductId};
use crate::catalogue::quick_view::QuickViewSettings;

/// A whole page: the frame, the head tags and the content.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PageData {
    pub shell: Shell,
    pub head: Head,
    pub page: Page,
}

/// Content of a page, by kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Page {
    /// `/`
    Home(HomePage),
    /// `/negozio/`, categories, tags, search.
    Listing(Box<ListingPage>),
    /// `/prodotto/{slug}/`
    Product(Box<ProductPage>),
    /// `/cart/`
    Cart(Box<CartPage>),
    /// `/checkout/`
    Checkout(Box<CheckoutPage>),
    /// `/checkout/order-received/{id}/`
    OrderReceived(Box<OrderPage>),
    /// `/checkout/order-pay/{id}/`
    OrderPay(Box<OrderPayPage>),
    /// `/ordine/`, `/recesso/`
    FindOrder(FindOrderPage),
    /// `/newsletter/` and below.
    Newsletter(NewsletterPage),
    /// `/recesso/{id}/`
    Withdrawal(Box<WithdrawalPage>),
    /// `/my-account/` and below.
    Account(Box<AccountPage>),
    /// Pages and posts that the merchant writes.
    Content(Box<ContentPage>),
    /// `/blog/`
    Blog(BlogPage),
    /// A page of text that the shop itself makes.
    Text(TextPage),
    /// Nothing at this address. Offers ways on.
    NotFound(TextPage),
    /// Something failed; the text tells what to do.
    Error(TextPage),
}

/// The frame of all pages. Holds nothing personal: guest pages are cached.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Shell {
    /// Language of the page.
    pub lang: Lang,
    /// What stands before all addresses of this language: `/en`; empty for the shop's own, see
    /// [`crate::base::spoken_address`].
    pub prefix: String,
    /// The languages of the shop, with this page in each.
    pub languages: Vec<LanguageLink>,
    /// Address of this page without its language: path and query.
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
    /// Identity of the seller as the law wants it shown, line by line (name, address, VAT number, REA, PEC, phone).
    pub seller_lines: Vec<String>,
    /// Words of the means of payment that are accepted now.
    pub payment_names: Vec<String>,
    /// Whether prices include tax, and what they leave out.
    pub price_note: String,
    /// Prices of products are shown without VAT.
    pub net_prices: bool,
    /// The lines of the cart are shown without VAT, which stands before their total then.
    pub net_cart: bool,
    /// Where the shop delivers to.
    pub delivery_note: String,
    /// Telephone, as dialled.
    pub phone: String,
    /// E-mail of the shop.
    pub email: String,
    /// Free delivery to Italy from this amount, when there is such an offer.
    pub free_shipping_from_cents: Option<i64>,
    /// Whether coupons can be typed.
    pub coupons: bool,
    /// The quick view of products; `None`: the shop has none.
    pub quick_view: Option<QuickViewView>,
    /// The merchant's theme.
    pub theme: ShopTheme,
    /// The page is shown as a preview in a frame; none: it is a page as any.
    pub preview: Option<PreviewFrame>,
    /// Consent to cookies; nothing: the shop asks for none.
    pub consent: Option<ConsentFrame>,
    /// How it is noted where visitors came from; nothing: it is not.
    pub attribution: Option<AttributionFrame>,
    /// That addresses are kept for marketing when they are typed; nothing: they are not.
    pub email_capture: Option<EmailCaptureFrame>,
    /// Who counts what happens here; nothing: nobody.
    pub analytics: Option<AnalyticsFrame>,
    /// The notice of the whole shop; nothing: there is none, or it was closed.
    pub notice: Option<StoreNoticeView>,
    /// The banner at the foot; nothing: there is none, or it was closed.
    pub foot_banner: Option<FootBannerView>,
    /// The chat; nothing: the shop has none.
    pub chat: Option<ChatView>,
    /// What is consented to with the newsletter; empty: the shop has none.
    pub newsletter: String,
    /// Current year, for the footer.
    pub year: i32,
}

/// A page in a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct LanguageLink {
    pub lang: Lang,
    /// Its name, as those who speak it call it.
    pub name: String,
    /// Address of the page, with the code of the language.
    pub path: String,
}

/// How the quick view of products works on a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuickViewView {
    /// At a side of the window instead of over its middle.
    pub sidebar: bool,
    /// What the merchant set.
    pub settings: QuickViewSettings,
    /// Hash of the address while the view is open, where the settings want one.
    pub hash: String,
    /// Pictures can be enlarged in it.
    pub zoom: bool,
    /// Opens by itself.
    pub opens: Option<ProductId>,
    /// Goes with the calls for its content; anybody's.
    pub nonce: String,
}

/// Head tags of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Head {
    pub title: String,
    pub description: String,
    /// Full canonical address.
    pub canonical: String,
    /// The same page in all languages, this one included, and for those who read none of them. Empty where search engines are to
    /// look at another address or at none.
    pub alternates: Vec<Alternate>,
    /// Kept out of search engines.
    pub noindex: bool,
    /// Full address of the picture for social previews.
    pub image: Option<String>,
}

/// The address of a page in a language.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Alternate {
    /// Code of the language, or `x-default`.
    pub hreflang: String,
    pub href: String,
}

/// A page of text.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TextPage {
    pub title: String,
    /// HTML, already sanitised.
    pub html: String,
    pub links: Vec<Link>,
    /// A button that does what the page is about; nothing: there is nothing to do.
    pub button: Option<TextButton>,
}

/// A form of a button alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct TextButton {
    pub label: String,
    /// Address that the form is sent to.
    pub path: String,
}
