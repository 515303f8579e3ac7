//! The trade layer's functions.

use serde_json::json;

use super::Cases;

/// Trade layer: valid and invalid input for every function, the state machines event by event.
pub(super) fn trade() -> Cases {
    let mut cases = Cases::default();
    cases.ask("tradeTimings", &[]);
    for form in [
        json!({}),
        json!({ "title": " Prezzi ", "message": "Quanto\ncosta? " }),
        json!({ "title": "x".repeat(201), "message": "x" }),
    ] {
        cases.ask("inquiryOutcome", &[form]);
    }
    for button in ["closed", "open", "sending"] {
        for form in [json!({}), json!({ "name": "Anna", "email": "anna@esempio.it" }), json!({ "known_sender": true })]
        {
            cases.ask("quoteClick", &[json!(button), form]);
        }
    }
    for prompted in [json!(null), json!(" "), json!("Natale"), json!("x".repeat(201))] {
        for products in ["", "12:3|5:0|"] {
            cases.ask("saveList", &[json!(products), prompted.clone()]);
        }
    }
    for button in ["ready", "saving", "saved"] {
        for event in [
            json!({ "press": null }),
            json!({ "press": "x" }),
            json!({ "answered": true }),
            json!({ "answered": false }),
        ] {
            cases.ask("cartToList", &[json!(button), event]);
        }
    }
    cases.ask("listDownloadAddress", &[json!("/wp-admin/admin-ajax.php"), json!(7), json!("a b&c")]);
    for answer in ["error_maximum_subaccounts", "42", ""] {
        cases.ask("subaccountAnswer", &[json!(answer)]);
    }
    let line = |product_id: i64, quantity: i64| json!({ "product_id": product_id, "quantity": quantity });
    for lines in
        [json!([]), json!([line(12, 3), line(45, 1)]), json!([line(3, 0), line(0, 2)]), json!([line(1, 4_294_967_295)])]
    {
        cases.ask("formatProductString", &[lines]);
    }
    let packs = json!({ "min": 6, "max": null, "step": 6, "sold_individually": false });
    let oil = json!({ "product_id": 9, "label": "Olio", "price_millionths": 1_666_000, "pack": packs });
    let found = json!([{ "product_id": 12, "label": "Caviale 35 g", "price_millionths": 72_000_000 }, oil]);
    for lang in ["it", "en"] {
        cases.ask("foundPrice", &[oil.clone(), json!(lang)]);
    }
    for cents in [0, 5, 7250, -5] {
        cases.ask("sentSum", &[json!(cents)]);
    }
    let mut form = json!({});
    for event in [
        json!("new_line"),
        json!({ "type": { "line": 0, "text": "c" } }),
        json!({ "type": { "line": 0, "text": "cav" } }),
        json!({ "answer": { "number": 1, "found": [] } }),
        json!({ "answer": { "number": 2, "found": found } }),
        json!({ "choose": { "line": 0, "product_id": 9 } }),
        json!({ "quantity": { "line": 0, "typed": "7,5" } }),
        json!({ "leave_quantity": { "line": 0 } }),
        json!("new_line"),
        json!({ "type": { "line": 1, "text": "zzz" } }),
        json!({ "answer": { "number": 3, "found": [] } }),
        json!("close_search"),
        json!({ "clear": { "line": 0 } }),
        json!({ "fill": { "lines": [{ "product": oil, "quantity": 12 }] } }),
        json!({ "load": { "product_string": "12:2|77:1|", "found": found } }),
        json!({ "load": { "product_string": "12:2|", "found": [] } }),
    ] {
        form = cases.ask("bulkOrder", &[form, event]);
    }
    let fields = json!([
        { "name": "licenza", "label": "Licenza", "role": "bar", "required": true },
        { "name": "ditta", "label": "Ditta", "required": true, "kind": "business_name" },
        { "name": "consenso", "label": "Consenso", "role": "bar", "required": true, "kind": "checkbox" },
        { "name": "piva", "label": "Partita IVA", "kind": "vat" },
        { "name": "prov", "label": "Provincia", "required": true, "kind": "state" },
        { "name": "tipo", "label": "Tipo", "kind": "select", "options": ["Bar", "Hotel"] },
        { "name": "dal", "label": "Dal", "kind": "date" },
        { "name": "visura", "label": "Visura", "kind": "file" },
    ]);
    let registration = |country_shown: bool| {
        let vat = json!({ "countries": ["IT"], "number_of_countries": 26 });
        json!({ "country_shown": country_shown, "shop_country": "IT", "vat": vat })
    };
    for role in ["bar", "hotel", ""] {
        for country in ["default", "IT", "FR"] {
            let form = json!({
                "role": role, "country": country, "checked": ["consenso"],
                "values": { "ditta": "Bar Sport", "piva": "1", "tipo": "Circo", "dal": "ieri" },
                "files": { "visura": { "name": "visura.exe", "size_bytes": 1 } },
            });
            cases.ask("registrationFields", &[form.clone(), fields.clone(), registration(true)]);
            cases.ask("registrationErrors", &[form.clone(), fields.clone(), registration(true)]);
            cases.ask("registrationErrors", &[form, fields.clone(), registration(false)]);
        }
    }
    let rules = json!({ "countries": ["DE", "FR"], "number_of_countries": 26, "delivery_country_matters": true });
    for field in [json!({}), json!({ "country": "DE" }), json!({ "country": "DE", "value": "DE1" })] {
        cases.ask("vatFieldErrors", &[field, rules.clone()]);
    }
    let mut field = json!({});
    for event in [
        json!({ "start": { "status_cookie": "", "number_cookie": "", "known": "" } }),
        json!({ "country": "DE" }),
        json!("validate"),
        json!({ "type": "DE1" }),
        json!("validate"),
        json!({ "answer": { "vat": "DE1", "country": "DE", "answer": "invalid" } }),
        json!("validate"),
        json!({ "answer": { "vat": "DE1", "country": "DE", "answer": "valid" } }),
        json!({ "type": "DE2" }),
        json!({ "country": "IT" }),
        json!({ "delivery_country": "FR" }),
        json!("delivery_answered"),
        json!({ "start": { "status_cookie": "validated_vat", "number_cookie": "DE1", "known": "" } }),
        json!({ "start": { "status_cookie": "validated_vat", "number_cookie": "DE1", "known": "DE1" } }),
    ] {
        field = cases.ask("vatFieldState", &[field, event, rules.clone()])["field"].clone();
    }
    cases
}
