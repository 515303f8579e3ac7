//! The core's types that columns store.

use shop_core::base::{
    ApprovalId, AttributeId, CategoryId, Cents, CompanyId, ConversationId, CustomerId, CustomerRoleId, Lang, OfferId,
    OrderId, ProductId, SubscriptionId, TagId, TermId,
};
use shop_core::cart::coupon::CouponKind;
use shop_core::catalogue::product::{Backorders, ProductKind, PublishStatus, StockStatus, Visibility};
use shop_core::catalogue::review::ReviewStatus;
use shop_core::content::page::{PageForm, PageKind, PageStatus};
use shop_core::orders::OrderStatus;
use shop_core::orders::document::Invoice;
use shop_core::orders::document::einvoice::{EInvoiceKind, EInvoiceState};
use shop_core::orders::instalment::InstalmentStatus;
use shop_core::orders::refund::{RefundLine, RefundProgress};
use shop_core::orders::subscription::{SubscriptionStatus, SubscriptionTerms};
use shop_core::payments::method::PaymentMethod;
use shop_core::payments::state::event::PaymentEventForm;
use shop_core::privacy::consent::{ConsentKind, ConsentRecord};
use shop_core::trade::approval::{ApprovalLine, ApprovalState};
use shop_core::trade::attachment::AttachmentKind;
use shop_core::trade::company::{Approval, CompanyContent, Subaccount, VatNumberState};
use shop_core::trade::conversation::{ConversationState, MessageAuthor, QuotedCart};
use shop_core::trade::offer::{OfferContent, OfferState};
use shop_core::trade::price::TradePrice;
use shop_core::trade::product_string::ProductLine;
use shop_core::trade::registration_field::RegistrationField;
use shop_core::trade::registration_file::FileKind;
use shop_core::trade::role::RoleTerms;
use shop_core::trade::standing_order::{Repeats, StandingState};
use shop_core::trade::vat_check::{RegisterFailure, VatAnswer};
use shop_einvoice::Document;
use shop_services::platform::settings::CarrierChoice;
use shop_services::ports::{AccountDetails, EventDetail, Registration, Role, SlugOwner, SubscriberState, TokenPurpose};
use shop_services::records::{CartContent, OrderLineContent};

use crate::entity::StoredType;

macro_rules! numbers {
    ($($type:ident)*) => {$(
        impl StoredType for $type {
            type Raw = i64;

            fn decode(raw: i64) -> Result<Self, String> {
                Ok(Self(raw))
            }

            fn encode(&self) -> Option<i64> {
                Some(self.0)
            }
        }
    )*};
}

numbers! {
    ApprovalId AttributeId CategoryId Cents CompanyId ConversationId CustomerId CustomerRoleId OfferId OrderId ProductId
    SubscriptionId TagId TermId
}

/// Enums: an unknown name is an error.
macro_rules! words {
    ($($type:ident by $parse:ident)*) => {$(
        impl $crate::entity::StoredType for $type {
            type Raw = String;

            fn decode(raw: String) -> Result<Self, String> {
                Self::$parse(&raw).ok_or_else(|| format!("unknown word `{raw}`"))
            }

            fn encode(&self) -> Option<String> {
                Some(self.as_str().to_owned())
            }
        }
    )*};
}

words! {
    Approval by parse
    AttachmentKind by parse
    ApprovalState by parse
    Backorders by parse
    CarrierChoice by parse
    ConsentKind by parse
    ConversationState by parse
    CouponKind by parse
    EInvoiceKind by parse
    EInvoiceState by parse
    FileKind by parse
    InstalmentStatus by parse
    Lang by from_code
    MessageAuthor by parse
    OfferState by parse
    OrderStatus by parse
    PageKind by parse
    PageStatus by parse
    PaymentMethod by from_id
    ProductKind by parse
    PublishStatus by parse
    RefundProgress by parse
    Repeats by parse
    ReviewStatus by parse
    Role by parse
    SlugOwner by parse
    StandingState by parse
    StockStatus by parse
    SubscriberState by parse
    SubscriptionStatus by parse
    TokenPurpose by parse
    VatAnswer by parse
    RegisterFailure by parse
    VatNumberState by parse
    Visibility by parse
}

/// Documents, stored as JSON text.
macro_rules! documents {
    ($($type:ty,)*) => {$(
        impl $crate::entity::StoredType for $type {
            type Raw = String;

            fn decode(raw: String) -> Result<Self, String> {
                serde_json::from_str(&raw).map_err(|error| error.to_string())
            }

            fn encode(&self) -> Option<String> {
                serde_json::to_string(self).ok()
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
    Document,
    EventDetail,
    Invoice,
    OfferContent,
    OrderLineContent,
    PageForm,
    PaymentEventForm,
    QuotedCart,
    Registration,
    RegistrationField,
    RoleTerms,
    Subaccount,
    SubscriptionTerms,
    TradePrice,
    Vec<ApprovalLine>,
    Vec<ProductLine>,
    Vec<RefundLine>,
}

/// Integers of another width: a value out of range is an error when it is read, and is clamped when it is written.
macro_rules! narrower {
    ($($type:ident)*) => {$(
        impl StoredType for $type {
            type Raw = i64;

            fn decode(raw: i64) -> Result<Self, String> {
                Self::try_from(raw).map_err(|_| format!("{raw} is out of range"))
            }

            fn encode(&self) -> Option<i64> {
                Some(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

narrower! { u8 u16 u64 usize }
