//! The variation form with its index kept between steps.

use shop_core::catalogue::variation::{VariationForm, VariationIndex};
use shop_core::catalogue::variation_form::{VariationChoice, VariationFormState};
use tsify::{Ts, Tsify as _};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::read::read;

/// Answers for one product page's variation form. Its variations cross into WebAssembly once; each step then costs
/// microseconds. The steps are pure: the state goes in and out, so they fit a reducer. They answer exactly as the
/// functions `variationFormState`, `chooseOption`, `resetOptions` and `setVariationQuantity`.
#[wasm_bindgen]
pub struct VariationMatcher {
    index: VariationIndex,
}

#[wasm_bindgen]
impl VariationMatcher {
    /// Builds the index.
    #[wasm_bindgen(constructor)]
    pub fn new(form: Ts<VariationForm>) -> Result<VariationMatcher, JsError> {
        Ok(Self { index: VariationIndex::new(read(form.js_value())?) })
    }

    /// The form after the page has loaded.
    pub fn start(&self) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.start().into_ts()?)
    }

    /// The form after an option is chosen; an empty option takes the choice back.
    pub fn choose(
        &self,
        before: Ts<VariationChoice>,
        attribute: &str,
        option: &str,
    ) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.choose(read(before.js_value())?, attribute, option).into_ts()?)
    }

    /// The form after its reset link is followed.
    pub fn reset(&self, before: Ts<VariationChoice>) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.reset(read(before.js_value())?).into_ts()?)
    }

    /// The form after a quantity is typed.
    #[wasm_bindgen(js_name = setQuantity)]
    pub fn set_quantity(&self, before: Ts<VariationChoice>, typed: &str) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.set_quantity(read(before.js_value())?, typed).into_ts()?)
    }
}
