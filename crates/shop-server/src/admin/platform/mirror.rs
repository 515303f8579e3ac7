//! Declares API schemas that mirror forms of the core.

/// Declares an API schema with the fields of a core form, and the conversions in both directions. Fields after `lists` hold
/// further schemas of this kind.
macro_rules! mirror {
    (
        $(#[$doc:meta])*
        $name:ident = $form:ty {
            $($(#[$fdoc:meta])* $field:ident: $kind:ty,)*
            $(; lists $($(#[$ldoc:meta])* $list:ident: $element:ty,)*)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize, utoipa::ToSchema)]
        #[serde(default, deny_unknown_fields)]
        pub(in crate::admin) struct $name {
            $($(#[$fdoc])* pub(in crate::admin) $field: $kind,)*
            $($($(#[$ldoc])* pub(in crate::admin) $list: Vec<$element>,)*)?
        }

        impl From<$name> for $form {
            fn from(sent: $name) -> Self {
                Self {
                    $($field: sent.$field,)*
                    $($($list: sent.$list.into_iter().map(Into::into).collect(),)*)?
                }
            }
        }

        impl From<$form> for $name {
            fn from(form: $form) -> Self {
                Self {
                    $($field: form.$field,)*
                    $($($list: form.$list.into_iter().map(Into::into).collect(),)*)?
                }
            }
        }
    };
}
pub(in crate::admin) use mirror;
