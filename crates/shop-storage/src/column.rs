//! Which types stand in columns, and how: each is read and bound in one way, wherever it stands.

use sea_orm::sea_query::Nullable;
use sea_orm::{TryGetable, Value};
use shop_core::base::{
    ApprovalId, AttributeId, CategoryId, Cents, CompanyId, ConversationId, CustomerId, CustomerRoleId, Lang, OfferId,
    OrderId, ProductId, SubscriptionId, TagId, TermId,
};
use shop_core::catalogue::product::{Backorders, ProductKind, PublishStatus, StockStatus, Visibility};
use shop_core::consent::{ConsentKind, ConsentRecord};
use shop_core::content::page::PageForm;
use shop_core::coupon::Coupon;
use shop_core::document::Invoice;
use shop_core::document::einvoice::{EInvoiceKind, EInvoiceState};
use shop_core::order::OrderStatus;
use shop_core::order::instalment::InstalmentStatus;
use shop_core::order::refund::{RefundLine, RefundProgress};
use shop_core::payment::method::PaymentMethod;
use shop_core::payment::state::event::PaymentEventForm;
use shop_core::payment::state::facts::PaymentFacts;
use shop_core::review::ReviewStatus;
use shop_core::subscription::{SubscriptionStatus, SubscriptionTerms};
use shop_core::trade::approval::{ApprovalLine, ApprovalState};
use shop_core::trade::attachment::AttachmentKind;
use shop_core::trade::company::{Approval, CompanyContent, Subaccount, VatStanding};
use shop_core::trade::conversation::{ConversationState, MessageAuthor, QuotedCart};
use shop_core::trade::offer::{OfferContent, OfferState};
use shop_core::trade::price::TradePrice;
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::registration_field::RegistrationField;
use shop_core::trade::registration_file::FileKind;
use shop_core::trade::role::RoleTerms;
use shop_core::trade::standing_order::{Repeats, StandingState};
use shop_core::trade::vat_check::{VatAnswer, VatSilence};
use shop_einvoice::Document;
use shop_services::ports::{
    AccountDetails, EventDetail, Registration, Role, SlugOwner, SubscriberState, SubscriptionContent, TokenPurpose,
};
use shop_services::records::{CartContent, OrderContent, OrderLineContent};
use shop_services::settings::CarrierChoice;

/// What a column can hold.
pub(crate) trait Stored: Sized {
    /// As the database has it.
    type Raw: TryGetable;

    /// Reads it; an error says what is wrong with it.
    fn stored(raw: Self::Raw) -> Result<Self, String>;
}

/// What reads whatever the database has: numbers and texts, but no words of a list and no documents.
pub(crate) trait Plain: Stored {}

/// What a statement can be given.
pub(crate) trait Bound {
    /// As the database takes it.
    type Raw: Into<Value>;

    /// That.
    fn bound(self) -> Self::Raw;
}

impl<T: Stored> Stored for Option<T> {
    type Raw = Option<T::Raw>;

    fn stored(raw: Self::Raw) -> Result<Self, String> {
        raw.map(T::stored).transpose()
    }
}

impl<T: Plain> Plain for Option<T> {}

impl<T: Bound<Raw: Into<Value> + Nullable>> Bound for Option<T> {
    type Raw = Option<T::Raw>;

    fn bound(self) -> Self::Raw {
        self.map(T::bound)
    }
}

impl<'a> Bound for &'a str {
    type Raw = &'a str;

    fn bound(self) -> Self::Raw {
        self
    }
}

impl<'a> Bound for &'a String {
    type Raw = &'a str;

    fn bound(self) -> Self::Raw {
        self
    }
}

impl<'a> Bound for &'a Option<String> {
    type Raw = Option<&'a str>;

    fn bound(self) -> Self::Raw {
        self.as_deref()
    }
}

macro_rules! as_they_are {
    ($($type:ty)*) => {$(
        impl Stored for $type {
            type Raw = Self;

            fn stored(raw: Self) -> Result<Self, String> {
                Ok(raw)
            }
        }

        impl Plain for $type {}

        impl Bound for $type {
            type Raw = Self;

            fn bound(self) -> Self {
                self
            }
        }
    )*};
}

as_they_are! { i64 bool String }

macro_rules! numbers {
    ($($type:ident)*) => {$(
        impl Stored for $type {
            type Raw = i64;

            fn stored(raw: i64) -> Result<Self, String> {
                Ok(Self(raw))
            }
        }

        impl Plain for $type {}

        impl Bound for $type {
            type Raw = i64;

            fn bound(self) -> i64 {
                self.0
            }
        }
    )*};
}

numbers! { ApprovalId AttributeId CategoryId Cents CompanyId ConversationId CustomerId CustomerRoleId OfferId OrderId ProductId SubscriptionId TagId TermId }

/// Numbers of another width: what does not fit is wrong in a column, and as much as fits in a statement.
macro_rules! narrower {
    ($($type:ident)*) => {$(
        impl Stored for $type {
            type Raw = i64;

            fn stored(raw: i64) -> Result<Self, String> {
                Self::try_from(raw).map_err(|_| format!("{raw} is out of range"))
            }
        }

        impl Bound for $type {
            type Raw = i64;

            fn bound(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}

narrower! { u8 u16 u64 usize }

macro_rules! words {
    ($($type:ident by $parse:ident)*) => {$(
        impl Stored for $type {
            type Raw = String;

            fn stored(raw: String) -> Result<Self, String> {
                Self::$parse(&raw).ok_or_else(|| format!("unknown word `{raw}`"))
            }
        }

        impl Bound for $type {
            type Raw = &'static str;

            fn bound(self) -> &'static str {
                self.as_str()
            }
        }
    )*};
}

words! {
    Approval by parse
    AttachmentKind by parse
    ApprovalState by parse
    Backorders by parse
    ConsentKind by parse
    ConversationState by parse
    CarrierChoice by parse
    EInvoiceKind by parse
    EInvoiceState by parse
    FileKind by parse
    InstalmentStatus by parse
    Lang by of_code
    MessageAuthor by parse
    OfferState by parse
    OrderStatus by parse
    PaymentMethod by from_id
    ProductKind by parse
    Repeats by parse
    StandingState by parse
    PublishStatus by parse
    RefundProgress by parse
    ReviewStatus by parse
    Role by parse
    SlugOwner by parse
    StockStatus by parse
    SubscriberState by parse
    SubscriptionStatus by parse
    VatAnswer by parse
    VatSilence by parse
    VatStanding by parse
    Visibility by parse
}

impl Bound for TokenPurpose {
    type Raw = &'static str;

    fn bound(self) -> &'static str {
        self.as_str()
    }
}

/// Documents, kept as JSON; bound by [`to_json`](crate::db::to_json), which may fail.
macro_rules! documents {
    ($($type:ty,)*) => {$(
        impl $crate::column::Stored for $type {
            type Raw = String;

            fn stored(raw: String) -> Result<Self, String> {
                serde_json::from_str(&raw).map_err(|error| error.to_string())
            }
        }
    )*};
}
pub(crate) use documents;

documents! {
    AccountDetails,
    CartContent,
    CompanyContent,
    ConsentRecord,
    Coupon,
    Document,
    EventDetail,
    Invoice,
    OfferContent,
    OrderContent,
    OrderLineContent,
    PageForm,
    PaymentEventForm,
    PaymentFacts,
    QuotedCart,
    RoleTerms,
    Subaccount,
    SubscriptionContent,
    SubscriptionTerms,
    TradePrice,
    Vec<ApprovalLine>,
    Vec<ProductLine>,
    Registration,
    RegistrationField,
    Vec<RefundLine>,
}
