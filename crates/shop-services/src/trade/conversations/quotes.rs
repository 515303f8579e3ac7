//! Quote requests for a cart (storefront specification, sections 4 and 5).

use shop_core::base::{ConversationId, CustomerId, FieldError};
use shop_core::checkout::address::one_line;
use shop_core::platform::messages::{codes, text};
use shop_core::trade::account::TradeAction;
use shop_core::trade::conversation::{ConversationKind, MessageAuthor, QuotedCart, QuotedChoice, QuotedLine};
use shop_core::trade::quote::{QuoteForm, errors, one_vendor};

use super::mails::{MessageFacts, quote_received, to_shop};
use super::sending::{Prepared, Writer, person_name, prepare, validate};
use super::{Answered, ConversationRefusal, Conversations, SentMessage};
use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::cart::{CartView, OpenCart, PricedLine};
use crate::platform::settings::{QuoteAudience, ShopSettings, TaxDisplay};
use crate::ports::{Customer, MessageAdded, NewConversation, StoreError};

/// A received quote request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentQuote {
    pub id: ConversationId,
    /// Key for senders without access to a company's conversations; empty for others.
    pub key: String,
}

/// The sender of a quote request.
#[derive(Clone, Copy, Debug)]
pub struct QuoteSender<'a> {
    /// The buyer of the visit.
    pub buyer: &'a Buyer,
    pub session_key: &'a str,
    /// The account, as the cart knows it.
    pub customer_id: Option<CustomerId>,
}

impl Conversations {
    /// Returns the quote request form of a cart, prefilled with name and address if the account has to enter them; `None` if the
    /// visit may not request quotes, or the cart is empty.
    pub async fn quote_form(&self, buyer: &Buyer, open: &OpenCart) -> Result<Option<QuoteForm>, StoreError> {
        if may_ask(buyer, &open.settings).is_err() {
            return Ok(None);
        }
        let view = open.view();
        if view.lines.is_empty() {
            return Ok(None);
        }
        let mut form = quote_form(buyer, vendors(&view, &open.settings));
        if let (Some(id), false) = (buyer.customer_id, form.known_sender)
            && let Some(person) = self.store.customer(id).await?
        {
            form.name = person_name(&person);
            form.email = person.email;
        }
        Ok(Some(form))
    }

    /// Stores a quote request with the cart's current lines, and notifies the shop; senders without access to a company's
    /// conversations get a link by e-mail. Only message, name and address are taken from the form.
    pub async fn request_quote(
        &self,
        sender: QuoteSender<'_>,
        form: &QuoteForm,
        sent: &SentMessage<'_>,
    ) -> Answered<SentQuote> {
        let QuoteSender { buyer, session_key, customer_id } = sender;
        let settings = self.context.settings().await?;
        if let Err(refusal) = may_ask(buyer, &settings) {
            return Ok(Err(refusal));
        }
        let open = self.carts.open_cart(session_key, customer_id).await?;
        let view = open.view();
        if view.lines.is_empty() {
            return Ok(Err(FieldError::new("", codes::CONVERSATION_QUOTE_EMPTY).into()));
        }
        let typed = QuoteForm {
            message: form.message.clone(),
            name: form.name.clone(),
            email: form.email.clone(),
            ..quote_form(buyer, vendors(&view, &settings))
        };
        let mut form_errors = errors(&typed);
        let checked = match validate(sent, true) {
            Ok(checked) if form_errors.is_empty() => checked,
            checked => {
                // The form's own rules already report a message that is too long.
                form_errors
                    .extend(checked.err().unwrap_or_default().into_iter().filter(|error| error.field != "message"));
                return Ok(Err(ConversationRefusal::Fields(form_errors)));
            }
        };
        let person = match buyer.customer_id {
            Some(id) => self.store.customer(id).await?,
            None => None,
        };
        let new = self.asked_for(buyer, person.as_ref(), &typed, &view, &open.settings);
        let lines = serde_json::to_string(&new.quoted).unwrap_or_default();
        let about = [new.kind.as_str(), session_key, &new.name, &new.email, &lines];
        let writer =
            Writer { author: MessageAuthor::Buyer, person: person.as_ref(), name: new.name.clone(), about: &about };
        let prepared = prepare(&self.context, sent, checked, writer).await?;
        self.stored(new, prepared, &settings).await.map(Ok)
    }

    fn asked_for(
        &self,
        buyer: &Buyer,
        person: Option<&Customer>,
        typed: &QuoteForm,
        view: &CartView<'_>,
        settings: &ShopSettings,
    ) -> NewConversation {
        let known = person.filter(|_| typed.known_sender);
        let vendor = one_vendor(&typed.vendors).ok().flatten().unwrap_or_default();
        NewConversation {
            kind: ConversationKind::Quote,
            title: text(codes::TRADE_QUOTE_TITLE, &shop_core::base::Params::new(), settings.lang()),
            vendor: vendor.to_owned(),
            company_id: buyer.company_id.filter(|_| known.is_some()),
            customer_id: person.map(|person| person.id),
            name: known.map_or_else(|| one_line(&typed.name), person_name),
            email: known.map_or_else(|| typed.email.trim().to_lowercase(), |person| person.email.clone()),
            lang: settings.lang(),
            access_key: if known.is_some() { String::new() } else { self.context.random().hex(16) },
            quoted: Some(quoted(view, settings)),
        }
    }

    async fn stored(
        &self,
        new: NewConversation,
        prepared: Prepared<'_>,
        settings: &ShopSettings,
    ) -> Result<SentQuote, StoreError> {
        let (files, base) = (prepared.file_names(), self.context.public_url());
        let mails = |id| {
            let facts = MessageFacts {
                title: &new.title,
                name: &new.name,
                email: &new.email,
                body: &prepared.message.body,
                files: &files,
                quoted: new.quoted.as_ref(),
            };
            let receipt =
                (!new.access_key.is_empty()).then(|| quote_received(&facts, (id, &new.access_key), settings, base));
            to_shop(&facts, id, settings, base).into_iter().chain(receipt).collect()
        };
        let done = self.store.begin_conversation(&new, &prepared.message, &mails, self.context.now()).await;
        let added = prepared.keep_or_delete_files(done, |added| matches!(added, MessageAdded::New(_))).await?;
        let id = added.conversation();
        let key = match added {
            MessageAdded::New(_) => new.access_key,
            MessageAdded::Same(_) => self.store.conversation(id).await?.map(|one| one.access_key).unwrap_or_default(),
        };
        Ok(SentQuote { id, key })
    }
}

/// Checks whether a visit may request quotes.
fn may_ask(buyer: &Buyer, settings: &ShopSettings) -> Result<(), ConversationRefusal> {
    match settings.conversations.quotes {
        QuoteAudience::Everybody => buyer.check(TradeAction::RequestQuote).map_err(ConversationRefusal::Trade),
        QuoteAudience::Trade => {
            buyer.trade(TradeAction::RequestQuote).map(|_| ()).map_err(|refusal: TradeRefusal| refusal.into())
        }
        QuoteAudience::Nobody => Err(FieldError::new("", codes::CONVERSATION_QUOTE_CLOSED).into()),
    }
}

/// Returns an empty form: the shop knows trade buyers, and requests name and address from all others.
fn quote_form(buyer: &Buyer, vendors: Vec<String>) -> QuoteForm {
    let known_sender = buyer.trade(TradeAction::RequestQuote).is_ok();
    QuoteForm { known_sender, vendors, ..QuoteForm::default() }
}

/// Vendor of each line in a shop with several vendors, from the vendor attribute; empty for the shop itself.
fn vendors(view: &CartView<'_>, settings: &ShopSettings) -> Vec<String> {
    if !settings.conversations.multi_vendor {
        return Vec::new();
    }
    let named = settings.conversations.vendor_attribute.trim();
    let vendor = |line: &PricedLine<'_>| {
        let attribute = line.product.attributes.iter().find(|one| one.name.eq_ignore_ascii_case(named));
        attribute.and_then(|one| one.values.first()).map(|value| value.name.clone()).unwrap_or_default()
    };
    view.lines.iter().map(vendor).collect()
}

fn quoted(view: &CartView<'_>, settings: &ShopSettings) -> QuotedCart {
    let line = |line: &PricedLine<'_>| QuotedLine {
        product_id: line.product.item.id,
        variation_id: line.variation.map(|variation| variation.item.id),
        name: line.name.to_owned(),
        sku: line.item().sku.clone(),
        choices: line.chosen.iter().cloned().map(|(_, label, value)| QuotedChoice { label, value }).collect(),
        quantity: line.line.quantity,
        unit_price_cents: line.unit_price,
        entered_price_cents: Some(line.entered_price),
        shown_total_cents: Some(view.displayed_line(line)),
        variation: line.line.variation.clone(),
        purchase_choices: line.line.choices.clone(),
    };
    QuotedCart {
        lines: view.lines.iter().map(line).collect(),
        with_tax: settings.taxes.cart_prices == TaxDisplay::Included,
        shown_total_cents: Some(view.displayed_subtotal()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_merchant_says_who_may_ask() {
        let mut settings = ShopSettings::default();
        assert_eq!(may_ask(&Buyer::GUEST, &settings), Ok(()));
        settings.conversations.quotes = QuoteAudience::Trade;
        assert_eq!(may_ask(&Buyer::GUEST, &settings), Err(ConversationRefusal::Trade(TradeRefusal::LogIn)));
        settings.conversations.quotes = QuoteAudience::Nobody;
        assert!(matches!(may_ask(&Buyer::GUEST, &settings), Err(ConversationRefusal::Fields(_))));
    }

    #[test]
    fn a_guest_is_asked_who_he_is() {
        assert!(!quote_form(&Buyer::GUEST, Vec::new()).known_sender);
    }
}
