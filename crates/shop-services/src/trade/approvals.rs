//! Carts that a sub-account may not order alone: it requests approval from its main account, which approves or rejects the cart
//! with a reason. An approved cart can be ordered once, unchanged.

use std::collections::BTreeSet;
use std::sync::Arc;

use shop_core::base::format::price;
use shop_core::base::{ApprovalId, Cents, CustomerId, FieldError, OfferId, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::trade::account::TradeAction;
use shop_core::trade::approval::{ApprovalLine, ApprovalState, MAX_NOTE_CHARS, covers, is_needed};

use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::cart::{AddItem, CartView, Carts, OpenCart, TakeRefusal, customer_key, take_offer};
use crate::content::mail_template::MailTemplate;
use crate::platform::context::Context;
use crate::ports::{
    AccountStore, ApprovalDecision, ApprovalRecord, ApprovalStore, NewApproval, NewMail, StoreError, SubaccountStore,
    ports,
};

/// Page of the requests, for both sides.
const PATH: &str = "/my-account/approvals/";

/// Why a request was not created or decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalRefusal {
    /// The account lacks the right.
    Trade(TradeRefusal),
    /// The cart is empty.
    Empty,
    /// The cart can be ordered without approval.
    NotNeeded,
    LongNote,
    /// There is no such request, or it was already decided.
    Gone,
}

impl ApprovalRefusal {
    /// Returns the form error.
    pub fn error(&self) -> FieldError {
        match self {
            Self::Trade(refusal) => FieldError::new("", refusal.code()),
            Self::Empty => FieldError::new("", codes::CART_EMPTY),
            Self::NotNeeded => FieldError::new("", codes::APPROVAL_NOT_NEEDED),
            Self::LongNote => FieldError::new("note", codes::FIELD_TOO_LONG).with("max", MAX_NOTE_CHARS),
            Self::Gone => FieldError::new("", codes::APPROVAL_GONE),
        }
    }
}

/// Result of putting a request's products back into the cart.
#[derive(Debug)]
pub struct Restored {
    /// Whether all of them were added.
    pub whole: bool,
    /// Offers whose goods were not added, and why.
    pub unavailable_offers: Vec<(OfferId, TakeRefusal)>,
}

/// Value of the cart's goods after discounts, tax included, without delivery: the amount that a sub-account's limit applies to.
pub fn goods_cents(view: &CartView<'_>) -> Cents {
    view.totals.items + view.totals.items_tax - view.discount.0 - view.discount.1
}

/// The cart's lines, as stored with a request.
pub fn approval_lines(view: &CartView<'_>) -> Vec<ApprovalLine> {
    let line = |line: &crate::cart::PricedLine<'_>| ApprovalLine {
        key: line.line.key.clone(),
        product_id: line.item().id,
        name: line.name.to_owned(),
        details: line
            .chosen
            .iter()
            .cloned()
            .map(|(_, label, value)| (label, value))
            .chain(line.facts.iter().map(|fact| (fact.label.clone(), fact.value.clone())))
            .collect(),
        quantity: line.line.quantity,
        total_cents: line.totals.total + line.totals.total_tax,
        variation: line.line.variation.clone(),
        choices: line.line.choices.clone(),
        offer: line.line.offer.map(|offer| offer.id),
    };
    view.lines.iter().map(line).collect()
}

/// Approval status of a cart.
#[derive(Clone, Debug, PartialEq)]
pub enum ApprovalStatus {
    /// It needs no approval.
    NotNeeded,
    Approved(ApprovalId),
    /// It was never approved as it is. `above` is the amount that the sub-account may order alone.
    Missing {
        above: Cents,
    },
}

/// Returns the approval status of a buyer's cart.
pub(crate) async fn standing(
    store: &(impl ApprovalStore + ?Sized),
    buyer: &Buyer,
    open: &OpenCart,
) -> Result<ApprovalStatus, StoreError> {
    let view = open.view();
    let goods = goods_cents(&view);
    let (Some(customer), Some(above)) = (buyer.customer_id, buyer.approval_above_cents) else {
        return Ok(ApprovalStatus::NotNeeded);
    };
    if !is_needed(Some(above), goods) {
        return Ok(ApprovalStatus::NotNeeded);
    }
    let lines = approval_lines(&view);
    let usable = store.usable_approvals(customer, open.record.content.unpaid).await?;
    let found = usable.iter().find(|one| covers(&one.lines, one.goods_cents, &lines, goods));
    Ok(found.map_or(ApprovalStatus::Missing { above }, |one| ApprovalStatus::Approved(one.id)))
}

ports! {
    pub(crate) trait ApprovalsPorts: AccountStore + ApprovalStore + SubaccountStore
}

/// Approval requests: sent by sub-accounts, decided by their main account.
#[derive(Clone)]
pub struct Approvals {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn ApprovalsPorts>,
    pub(crate) carts: Carts,
}

impl Approvals {
    /// Returns the approval status of the buyer's cart.
    pub async fn standing(&self, buyer: &Buyer, open: &OpenCart) -> Result<ApprovalStatus, StoreError> {
        standing(&*self.store, buyer, open).await
    }

    /// Returns a page of the company's requests, newest first, and the total count: all of them for the main account, its own for
    /// a sub-account.
    pub async fn list(
        &self,
        buyer: &TradeBuyer,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<ApprovalRecord>, u64), StoreError> {
        let decides = buyer.account.may(TradeAction::ManageSubaccounts);
        let by = (!decides).then_some(buyer.customer_id);
        self.store.approvals_of(buyer.company_id, by, page, per_page).await
    }

    /// Requests approval of the buyer's cart, which stays unchanged. Repeating the request for the same cart creates no second
    /// one.
    pub async fn ask(&self, buyer: &Buyer, note: &str) -> Result<Result<(), ApprovalRefusal>, StoreError> {
        let requester = match buyer.trade(TradeAction::Buy) {
            Ok(requester) => requester,
            Err(refusal) => return Ok(Err(ApprovalRefusal::Trade(refusal))),
        };
        let note = note.trim();
        if note.chars().count() > MAX_NOTE_CHARS {
            return Ok(Err(ApprovalRefusal::LongNote));
        }
        let customer = requester.customer_id;
        let open = self.carts.open_cart(&customer_key(customer), Some(customer)).await?;
        if open.record.content.lines.is_empty() {
            return Ok(Err(ApprovalRefusal::Empty));
        }
        if !matches!(self.standing(buyer, &open).await?, ApprovalStatus::Missing { .. }) {
            return Ok(Err(ApprovalRefusal::NotNeeded));
        }
        let view = open.view();
        let new = NewApproval {
            company_id: requester.company_id,
            customer_id: customer,
            lines: approval_lines(&view),
            goods_cents: goods_cents(&view),
            note: note.to_owned(),
        };
        if self.is_pending(&requester, &new).await? {
            return Ok(Ok(()));
        }
        let mail = self.question(&new).await?;
        // Two simultaneous requests for the same cart count as one.
        let _ = self.store.request_approval(&new, mail.as_ref(), self.context.now()).await?;
        Ok(Ok(()))
    }

    /// Whether the account's newest request is pending and matches its current cart.
    pub async fn waits(&self, buyer: &TradeBuyer, open: &OpenCart) -> Result<bool, StoreError> {
        let view = open.view();
        let (lines, goods) = (approval_lines(&view), goods_cents(&view));
        let (newest, _) = self.store.approvals_of(buyer.company_id, Some(buyer.customer_id), 1, 1).await?;
        Ok(newest.first().is_some_and(|one| {
            one.state == ApprovalState::Waiting && covers(&one.lines, one.goods_cents, &lines, goods)
        }))
    }

    /// Whether the account's newest request is pending and equals this one.
    async fn is_pending(&self, requester: &TradeBuyer, new: &NewApproval) -> Result<bool, StoreError> {
        let (newest, _) = self.store.approvals_of(requester.company_id, Some(requester.customer_id), 1, 1).await?;
        Ok(newest.first().is_some_and(|one| {
            one.state == ApprovalState::Waiting
                && one.goods_cents == new.goods_cents
                && one.note == new.note
                && covers(&one.lines, one.goods_cents, &new.lines, new.goods_cents)
        }))
    }

    /// Decides a request of the company and notifies the sub-account.
    pub async fn decide(
        &self,
        buyer: &Buyer,
        id: ApprovalId,
        decision: &ApprovalDecision,
    ) -> Result<Result<(), ApprovalRefusal>, StoreError> {
        let main = match buyer.trade(TradeAction::ManageSubaccounts) {
            Ok(main) => main,
            Err(refusal) => return Ok(Err(ApprovalRefusal::Trade(refusal))),
        };
        if decision.answer.chars().count() > MAX_NOTE_CHARS {
            return Ok(Err(ApprovalRefusal::LongNote));
        }
        let Some(request) = self.store.approval_of(main.company_id, id).await? else {
            return Ok(Err(ApprovalRefusal::Gone));
        };
        let mail = self.answer(&request, decision).await?;
        let done = self.store.decide_approval(main.company_id, id, decision, &mail, self.context.now()).await?;
        Ok(if done { Ok(()) } else { Err(ApprovalRefusal::Gone) })
    }

    /// Replaces the requester's cart with the products of a request, as far as they can be bought; products of offers are added
    /// at the offer's price while it is valid. Returns `None` if the account has no such request.
    pub async fn restore(&self, buyer: &Buyer, id: ApprovalId) -> Result<Option<Restored>, StoreError> {
        let Ok(trade) = buyer.trade(TradeAction::Buy) else { return Ok(None) };
        let customer = trade.customer_id;
        let found = self.store.approval_of(trade.company_id, id).await?;
        let Some(request) = found.filter(|one| one.customer_id == customer) else { return Ok(None) };
        let key = customer_key(customer);
        self.carts.clear_cart(&key, Some(customer)).await?;
        let mut restored = Restored { whole: true, unavailable_offers: Vec::new() };
        let mut offers = BTreeSet::new();
        for line in &request.lines {
            if let Some(offer) = line.offer {
                // An offer is added with all its lines.
                if offers.insert(offer)
                    && let Err(refusal) = take_offer(&self.carts, &key, buyer, offer).await?
                {
                    restored.whole = false;
                    restored.unavailable_offers.push((offer, refusal));
                }
                continue;
            }
            let item = AddItem {
                id: line.product_id,
                quantity_milli: Some(line.quantity.saturating_mul(1000)),
                variation: line.variation.clone(),
                choices: line.choices.clone(),
            };
            restored.whole &= self.carts.add_to_cart(&key, Some(customer), &item).await?.is_ok();
        }
        Ok(Some(restored))
    }

    async fn question(&self, new: &NewApproval) -> Result<Option<NewMail>, StoreError> {
        let Some(main) = self.store.main_account(new.company_id).await? else { return Ok(None) };
        let name = self.name(new.customer_id).await?;
        let words = (codes::MAIL_APPROVAL_SUBJECT, codes::MAIL_APPROVAL);
        self.mail("approval_asked", &main.email, words, &name, (new.goods_cents, new.note.as_str())).await.map(Some)
    }

    async fn answer(&self, request: &ApprovalRecord, decision: &ApprovalDecision) -> Result<NewMail, StoreError> {
        let account = self.store.account(request.customer_id).await?;
        let name = account.as_ref().map(|one| one.display_name().to_owned()).unwrap_or_default();
        let to = account.map(|one| one.email).unwrap_or_default();
        let words = if decision.approved {
            (codes::MAIL_APPROVED_SUBJECT, codes::MAIL_APPROVED)
        } else {
            (codes::MAIL_NOT_APPROVED_SUBJECT, codes::MAIL_NOT_APPROVED)
        };
        let kind = if decision.approved { "approval_given" } else { "approval_refused" };
        self.mail(kind, &to, words, &name, (request.goods_cents, decision.answer.as_str())).await
    }

    async fn name(&self, id: CustomerId) -> Result<String, StoreError> {
        Ok(self.store.account(id).await?.map(|one| one.display_name().to_owned()).unwrap_or_default())
    }

    async fn mail(
        &self,
        kind: &str,
        to: &str,
        (subject, opening): (&str, &str),
        name: &str,
        (goods, note): (Cents, &str),
    ) -> Result<NewMail, StoreError> {
        let settings = self.context.settings().await?;
        let lang = settings.lang();
        let params = Params::from([
            ("name".to_owned(), name.to_owned()),
            ("total".to_owned(), price(goods, lang)),
            ("shop".to_owned(), settings.shop.name.clone()),
        ]);
        let translate = |code: &str| text(code, &params, lang);
        let note = (!note.is_empty()).then(|| (translate(codes::MAIL_APPROVAL_NOTE), note.to_owned()));
        let url = self.context.addresses().page_in(lang, PATH);
        Ok(MailTemplate {
            kind: kind.into(),
            recipient: to.into(),
            subject: translate(subject),
            paragraphs: vec![translate(opening)],
            facts: note.into_iter().collect(),
            button: Some((translate(codes::MAIL_APPROVAL_OPEN), url)),
            ..MailTemplate::default()
        }
        .into_mail(&settings, lang))
    }
}
