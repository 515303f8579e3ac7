//! The merchant's form for a nutrition declaration.

use serde::{Deserialize, Serialize};

use crate::base::FieldError;
use crate::base::text::{format_fixed, parse_fixed};
use crate::catalogue::nutrition::Nutrition;
use crate::platform::input::Check;
use crate::platform::messages::codes;

/// Maximum of any nutrient in 100 g, in hundredths of a gram.
const WHOLE: i64 = 10_000;
/// Maximum energy: pure fat has 3,700 kJ (Reg. (EU) 1169/2011, annex XIV).
const MAX_KJ: i64 = 3_700;
/// Maximum energy in kilocalories, by the same factor.
const MAX_KCAL: i64 = 900;

/// Values per 100 g or 100 ml as entered; all empty: no declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct NutritionForm {
    pub energy_kj: String,
    pub energy_kcal: String,
    /// Weight in grams.
    pub fat: String,
    /// Weight in grams.
    pub saturates: String,
    /// Weight in grams.
    pub carbohydrate: String,
    /// Weight in grams.
    pub sugars: String,
    /// Weight in grams; may be empty.
    pub fibre: String,
    /// Weight in grams.
    pub protein: String,
    /// Weight in grams.
    pub salt: String,
}

/// Validates a declaration. All mandatory values must be present (Reg. (EU) 1169/2011 art. 30), and a part cannot exceed the
/// whole.
///
/// # Errors
/// All invalid fields, as `nutrition.fat`.
///
/// ```
/// use shop_core::platform::merchant::nutrition::{NutritionForm, check_nutrition};
/// assert_eq!(check_nutrition(&NutritionForm::default()), Ok(None));
/// let errors = check_nutrition(&NutritionForm { fat: "1".into(), ..NutritionForm::default() }).unwrap_err();
/// assert_eq!(errors[0].field, "nutrition.energy_kj");
/// ```
pub fn check_nutrition(form: &NutritionForm) -> Result<Option<Nutrition>, Vec<FieldError>> {
    if *form == NutritionForm::default() || all(form).iter().all(|text| text.trim().is_empty()) {
        return Ok(None);
    }
    let mut check = Check::default();
    let mut energy = |field: &str, typed: &str, maximum: i64| {
        if typed.trim().is_empty() {
            check.refuse(field, codes::MERCHANT_REQUIRED);
        }
        check.whole(field, typed, 0, maximum).unwrap_or_default()
    };
    let energy_kj = energy("nutrition.energy_kj", &form.energy_kj, MAX_KJ);
    let energy_kcal = energy("nutrition.energy_kcal", &form.energy_kcal, MAX_KCAL);
    let mut grams = |name: &str, typed: &str, of: i64| {
        let field = format!("nutrition.{name}");
        if typed.trim().is_empty() {
            check.refuse(field, codes::MERCHANT_REQUIRED);
            return 0;
        }
        parse_fixed(typed.trim(), 2).filter(|amount| (0..=of).contains(amount)).unwrap_or_else(|| {
            let error = FieldError::new(field, codes::OFFICE_GRAMS);
            check.push(error.with("maximum", format_fixed(of, 2)));
            0
        })
    };
    let fat = grams("fat", &form.fat, WHOLE);
    let saturates = grams("saturates", &form.saturates, fat);
    let carbohydrate = grams("carbohydrate", &form.carbohydrate, WHOLE);
    let sugars = grams("sugars", &form.sugars, carbohydrate);
    let fibre = (!form.fibre.trim().is_empty()).then(|| grams("fibre", &form.fibre, WHOLE));
    let protein = grams("protein", &form.protein, WHOLE);
    let salt = grams("salt", &form.salt, WHOLE);
    let text = |amount: i64| format_fixed(amount, 2);
    check.done(Some(Nutrition {
        energy_kj,
        energy_kcal,
        fat: text(fat),
        saturates: text(saturates),
        carbohydrate: text(carbohydrate),
        sugars: text(sugars),
        fibre: fibre.map(text),
        protein: text(protein),
        salt: text(salt),
    }))
}

/// Builds the form for editing a declaration.
pub fn form_of(nutrition: &Nutrition) -> NutritionForm {
    NutritionForm {
        energy_kj: nutrition.energy_kj.to_string(),
        energy_kcal: nutrition.energy_kcal.to_string(),
        fat: nutrition.fat.clone(),
        saturates: nutrition.saturates.clone(),
        carbohydrate: nutrition.carbohydrate.clone(),
        sugars: nutrition.sugars.clone(),
        fibre: nutrition.fibre.clone().unwrap_or_default(),
        protein: nutrition.protein.clone(),
        salt: nutrition.salt.clone(),
    }
}

fn all(form: &NutritionForm) -> [&str; 9] {
    [
        &form.energy_kj,
        &form.energy_kcal,
        &form.fat,
        &form.saturates,
        &form.carbohydrate,
        &form.sugars,
        &form.fibre,
        &form.protein,
        &form.salt,
    ]
    .map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> NutritionForm {
        let text = String::from;
        NutritionForm {
            energy_kj: text("1500"),
            energy_kcal: text("359"),
            fat: text("10,5"),
            saturates: text("10,5"),
            carbohydrate: text("60"),
            sugars: text("0"),
            fibre: String::new(),
            protein: text("7.25"),
            salt: text("0,01"),
        }
    }

    fn invalid_fields(form: &NutritionForm) -> Vec<String> {
        check_nutrition(form).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn what_is_opened_and_saved_untouched_stays_as_it_was() {
        let nutrition = check_nutrition(&form()).unwrap().unwrap();
        assert_eq!((nutrition.fat.as_str(), nutrition.protein.as_str(), &nutrition.fibre), ("10.5", "7.25", &None));
        assert_eq!(check_nutrition(&form_of(&nutrition)), Ok(Some(nutrition)));
    }

    #[test]
    fn a_part_is_not_more_than_the_whole_and_nothing_is_missing() {
        assert_eq!(invalid_fields(&NutritionForm { saturates: "10,51".into(), ..form() }), ["nutrition.saturates"]);
        assert_eq!(invalid_fields(&NutritionForm { sugars: "61".into(), ..form() }), ["nutrition.sugars"]);
        assert_eq!(invalid_fields(&NutritionForm { salt: "100,01".into(), ..form() }), ["nutrition.salt"]);
        assert_eq!(
            invalid_fields(&NutritionForm { fat: "-1".into(), ..form() }),
            ["nutrition.fat", "nutrition.saturates"]
        );
        assert_eq!(invalid_fields(&NutritionForm { energy_kj: "9999".into(), ..form() }), ["nutrition.energy_kj"]);
        assert_eq!(invalid_fields(&NutritionForm { protein: " ".into(), ..form() }), ["nutrition.protein"]);
        assert_eq!(invalid_fields(&NutritionForm { fibre: "molta".into(), ..form() }), ["nutrition.fibre"]);
    }
}
