use super::*;

fn form() -> CouponForm {
    CouponForm { code: "estate10".into(), kind: "percent".into(), amount: "10".into(), ..CouponForm::default() }
}

fn field_errors(form: &CouponForm) -> Vec<(String, String)> {
    check(form).unwrap_err().into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

fn one(field: &str, code: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), code.to_owned())]
}

#[test]
fn a_form_opened_from_a_coupon_gives_the_same_coupon() {
    let typed = CouponForm {
        description: "Sconto d'estate".into(),
        shown_in_cart: true,
        product_ids: vec![ProductId(4), ProductId(2), ProductId(4)],
        excluded_category_ids: vec![CategoryId(7)],
        minimum: "30".into(),
        maximum: "100,50".into(),
        usage_limit: "5".into(),
        usage_limit_per_user: "1".into(),
        item_limit: "3".into(),
        last_day: "2026-12-31".into(),
        emails: vec![" *@Ada.example ".into(), "livia@example.com".into(), String::new()],
        ..form()
    };
    let coupon = check(&typed).unwrap();
    assert_eq!(coupon.product_ids, [ProductId(2), ProductId(4)]);
    assert_eq!(coupon.emails, ["*@ada.example", "livia@example.com"]);
    assert_eq!(coupon.expires_at, day_named("2026-12-31").map(end_of_day));
    assert_eq!(check(&form_of(&coupon)), Ok(coupon));
}

#[test]
fn each_impossible_value_is_refused_by_its_field() {
    let cases: [(&str, &str, CouponForm); 22] = [
        ("code", codes::MERCHANT_REQUIRED, CouponForm { code: "  ".into(), ..form() }),
        ("code", codes::MERCHANT_CODE_INVALID, CouponForm { code: "due parole".into(), ..form() }),
        ("code", codes::MERCHANT_CODE_INVALID, CouponForm { code: "<b>".into(), ..form() }),
        ("code", codes::MERCHANT_TOO_LONG, CouponForm { code: "x".repeat(51), ..form() }),
        ("kind", codes::MERCHANT_VALUE_UNKNOWN, CouponForm { kind: "gift".into(), ..form() }),
        ("amount", codes::MERCHANT_NOTHING_GIVEN, CouponForm { amount: String::new(), ..form() }),
        ("amount", codes::MERCHANT_NOTHING_GIVEN, CouponForm { amount: "0".into(), ..form() }),
        ("amount", codes::MERCHANT_AMOUNT_INVALID, CouponForm { amount: "dieci".into(), ..form() }),
        ("amount", codes::MERCHANT_PERCENT_RANGE, CouponForm { amount: "100,01".into(), ..form() }),
        ("amount", codes::MERCHANT_PERCENT_RANGE, CouponForm { amount: "-5".into(), ..form() }),
        ("minimum", codes::MERCHANT_AMOUNT_INVALID, CouponForm { minimum: "1.234".into(), ..form() }),
        ("minimum", codes::MERCHANT_AMOUNT_RANGE, CouponForm { minimum: "-1".into(), ..form() }),
        (
            "maximum",
            codes::MERCHANT_MAXIMUM_BELOW,
            CouponForm { minimum: "10".into(), maximum: "9,99".into(), ..form() },
        ),
        ("usage_limit", codes::MERCHANT_NUMBER_INVALID, CouponForm { usage_limit: "0".into(), ..form() }),
        ("usage_limit", codes::MERCHANT_NUMBER_INVALID, CouponForm { usage_limit: "1,5".into(), ..form() }),
        (
            "usage_limit_per_user",
            codes::MERCHANT_PER_USER_ABOVE,
            CouponForm { usage_limit: "1".into(), usage_limit_per_user: "2".into(), ..form() },
        ),
        ("last_day", codes::MERCHANT_DAY_INVALID, CouponForm { last_day: "31/12/2026".into(), ..form() }),
        ("emails", codes::MERCHANT_EMAIL_INVALID, CouponForm { emails: vec!["ada".into()], ..form() }),
        (
            "item_limit",
            codes::MERCHANT_NOT_FOR_CART,
            CouponForm { kind: "fixed_cart".into(), item_limit: "2".into(), ..form() },
        ),
        (
            "excluded_product_ids",
            codes::MERCHANT_BOTH_WAYS,
            CouponForm { product_ids: vec![ProductId(1)], excluded_product_ids: vec![ProductId(1)], ..form() },
        ),
        (
            "product_ids",
            codes::MERCHANT_TOO_MANY,
            CouponForm { product_ids: (0..501).map(ProductId).collect(), ..form() },
        ),
        ("description", codes::MERCHANT_TOO_LONG, CouponForm { description: "è".repeat(201), ..form() }),
    ];
    for (field, code, typed) in cases {
        assert_eq!(field_errors(&typed), one(field, code), "{typed:?}");
    }
}

#[test]
fn free_delivery_alone_is_a_coupon() {
    let typed = CouponForm { amount: String::new(), free_shipping: true, ..form() };
    assert_eq!(check(&typed).unwrap().amount_hundredths, 0);
}

#[test]
fn all_refusals_are_told_at_once() {
    let typed = CouponForm { code: String::new(), kind: String::new(), amount: "x".into(), ..CouponForm::default() };
    let fields: Vec<String> = field_errors(&typed).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["code", "kind", "amount"]);
}

#[test]
fn a_coupon_is_expired_before_it_is_used_up() {
    let coupon = Coupon { usage_limit: Some(2), expires_at: Some(100), ..Coupon::default() };
    for (uses, now, state) in
        [(0, 99, CouponState::Active), (2, 99, CouponState::UsedUp), (2, 100, CouponState::Expired)]
    {
        assert_eq!(CouponState::new(&coupon, uses, now), state);
        assert_eq!(CouponState::parse(state.as_str()), Some(state));
    }
    assert_eq!(CouponState::new(&Coupon { usage_limit: Some(0), ..Coupon::default() }, 9, 0), CouponState::Active);
}
