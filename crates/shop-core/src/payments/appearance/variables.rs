//! The appearance variables of the provider's form.

/// Names from the appearance interface in the script's published types, sorted, without the deprecated ones. The script ignores
/// others, with a warning in every shopper's console.
const VARIABLES: &[&str] = &[
    "accessibleColorOnColorBackground",
    "accessibleColorOnColorDanger",
    "accessibleColorOnColorPrimary",
    "accessibleColorOnColorSuccess",
    "accessibleColorOnColorWarning",
    "accordionItemLabelColorText",
    "accordionItemLabelFontSize",
    "accordionItemLabelFontWeight",
    "accordionItemLabelSelectedColorText",
    "accordionItemLabelSelectedFontWeight",
    "accordionItemSpacing",
    "accordionItemTriggerColor",
    "accordionItemTriggerHoverColor",
    "accordionItemTriggerSelectedColor",
    "blockLogoColor",
    "borderRadius",
    "buttonBorderRadius",
    "buttonBoxShadow",
    "buttonColorBackground",
    "buttonColorText",
    "buttonExpressCheckoutBorderRadius",
    "buttonFontSize",
    "buttonFontWeight",
    "buttonPadding",
    "colorBackground",
    "colorDanger",
    "colorPrimary",
    "colorSuccess",
    "colorText",
    "colorTextPlaceholder",
    "colorTextSecondary",
    "colorWarning",
    "focusBoxShadow",
    "focusOutline",
    "fontFamily",
    "fontLineHeight",
    "fontSize2Xs",
    "fontSize3Xs",
    "fontSizeBase",
    "fontSizeLg",
    "fontSizeSm",
    "fontSizeXl",
    "fontSizeXs",
    "fontSmooth",
    "fontVariantLigatures",
    "fontVariationSettings",
    "fontWeightBold",
    "fontWeightLight",
    "fontWeightMedium",
    "fontWeightNormal",
    "gridColumnSpacing",
    "gridRowSpacing",
    "iconCardCvcColor",
    "iconCardCvcErrorColor",
    "iconCardErrorColor",
    "iconCheckmarkColor",
    "iconChevronDownColor",
    "iconChevronDownHoverColor",
    "iconCloseColor",
    "iconCloseHoverColor",
    "iconColor",
    "iconHoverColor",
    "iconLoadingIndicatorColor",
    "iconMenuColor",
    "iconMenuHoverColor",
    "iconPasscodeDeviceColor",
    "iconPasscodeDeviceHoverColor",
    "iconPasscodeDeviceNotificationColor",
    "iconRedirectColor",
    "inputBoxShadow",
    "inputColorBorder",
    "inputFocusBoxShadow",
    "inputFocusColorBorder",
    "labelColorText",
    "labelFontSize",
    "labelFontWeight",
    "labelSpacing",
    "logoColor",
    "spacingUnit",
    "tabIconColor",
    "tabIconHoverColor",
    "tabIconMoreColor",
    "tabIconMoreHoverColor",
    "tabIconSelectedColor",
    "tabLogoColor",
    "tabLogoSelectedColor",
    "tabSpacing",
];

/// Returns whether the form knows a variable.
///
/// ```
/// use shop_core::payments::appearance::variables::is_variable;
/// assert!(is_variable("colorText") && !is_variable("colorBorder"));
/// ```
pub fn is_variable(name: &str) -> bool {
    VARIABLES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_found_and_nothing_like_it() {
        assert!(VARIABLES.is_sorted());
        for name in VARIABLES {
            assert!(is_variable(name) && !is_variable(&name.to_ascii_lowercase().replace("color", "colour")), "{name}");
        }
        for name in ["", "colorBorder", "spacingTab", "--green", "color"] {
            assert!(!is_variable(name), "{name}");
        }
    }
}
