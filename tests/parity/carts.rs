//! Carts made up at random, the same from the same seed: each with the arguments of a call of `optimisticCart`.

use serde_json::{Value, json};

/// A generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap_or(0)]
    }

    fn some<T>(&mut self, most: u64, make: impl Fn(&mut Self, u64) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|at| make(self, at)).collect()
    }
}

const CLASSES: [&str; 3] = ["", "reduced-10", "reduced-4"];
const PLACES: [(&str, &str, &str); 7] = [
    ("IT", "TO", "10121"),
    ("IT", "CA", "09100"),
    ("DE", "", "10115"),
    ("US", "NY", "10001"),
    ("IT", "", ""),
    ("FR", "", "75001"),
    ("", "", ""),
];
const CODES: [&str; 4] = ["dieci", "cinque", "pezzo", "sola"];

/// The arguments of so many calls of `optimisticCart`.
pub(crate) fn calls(seed: u64, count: u64) -> impl Iterator<Item = Value> {
    (0..count).map(move |at| {
        let mut random = Random(seed.wrapping_add(at.wrapping_mul(0xD1B5_4A32_D192_ED03)));
        json!([cart(&mut random), random.some(3, |random, _| change(random))])
    })
}

fn place(random: &mut Random) -> Value {
    let (country, state, postcode) = random.one(&PLACES);
    json!({ "country": country, "state": state, "postcode": postcode })
}

fn change(random: &mut Random) -> Value {
    let key = format!("line-{}", random.below(4));
    match random.below(5) {
        0 => json!({ "quantity": { "key": key, "quantity": random.below(20) } }),
        1 => json!({ "quantity": { "key": key, "quantity": 0 } }),
        2 => json!({ "remove_coupon": { "code": random.one(&CODES) } }),
        3 => {
            json!({ "delivery": { "rate_id": random.one(&["flat_rate:1", "free_shipping:2", "local_pickup:3", "no:9"]) } })
        }
        _ => json!({ "address": { "billing": place(random), "shipping": place(random) } }),
    }
}

fn cart(random: &mut Random) -> Value {
    let goods: Vec<Value> = (0..=random.below(6)).map(|at| goods(random, at)).collect();
    let credits = random.some(2, |random, at| {
        let ends = if random.chance(50) { json!(random.below(2_000)) } else { Value::Null };
        json!({ "code": format!("dono-{at}"), "balance_cents": random.below(30_000), "expires_at": ends })
    });
    json!({
        "lang": random.one(&["it", "en"]), "rules": rules(random), "goods": goods, "coupons": coupons(random), "credits": credits,
        "billing": place(random), "shipping": place(random), "address_open": random.chance(10),
        "delivery": { "rate_id": random.one(&["", "flat_rate:1", "local_pickup:3"]), "offered": ["flat_rate:1", "local_pickup:3"] },
        "now": 1_000, "today": "2026-11-25"
    })
}

fn goods(random: &mut Random, at: u64) -> Value {
    let base = random.below(20_000);
    let once = if random.chance(20) { random.below(1_500) } else { 0 };
    let priced = json!({ "unit": base, "once": once });
    let plan = random.chance(15).then(|| {
        let deposit = if random.chance(50) {
            json!({ "kind": "percent", "hundredths": 1 + random.below(9_998) })
        } else {
            json!({ "kind": "fixed", "cents": random.below(5_000) })
        };
        let parts = if random.chance(50) {
            json!([])
        } else {
            json!([{ "share_hundredths": 3_333, "months_after": 1, "days_after": 0 }, { "share_hundredths": 6_667, "months_after": 2, "days_after": 5 }])
        };
        json!({ "key": "acconto", "label": "Acconto", "label_en": "", "deposit": deposit, "parts": parts })
    });
    json!({
        "key": format!("line-{at}"), "quantity": 1 + random.below(12), "priced": priced,
        "regular": { "unit": base + random.below(500), "once": once }, "each": priced,
        "taxable": random.chance(90), "tax_class": random.one(&CLASSES), "needs_shipping": random.chance(85),
        "weight_milli": random.below(3_000), "shipping_class": random.one(&["", "fresco", "vetro"]), "plan": plan,
        "coupon_goods": { "product_id": 1 + at, "parent_id": null, "category_ids": [1 + random.below(3)], "on_sale": random.chance(30) }
    })
}

fn coupons(random: &mut Random) -> Vec<Value> {
    let mut out = Vec::new();
    for code in CODES {
        if !random.chance(25) {
            continue;
        }
        let limit = |random: &mut Random| if random.chance(20) { json!(random.below(60_000)) } else { Value::Null };
        let ids = |random: &mut Random, percent| {
            if random.chance(percent) { random.some(2, |random, _| 1 + random.below(4)) } else { Vec::new() }
        };
        out.push(json!({
            "code": code, "kind": random.one(&["percent", "fixed_cart", "fixed_product"]),
            "amount_hundredths": random.below(10_001), "product_ids": ids(random, 20), "excluded_product_ids": ids(random, 10),
            "category_ids": ids(random, 20), "excluded_category_ids": ids(random, 10), "excludes_sale_items": random.chance(20),
            "minimum_cents": limit(random), "maximum_cents": limit(random), "free_shipping": random.chance(25),
            "item_limit": if random.chance(15) { json!(1 + random.below(5)) } else { Value::Null },
            "expires_at": if random.chance(10) { json!(random.below(2_000)) } else { Value::Null },
            "individual_use": code == "sola"
        }));
    }
    out
}

fn rules(random: &mut Random) -> Value {
    let rate = |country: &str, state: &str, rate: u64, class: &str, priority: u64, compound: bool| {
        json!({ "country": country, "state": state, "rate": rate, "name": "IVA", "class": class, "priority": priority,
            "compound": compound, "shipping": true })
    };
    let mut rates = vec![
        rate("IT", "", 220_000, "", 1, false),
        rate("IT", "", 100_000, "reduced-10", 1, false),
        rate("IT", "", 40_000, "reduced-4", 1, false),
        rate("DE", "", 190_000, "", 1, false),
        rate("DE", "", 70_000, "reduced-10", 1, false),
        rate("US", "NY", 88_750, "", 1, false),
    ];
    if random.chance(20) {
        rates.push(rate("DE", "", random.below(100_000), "", 2, true));
    }
    let method = |id: u64, kind: &str, cost: u64, taxable: bool| {
        json!({ "instance_id": id, "kind": kind, "title": kind, "title_en": "", "description": "", "cost_cents": cost,
            "taxable": taxable, "requires": "", "min_amount_cents": 0, "min_weight_milli": null, "max_weight_milli": null,
            "class_costs": [{ "class": "fresco", "cost_cents": 350 }] })
    };
    let mut flat = method(1, "flat_rate", random.below(2_000), random.chance(80));
    if random.chance(20) {
        flat["max_weight_milli"] = json!(random.below(40_000));
    }
    let mut free = method(2, "free_shipping", 0, false);
    free["requires"] = json!(random.one(&["", "coupon", "min_amount", "either", "both"]));
    free["min_amount_cents"] = json!(random.below(90_000));
    let pickup = method(3, "local_pickup", random.below(300), random.chance(50));
    let islands =
        json!({ "name": "", "countries": [], "states": ["IT:CA"], "postcodes": [], "methods": [flat.clone()] });
    let europe = json!({ "name": "", "countries": ["IT", "DE"], "states": [], "postcodes": [], "methods": [flat, free, pickup] });
    let world = json!({ "name": "", "countries": [], "states": [], "postcodes": [], "methods": [method(4, "flat_rate", 2_990, true)] });
    json!({
        "taxes": { "classes": [{ "slug": "reduced-10", "name": "Ridotta 10" }, { "slug": "reduced-4", "name": "Ridotta 4" }], "rates": rates },
        "totals": {
            "taxes": random.chance(90), "prices_include_tax": random.chance(60), "base": { "country": "IT", "state": "PR" },
            "round_at_subtotal": random.chance(40), "shipping_prices_include_tax": random.chance(30),
            "shipping_tax_class": if random.chance(50) { Value::Null } else { json!(random.one(&CLASSES)) }
        },
        "taxed_at": random.one(&["delivery", "billing", "shop"]), "shows_tax": random.chance(60), "names_taxes": random.chance(60),
        "sequential_coupons": random.chance(40), "zones": [islands, europe, world],
        "shipped_to": if random.chance(70) { json!([]) } else { json!(["IT", "DE"]) }, "waits_for_address": random.chance(40)
    })
}
