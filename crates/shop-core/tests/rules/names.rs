//! One word for one concept, and the usual one: abandoned names do not return, in any crate.

use std::path::Path;

use crate::sources::{code, files, files_of};

/// Abandoned names with their replacements.
const GIVEN_UP: [(&str, &str); 170] = [
    ("Occasion", "AccountMail"),
    ("Letter", "MailTemplate"),
    ("Wished", "PaymentInput"),
    ("wished", "payment_input"),
    ("EarlierOrder", "replay::Earlier"),
    ("PaperFailure", "DocumentFailure"),
    ("papers", "documents"),
    ("ToldEvent", "WebhookEvent"),
    ("events_to_fold", "events_to_apply"),
    ("take_in", "apply_event"),
    ("SettingsDesk", "SettingsService"),
    ("settings_desk", "settings_service"),
    ("order_of_attempt", "order_by_idempotency_key"),
    ("learn_all", "apply_all"),
    ("bring_every_message", "load_every_message"),
    ("bring_buying_messages", "load_buying_messages"),
    ("GivenBack", "RefundAmounts"),
    ("PaperLine", "DocumentLine"),
    ("OfferPaper", "OfferDocument"),
    ("KeptFile", "StoredFile"),
    ("OfferStanding", "OfferStatus"),
    ("VatStanding", "VatNumberState"),
    ("VatSilence", "RegisterFailure"),
    ("RenewalRefusal", "RenewalDecline"),
    ("renewal_refusal", "renewal_decline"),
    ("ApiRefusal", "ApiCheckoutError"),
    ("SettingPlace", "SettingContext"),
    ("StatementPlace", "StatementPosition"),
    ("statement_place", "statement_position"),
    ("spoken_address", "localised_url"),
    ("keep_captured_email", "save_captured_email"),
    ("tell_purchase", "report_purchase"),
    ("ask_approval", "request_approval"),
    ("refused_offers", "unavailable_offers"),
    ("ApprovalStanding", "ApprovalStatus"),
    ("KeptConsent", "StoredConsent"),
    ("PaymentWords", "PaymentTexts"),
    ("EventRefusal", "WebhookError"),
    ("TakenCredit", "RedeemedCredit"),
    ("RoleKept", "RoleSaved"),
    ("SubaccountTaken", "SubaccountConflict"),
    ("keep_event", "save_event"),
    ("keep_early_intent", "save_early_intent"),
    ("keep_look", "save_appearance"),
    ("FormLook", "FormAppearance"),
    ("note_paying", "record_paying_order"),
    ("forget_paying", "clear_paying_order"),
    ("keep_setup", "save_setup"),
    ("note_provider_fault", "save_provider_error"),
    ("KEPT_FAULTS", "MAX_PROVIDER_ERRORS"),
    ("NotedFaults", "ProviderErrorLog"),
    ("keep_noted_faults", "store_logged_errors"),
    ("keep_gateway_event", "store_webhook_event"),
    ("NotedChange", "LoggedChange"),
    ("noted_changes", "logged_changes"),
    ("TakenBack", "PaymentReversal"),
    ("TakeBackForm", "ReversalForm"),
    ("take_payment_back", "reverse_payment"),
    ("PaymentNotNoted", "RecordPaymentError"),
    ("note_payment", "record_payment"),
    ("note_vat_standing", "save_vat_status"),
    ("vat_still_unanswered", "postpone_vat_check"),
    ("tell_vat_answer", "set_vat_recipient"),
    ("einvoice_waits", "postpone_einvoice"),
    ("taken_places", "occupied_places"),
    ("take_up_order", "reuse_unpaid_order"),
    ("Forgetting", "ExpiredData"),
    ("QuoteAskers", "QuoteAudience"),
    ("DeliveryDayAsked", "DeliveryDayAudience"),
    ("VatAsked", "VatFieldAudience"),
    ("VatAsking", "VatCheckRequest"),
    ("AskedAgain", "RecheckOutcome"),
    ("ask_again", "retry_waiting_numbers"),
    ("Surroundings", "ShopEnvironment"),
    ("conversation_desk", "staff_conversations"),
    ("DeskThread", "StaffThread"),
    ("ShopSeen", "BuyerShop"),
    ("ShownAt", "PageMatch"),
    ("count_shown", "count_published"),
    ("ShownPrice", "CurrentPrice"),
    ("ShownKeys", "KeyInfo"),
    ("shown_keys", "key_info"),
    ("asks_delivery_day", "has_delivery_day_field"),
    ("asked_services", "listed_services"),
    ("recipients_said", "recipients_text"),
    ("kept_data", "stored_data"),
    ("cards_told", "cards_notified"),
    ("look_at_order", "check_order_payments"),
    ("warn_of_lapsing", "warn_of_expiring_authorisations"),
    ("FormWish", "FormIntentRequest"),
    ("GivenMethod", "SubmittedMethod"),
    ("KeepRefusal", "SaveMethodError"),
    ("RefusedText", "RejectedText"),
    ("mail_went_out", "mark_mail_sent"),
    ("mail_stayed", "mark_mail_failed"),
    ("keep_password_link", "store_password_link"),
    ("ask_registration", "send_registration_link"),
    ("ask_new_password", "send_password_reset"),
    ("ask_confirmation", "send_confirmation_link"),
    ("ActDone", "BulkActionResult"),
    ("act_on_products", "apply_to_products"),
    ("TermDenied", "TermError"),
    ("ProductDenied", "ProductError"),
    ("CouponDenied", "CouponFormError"),
    ("CreditDenied", "CreditError"),
    ("AccountDenied", "AccountError"),
    ("OfferDenied", "OfferError"),
    ("StandingDenied", "StandingOrderError"),
    ("RoleDenied", "RoleError"),
    ("CompanyDenied", "CompanyError"),
    ("OwnDenied", "OwnCompanyError"),
    ("AddressesDenied", "AddressesError"),
    ("ListDenied", "PurchaseListError"),
    ("PricesDenied", "TradePricesError"),
    ("PaymentDenied", "ReceivedPaymentError"),
    ("SheetError", "SpreadsheetError"),
    ("StatementHeard", "ObservedStatement"),
    ("listen_to_statements", "observe_statements"),
    ("open_waiting", "open_with_timeout"),
    ("read_by_value", "parse_with_float_integers"),
    ("allows_telling", "may_report_purchase"),
    ("TriedComment", "RejectedComment"),
    ("TriedReview", "RejectedReview"),
    ("waiting_address", "pending_address"),
    ("refusal_notice", "error_notice"),
    ("no_longer_payable", "not_payable_error"),
    ("PaymentTold", "PaymentEventRow"),
    ("SubscriptionStepWanted", "SubscriptionStepRequest"),
    ("PaymentTakenBack", "PaymentReversalRequest"),
    ("CheckedAgain", "VatRecheck"),
    ("WaitingErasureRow", "PendingErasureRow"),
    ("NewOrderOf", "Reorder"),
    ("PreviewOf", "PreviewRequest"),
    ("kept_state", "state_after_country_change"),
    ("keptState", "stateAfterCountryChange"),
    ("askedTab", "tabInUrl"),
    ("foreseenCart", "optimisticCart"),
    ("coupon_answer_refuses", "is_coupon_error"),
    ("couponAnswerRefuses", "isCouponError"),
    ("heeds_objection_of", "respects_objection"),
    ("readCart", "fetchCart"),
    ("tellPurchase", "fetchPurchaseEvent"),
    ("writtenSum", "fetchFormattedAmount"),
    ("CallRefused", "ConversationError"),
    ("ContentMissing", "ProductNotFound"),
    ("ANSWER_LIMIT_MS", "REQUEST_TIMEOUT_MS"),
    ("adoptNonce", "storeNonce"),
    ("plainCart", "decodeCart"),
    ("plainPage", "decodePageCart"),
    ("plainAnswer", "decodeResponse"),
    ("ClassicAnswer", "ClassicResponse"),
    ("AskListName", "ListNameDialog"),
    ("RequiredTick", "RequiredCheckbox"),
    ("useShownBanner", "useCurrentBanner"),
    ("ConsentPlace", "ConsentFormFields"),
    ("WrittenForm", "PostForm"),
    ("useWrittenForm", "usePostForm"),
    ("WrittenFormState", "PostFormState"),
    ("typedValues", "formValues"),
    ("useCouponWay", "useCouponCalls"),
    ("couponWay", "couponCalls"),
    ("takeConsent", "setPageConsent"),
    ("forgetConsent", "resetConsent"),
    ("partPlace", "partPlaceholder"),
    ("speakUnder", "setPathPrefix"),
    ("KeptData", "StoredData"),
    ("ForeseenCart", "OptimisticCart"),
    ("foresight", "optimistic pricing"),
    ("CouponJudge", "CouponLoader"),
    ("Takeover", "Hydration"),
];

/// Returns the abandoned names in a source.
fn given_up(code: &str) -> Vec<(&'static str, &'static str)> {
    let mut words = code.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect::<Vec<_>>();
    words.sort_unstable();
    GIVEN_UP.into_iter().filter(|(name, _)| words.binary_search(name).is_ok()).collect()
}

/// Sources whose names are checked, and how many files there are at least.
fn sources() -> Vec<std::path::PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|folder| folder.unwrap().path().join("src"));
    let rust = crates.chain([root.join("migrations/src")]).filter(|folder| folder.is_dir());
    let rust = rust.flat_map(|folder| files(&folder));
    let scripts = ["ts", "tsx"].into_iter().flat_map(|extension| files_of(&root.join("web/src"), extension));
    rust.chain(scripts).collect()
}

#[test]
fn no_name_that_was_given_up_is_used() {
    let sources = sources();
    assert!(sources.len() > 1900, "this test looks in the wrong place: {} files", sources.len());
    for file in sources {
        let found = given_up(&code(&std::fs::read_to_string(&file).unwrap()));
        assert!(found.is_empty(), "{}: {found:?}", file.display());
    }
}

#[test]
fn a_name_is_found_in_code_and_not_within_a_longer_one() {
    assert_eq!(given_up("fn write(letter: &Letter)"), [("Letter", "MailTemplate")]);
    assert_eq!(given_up("struct Letters; let unwished = 1;"), []);
    assert_eq!(given_up(&code("// a Letter\nlet text = \"Occasion\";")), []);
}
