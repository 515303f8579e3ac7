//! Creates, changes, orders and deletes categories, tags, attributes and their values.

mod attributes;
mod categories;
mod picture;
mod tags;

use serde::Deserialize;
use shop_services::catalogue::term_management::TermError;
use utoipa::ToSchema;

pub(in crate::admin) use attributes::{
    __path_add_attribute, __path_add_value, __path_attributes, __path_change_attribute, __path_change_value,
    __path_delete_attribute, __path_delete_value, __path_order_values, add_attribute, add_value, attributes,
    change_attribute, change_value, delete_attribute, delete_value, order_values,
};
pub(in crate::admin) use categories::{
    __path_add_category, __path_categories, __path_category, __path_change_category, __path_delete_category,
    __path_order_categories, add_category, categories, category, change_category, delete_category, order_categories,
};
pub(in crate::admin) use picture::{
    __path_delete_category_picture, __path_put_category_picture, delete_category_picture, put_category_picture,
};
pub(in crate::admin) use tags::{
    __path_add_tag, __path_change_tag, __path_delete_tag, __path_tags, add_tag, change_tag, delete_tag, tags,
};

use crate::admin::problem::Refusal;

/// New order of all entries.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct Reorder {
    ids: Vec<i64>,
}

impl From<TermError> for Refusal {
    fn from(error: TermError) -> Self {
        match error {
            TermError::Unknown => Self::not_found(),
            TermError::Fields(errors) => Self::fields(errors),
            TermError::Store(error) => error.into(),
        }
    }
}
