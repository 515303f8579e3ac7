//! What a world has beside the catalogue: ways to pay, and what its actors find there from the beginning. Done before anything fails.

use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::extract::Request;
use reqwest::Method;
use serde_json::{Value, json};
use shop_services::platform::settings::PaymentMethodSettings;
use shop_tests::{
    Answer, Carrier, Merchant, NoAnswer, Rights, STRONG, Visitor, join_at, make_company_at, register, sql,
};

use crate::client::{SKUS, email_of};
use crate::plan::ActorKind;
use crate::world::{ADDRESS, BOX_SKU, Running, TASTING_SKU, World};

/// What the company may owe, and if everything is scarce.
const CREDIT_CENTS: i64 = 20_000;
const SCARCE_CREDIT_CENTS: i64 = 4000;
/// Its name.
const COMPANY: &str = "Trattoria";

/// Coupons that hold for one order each. The first is always there, the others if everything is scarce.
pub(crate) const SCARCE_COUPONS: [&str; 4] = ["uno-solo", "solo-due", "solo-tre", "solo-quattro"];
/// Most pieces of a product of which there is little.
const FEW: u64 = 5;
/// What some of the company's people order without approval, at most.
pub(crate) const APPROVAL_ABOVE_CENTS: i64 = 500;

/// Carries requests to a server past the schedule.
struct Direct(Router);

#[async_trait]
impl Carrier for Direct {
    async fn carry(&self, request: Request) -> Result<Answer, NoAnswer> {
        Ok(shop_tests::answer(self.0.clone(), request).await)
    }
}

impl World {
    /// Prepares what the plan's actors need.
    pub(crate) async fn set_up(&self) {
        let running = self.server(0).expect("nothing fails yet");
        self.offer_payments(&running).await;
        let visitor = || Visitor::carried(ADDRESS, Arc::new(Direct(running.router.clone())));
        offer_box(visitor()).await;
        if self.plan.is_scarce {
            self.make_scarce(visitor()).await;
        }
        let people: Vec<String> = self.plan.names_of(ActorKind::Company);
        for (number, name) in people.iter().enumerate() {
            let email = email_of(name);
            self.open_account(visitor(), &email).await;
            if number == 0 {
                make_company_at(self.database(), &email, COMPANY, "approved");
            } else {
                join_at(self.database(), &email, COMPANY, Rights::Sub(&["permissionBuy", "permissionViewOffers"]));
            }
            if number == 1 {
                let limit = format!("{{\"approval_above_cents\": {APPROVAL_ABOVE_CENTS}, ");
                let with_limit =
                    format!("UPDATE customers SET subaccount = REPLACE(subaccount, '{{\"name\"', '{limit}\"name\"')");
                sql(self.database(), &format!("{with_limit} WHERE email = '{email}'"));
            }
        }
        if !people.is_empty() {
            sql(
                self.database(),
                "UPDATE customer_roles SET terms = '{\"invoice_days\":30}' WHERE slug = 'ristorazione'",
            );
            let credit_cents = if self.plan.is_scarce { SCARCE_CREDIT_CENTS } else { CREDIT_CENTS };
            let limit = format!("UPDATE companies SET credit_limited = TRUE, credit_limit_cents = {credit_cents}");
            sql(self.database(), &limit);
            send_offer(visitor()).await;
        }
    }

    /// Cards and wallets can be paid with.
    async fn offer_payments(&self, running: &Running) {
        let context = &running.state.shop.context;
        let mut settings = context.settings().await.expect("settings").as_ref().clone();
        for (position, (id, title)) in [("stripe", "Carta"), ("stripe_link", "Link")].into_iter().enumerate() {
            let method = PaymentMethodSettings {
                id: id.into(),
                enabled: true,
                title: title.into(),
                ..PaymentMethodSettings::default()
            };
            settings.payment_methods.insert(position, method);
        }
        settings.payments.capture_later = self.plan.capture_later;
        context.save_settings(&settings).await.expect("settings can be saved");
    }

    /// There are few pieces of everything, coupons that hold once, and credit of somebody who shops at two devices.
    async fn make_scarce(&self, mut visitor: Visitor) {
        let mut ids = Vec::new();
        for sku in SKUS {
            ids.push(visitor.id(sku).await);
        }
        let mut merchant = Merchant::log_in(visitor).await;
        for (id, position) in ids.into_iter().zip(0..) {
            let pieces = (self.plan.seed.rotate_right(position) % FEW + 1).to_string();
            let stock = json!({ "stock_managed": true, "stock_quantity": pieces, "backorders": "no" });
            merchant.write(Method::PATCH, &format!("/products/{id}"), stock).await.expect(200);
        }
        for code in &SCARCE_COUPONS[1..] {
            let coupon = json!({ "code": code, "kind": "percent", "amount": "10", "usage_limit": "1" });
            merchant.write(Method::POST, "/coupons", coupon).await.expect(201);
        }
        if self.plan.has_twin() {
            let email = email_of(&self.plan.actors[0].name(0));
            let credit = json!({ "emails": [email], "amount": "25", "reason": "Scuse" });
            let given = merchant.write_named(Method::POST, "/credits", "set-up", credit).await;
            assert!(given.status < 300, "{}", given.text());
        }
    }

    async fn open_account(&self, mut visitor: Visitor, email: &str) {
        assert_eq!(register(&mut visitor, email, STRONG).await.status, 200, "{email}");
        let link = self.link_sent_to(email).expect("a link");
        assert_eq!(visitor.page(&link).await.status, 303, "{email}");
    }
}

/// One product is a weekly box from now on, and one a tasting for few people.
async fn offer_box(mut visitor: Visitor) {
    let (a_box, tasting) = (visitor.id(BOX_SKU).await, visitor.id(TASTING_SKU).await);
    let mut merchant = Merchant::log_in(visitor).await;
    let terms = json!({ "every": "1", "unit": "week", "trial_days": "", "sign_up_cents": "", "payments": "" });
    let times = ["12:00"; 7];
    let booking = json!({
        "times": times, "duration_minutes": "90", "capacity": "6", "min_persons": "1", "max_persons": "4", "base": "5",
        "notice_hours": "24", "days_ahead": "30", "closed_on_holidays": false, "closed_days": ""
    });
    for (id, subscription, booking) in [(a_box, terms, Value::Null), (tasting, Value::Null, booking)] {
        let mut purchase = json!({ "add_ons": [], "deposit": null, "booking": booking });
        if !subscription.is_null() {
            purchase["subscription"] = subscription;
        }
        let path = format!("/products/{id}");
        merchant.write(Method::PATCH, &path, json!({ "purchase": purchase })).await.expect(200);
    }
}

/// The company has an offer, which holds for one order.
async fn send_offer(mut visitor: Visitor) {
    let oil = visitor.id("t-oil").await;
    let mut merchant = Merchant::log_in(visitor).await;
    let buyers = merchant.get("/offer-buyers?search=tratt").await.expect(200);
    let offer = json!({
        "title": "Cena di Natale", "company_id": buyers[0]["company_id"], "once": true, "last_day": "", "notes": "",
        "lines": [{ "product_id": oil, "quantity": "3", "price": "5" }]
    });
    let made = merchant.write(Method::POST, "/offers", offer).await.expect(201);
    let path = format!("/offers/{}/send", made["id"]);
    merchant.write(Method::POST, &path, json!({ "version": 1 })).await.expect(200);
}
