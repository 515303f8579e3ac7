//! View data of pages: one typed value per page, rendered to HTML on the server and hydrated in the browser.
//!
//! Amounts are cents with tax as the shop displays it; language-dependent texts come from the page's own texts or from
//! [`crate::base::format`]. Paths are absolute within the shop (`/prodotto/…/`).

pub mod account;
pub mod bulk;
pub mod cart;
pub mod comment;
pub mod company;
pub mod consent;
pub mod content;
pub mod conversation;
pub mod express;
pub mod gateway;
pub mod listing;
pub mod newsletter;
pub mod notice;
pub mod offers;
pub mod order;
pub mod parts;
pub mod product;
pub mod purchase;
pub mod receivables;
pub mod registration;
pub mod search;
pub mod shell;
pub mod standing;
pub mod theme;
pub mod vat;
pub mod visit;

pub use account::{
    AccountAddress, AccountCredit, AccountCreditMove, AccountDetailsView, AccountEntry, AccountLogin, AccountOrder,
    AccountOrderDetail, AccountPage, AccountPaymentChange, AccountPerson, AccountReview, AccountSection,
    AccountSubscription, AccountSubscriptionDetail,
};
pub use bulk::{
    BulkOrderView, BulkRowsView, CartToListView, PurchaseListColumn, PurchaseListEntry, PurchaseListView,
    PurchaseListsView, TableAriaTexts, TablePaginateTexts, TableTexts,
};
pub use cart::{
    CartOffers, CartPage, CheckoutKind, CheckoutPage, CouponOffer, CreditOffer, ExtraFieldView, PaymentMethodView,
    ShippingCalculator,
};
pub use comment::{AnsweredComment, CommentFormView, CommentView, CommentsView};
pub use company::{
    AccountApproval, AccountApprovalCart, AccountApprovals, AccountSubaccount, AccountSubaccountFields,
    AccountSubaccountRow, AccountSubaccounts,
};
pub use consent::{
    AnalyticsFrame, ConsentBanner, ConsentCategory, ConsentFrame, ConsentServiceView, ContentPart, EmbedKind,
    EmbedView, TagView,
};
pub use content::{BlockView, BlogPage, ContentPage, PostTeaser};
pub use conversation::{
    AttachmentLimits, ConversationList, ConversationRow, ConversationThread, InquiryChoice, InquiryFormView,
    QuoteRequestView, QuotedLineView, ThreadFile, ThreadMessage,
};
pub use express::{
    CustomCheckoutField, ExpressCheckout, ExpressDeclarations, ExpressNonces, ExpressProvider, ExpressSettings,
    LoginConfirmation, PayForOrder, PayForOrderDetails,
};
pub use gateway::{GatewayCustomer, GatewayMethodConfig, GatewaySettings, SavedMethodView};
pub use listing::{Facet, FacetValue, Filters, HomePage, ListingPage, PriceFilter};
pub use newsletter::{NewsletterPage, NewsletterStep};
pub use notice::{ChatView, FootBannerView, StoreNoticeView};
pub use offers::{AccountOffer, AccountOfferLine, AccountOffers};
pub use order::{
    DeclaredWithdrawal, DownloadView, FindOrderPage, FindPurpose, OrderLineView, OrderPage, OrderPayPage, SlipView,
    TotalRow, WithdrawalLineView, WithdrawalPage, WithdrawalStep,
};
pub use parts::{Breadcrumb, Link, MenuEntry, Notice, Picture};
pub use product::{
    FoodFacts, GroupedChild, PriceView, ProductCard, ProductPage, RatingBar, ReviewFormView, ReviewReply, ReviewView,
    TierView, VariantFood, VariationAttribute, VariationView,
};
pub use purchase::{
    AddOnControl, AddOnView, BookingView, ChoiceView, InstalmentView, PurchasePrice, PurchaseView, SlotView,
};
pub use receivables::{AccountInvoice, AccountInvoices};
pub use registration::{
    AccountCompany, CompanyAddress, CompanyAddressForm, CompanyDelivery, RegistrationView, RoleChoice, StoredFile,
};
pub use search::{SearchSuggestions, SuggestedProduct};
pub use shell::{Alternate, Head, LanguageLink, Page, PageData, QuickViewView, Shell, TextButton, TextPage};
pub use standing::{
    ListChoice, StandingLine, StandingOrderEntry, StandingOrderFields, StandingOrderView, StandingOrdersView,
};
pub use theme::{PreviewFrame, ShopTheme};
pub use vat::VatFieldView;
pub use visit::{ATTRIBUTION_SERVICE, AttributionFrame, CAPTURE_SERVICE, EmailCaptureFrame};
