//! Ports: the traits through which the use cases reach the outside. `shop-storage` implements the stores over SQLite and
//! PostgreSQL.
//!
//! Times are passed in as seconds since 1970 UTC: no port reads a clock.

mod account;
mod analytics;
mod approval;
mod attachment;
mod booking;
mod breach;
mod captured_email;
mod cart;
mod catalogue;
mod comment;
mod company;
mod consent;
mod conversation;
mod coupon;
mod credit;
mod customer;
mod download;
mod einvoice;
mod gateway;
mod gateway_error;
mod gateway_setup;
mod import_job;
mod instalment;
mod intent;
mod invoice;
mod newsletter;
mod offer;
mod order;
mod order_list;
mod outbox;
mod page;
mod payment;
mod payment_form;
mod people;
mod personal_data;
mod product;
mod provider_connector;
mod provider_error;
mod purchase_list;
mod receivable;
mod refund;
mod report;
mod review;
mod role;
mod secret;
mod settings;
mod standing_order;
mod store_error;
mod subaccount;
mod subscription;
mod term;
mod trade_price;
mod transition;
mod vat;
mod withdrawal;

pub use account::{
    Account, AccountDetails, AccountNames, AccountStore, DeletionRefusal, NewToken, OpenLogin, OwnReview, TokenOutcome,
    TokenPurpose,
};
pub use analytics::{
    AnalyticsStore, DayCounts, DaySpan, EventCount, ProductSums, SpanParts, WordCount, WordKind, WordSums,
};
pub use approval::{ApprovalDecision, ApprovalRecord, ApprovalStore, NewApproval};
pub use attachment::AttachmentFolder;
pub use booking::{BookedPlaces, BookingFilter, BookingStore, WantedPlaces};
pub use breach::{BreachChanged, BreachNotes, BreachRecord, BreachStore};
pub use captured_email::{CapturedEmail, CapturedEmailFilter, CapturedEmailStore, NewCapturedEmail};
pub use cart::{CartRecord, CartStore, SaveOutcome};
pub use catalogue::{
    Attribute, AttributeTerm, CatalogueData, CatalogueStore, Category, FormerSlug, SavedProduct, SlugOwner,
    StockChange, StockLevel, StockMoved, StockStore, Tag, TermIds, TermsWanted,
};
pub use comment::{Comment, CommentAdded, CommentFilter, CommentStore, OwnComment};
pub use company::{
    CompanyFilter, CompanyMember, CompanyRecord, CompanyRow, CompanyStore, NewCompany, Registration, RegistrationFile,
};
pub use consent::{ConsentFilter, ConsentStore, NewConsent, StoredConsent};
pub use conversation::{
    Conversation, ConversationFile, ConversationFilter, ConversationMessage, ConversationStore, MailsOfConversation,
    MessageAdded, MessageTemplate, NewConversation, NewConversationFile, NewMessage, SentKey, TemplateChanged,
    WrittenMessage,
};
pub use coupon::{CouponChanged, CouponFilter, CouponOrder, CouponPerson, CouponRecord, CouponStore, RedeemedCoupon};
pub use credit::{CreditFilter, CreditRecord, CreditState, CreditStore, LedgerEntry, NewCredit, RedeemedCredit};
pub use customer::{Customer, CustomerStore, Membership, NewCustomer, Role};
pub use download::{DownloadStore, FileKey};
pub use einvoice::{
    EInvoiceEvent, EInvoiceFilter, EInvoiceRecord, EInvoiceStep, EInvoiceStore, InvoicedCompany, NewEInvoice,
};
pub use gateway::{EventDetail, Gateway, GatewayEvent, GatewayMethod, GatewayPublic, GatewayRefund};
pub use gateway_error::{GatewayError, WebhookError};
pub use gateway_setup::{GatewaySetup, ProviderDomain, ProviderWebhook};
pub use import_job::{ImportJob, ImportJobStore};
pub use instalment::{InstalmentRecord, InstalmentStep, InstalmentStore};
pub use intent::{Agreement, Confirmation, Intent, IntentChange, NewIntent, NextAction, PaidWith, PaymentTexts, Slip};
pub use invoice::InvoiceStore;
pub use newsletter::{MailOf, NewSubscriber, NewsletterStore, Subscriber, SubscriberFilter, SubscriberState};
pub use offer::{CompanyPerson, OfferCompany, OfferFilter, OfferInCart, OfferOwner, OfferRecord, OfferStore};
pub use order::{
    DELETED_SUBACCOUNT, NewOrder, NewOrderLine, NewRefund, OrderOwner, OrderRecord, OrderStore, OrderedCart,
    PlaceRefusal, Placed, QUIET, RefundRecord, received_path,
};
pub use order_list::{OrderFilter, OrderListRow, OrderPageResult, OrderSort};
pub use outbox::{MailMessage, NewMail, OutboxStore};
pub use page::{PageRecord, PageStore, SavedPage};
pub use payment::{Begun, NewAttempt, PaymentRecord, PaymentStore, QueuedEvent, SavedMethod, WebhookEvent};
pub use payment_form::{EarlyIntent, FormAppearance, PaymentFormStore};
pub use people::{PeopleStore, PersonChanged, PersonFilter, PersonRow};
pub use personal_data::{DataOwner, ExpiredData, OwnOrder, OwnOrderLine, OwnRows, PersonalDataStore, WaitingErasure};
pub use product::{DeletedProduct, ProductStore};
pub use provider_connector::{GatewayKeys, ProviderConnector, ProviderWatch};
pub use provider_error::{LastEvent, MAX_PROVIDER_ERRORS, ProviderErrorRecord, ProviderErrorStore};
pub use purchase_list::{
    NewPurchaseList, PurchaseList, PurchaseListChanged, PurchaseListFilter, PurchaseListOrder, PurchaseListRow,
    PurchaseListSaved, PurchaseListStore,
};
pub use receivable::{
    CompanyDebt, NewReceivedPayment, PaymentReversal, Receivable, ReceivableStore, ReceivedPayment, RecordPaymentError,
};
pub use refund::{ForeignRefund, GatewayRefundRecord, RefundAgain, RefundStep, RefundStore};
pub use report::{HourlyMoney, OriginSum, OriginSums, ReportStore, SoldItem, TaxedOrder};
pub use review::{Review, ReviewAdded, ReviewFilter, ReviewHistory, ReviewOrder, ReviewStore, ReviewWriter};
pub use role::{FieldRecord, RoleRecord, RoleSaved, RoleStore};
pub use secret::Secret;
pub use settings::{LoggedChange, SettingChange, SettingLogStore, SettingsStore};
pub use standing_order::{
    StandingOrderChanged, StandingOrderContent, StandingOrderRecord, StandingOrderSaved, StandingOrderStep,
    StandingOrderStore,
};
pub use store_error::{FormError, StoreError};
pub use subaccount::{MainAccount, SubaccountConflict, SubaccountRecord, SubaccountStore};
pub use subscription::{
    MethodSetup, NewRenewal, NewSubscription, PaymentChange, SubscriptionChange, SubscriptionContent,
    SubscriptionFilter, SubscriptionLine, SubscriptionRecord, SubscriptionState, SubscriptionStore,
};
pub use term::{SavedTerm, TermStore};
pub use trade_price::{PriceOwner, PriceOwners, TradePriceStore};
pub use transition::{OrderEvent, PAYMENT_AUTHOR, StockTarget, Transition, TransitionPayment, TransitionRefusal};
pub use vat::{
    NewVatCheck, RegisterAnswer, RegisterEntry, VatCheck, VatCheckFilter, VatCheckStore, VatCompany, VatRegister,
    WaitingVat,
};
pub use withdrawal::{NewWithdrawal, WithdrawalRecord, WithdrawalStore};

/// Names groups of ports, so that a use case holds only those it needs.
macro_rules! ports {
    ($(#[$doc:meta])* $vis:vis trait $name:ident: $first:ident $(+ $port:ident)*) => {
        $(#[$doc])*
        $vis trait $name: $first $(+ $port)* {}
        impl<T: $first $(+ $port)* + ?Sized> $name for T {}
    };
}
pub(crate) use ports;

ports! {
    /// All stores together: what a shop is built on.
    pub trait Store: CatalogueStore + ProductStore + StockStore + CartStore + OrderStore + WithdrawalStore + DownloadStore + BookingStore + InstalmentStore + EInvoiceStore + InvoiceStore + CustomerStore + AccountStore + SubaccountStore + ApprovalStore + PeopleStore + RoleStore + CompanyStore + ConversationStore + CouponStore + CreditStore + OfferStore + ReceivableStore + ReviewStore + CommentStore + OutboxStore + PageStore + PaymentStore + PaymentFormStore + ProviderErrorStore + RefundStore + ReportStore + SettingsStore + SettingLogStore + SubscriptionStore + TermStore + TradePriceStore + ImportJobStore + PurchaseListStore + StandingOrderStore + VatCheckStore + ConsentStore + CapturedEmailStore + AnalyticsStore + PersonalDataStore + BreachStore + NewsletterStore
}
