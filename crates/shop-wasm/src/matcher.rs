//! The variation form with an index that is cached between steps.

use shop_core::catalogue::variation::{VariationForm, VariationIndex};
use shop_core::catalogue::variation_form::{VariationChoice, VariationFormState};
use tsify::{Ts, Tsify as _};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::read::read;

/// Variation form of one product page. Its variations are passed to WebAssembly once; each step then takes microseconds. The
/// steps are pure: the state is passed in and returned, so they fit a reducer. They return exactly the same as the functions
/// `variationFormState`, `chooseOption`, `resetOptions` and `setVariationQuantity`.
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

    /// Returns the form after the page has loaded.
    pub fn start(&self) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.start().into_ts()?)
    }

    /// Chooses an option; an empty one clears the choice.
    pub fn choose(
        &self,
        before: Ts<VariationChoice>,
        attribute: &str,
        option: &str,
    ) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.choose(read(before.js_value())?, attribute, option).into_ts()?)
    }

    /// Resets all choices.
    pub fn reset(&self, before: Ts<VariationChoice>) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.reset(read(before.js_value())?).into_ts()?)
    }

    /// Sets the typed quantity.
    #[wasm_bindgen(js_name = setQuantity)]
    pub fn set_quantity(&self, before: Ts<VariationChoice>, typed: &str) -> Result<Ts<VariationFormState>, JsError> {
        Ok(self.index.set_quantity(read(before.js_value())?, typed).into_ts()?)
    }
}
