//! The nutrition declaration of a food.

use serde::{Deserialize, Serialize};

/// Nutrition per 100 g or 100 ml; amounts are decimal strings in grams ("1.5").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct Nutrition {
    /// Energy in kilojoules.
    pub energy_kj: i64,
    /// Energy in kilocalories.
    pub energy_kcal: i64,
    pub fat: String,
    /// Of which saturates.
    pub saturates: String,
    pub carbohydrate: String,
    /// Of which sugars.
    pub sugars: String,
    /// Fibre, which is optional by law.
    pub fibre: Option<String>,
    pub protein: String,
    pub salt: String,
}
