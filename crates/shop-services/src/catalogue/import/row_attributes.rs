//! Parses the numbered attribute columns of a row.

use shop_core::base::text::slugify;

use super::attributes::{AttributeDraft, Choice, find};
use super::problem::ProblemCode;
use super::row::RowReader;
use super::text::read_names;
use super::values::yes_no;

impl RowReader<'_> {
    /// Parses the attributes of a product row; `None` if the file has no attribute columns. Attributes without values are
    /// skipped, as in WooCommerce.
    pub(super) fn read_attributes(&mut self) -> Option<Vec<AttributeDraft>> {
        if self.columns.attributes.is_empty() {
            return None;
        }
        let mut drafts: Vec<AttributeDraft> = Vec::new();
        for group in self.columns.attributes.values() {
            let name = self.name_at(group.name);
            let values = group.values.map_or_else(Vec::new, |at| read_names(self.at(at)));
            if values.is_empty() {
                continue;
            }
            let name_at = group.name.or(group.values).unwrap_or_default();
            if slugify(&name).is_empty() {
                self.refuse(name_at, ProblemCode::AttributeName, &name);
                continue;
            }
            if find(&mut drafts, &name).is_some() {
                self.refuse(name_at, ProblemCode::DuplicateAttribute, &name);
                continue;
            }
            let default = Some(self.name_at(group.default)).filter(|text| !text.is_empty());
            drafts.push(AttributeDraft {
                name,
                global: self.flag(group.global, false),
                visible: self.flag(group.visible, true),
                values,
                variation: default.is_some(),
                default,
                further_values: Vec::new(),
            });
        }
        Some(drafts)
    }

    /// Parses the values of a variation row; `None` if the file has no attribute columns.
    pub(super) fn read_choices(&mut self) -> Option<Vec<Choice>> {
        if self.columns.attributes.is_empty() {
            return None;
        }
        let mut choices: Vec<Choice> = Vec::new();
        for group in self.columns.attributes.values() {
            let name = self.name_at(group.name);
            let cell = group.values.map_or("", |at| self.at(at).trim());
            let at = group.values.or(group.name).unwrap_or_default();
            let mut values = read_names(cell);
            if values.len() > 1 {
                self.refuse(at, ProblemCode::SeveralValues, cell);
            }
            let value = if values.is_empty() { String::new() } else { values.swap_remove(0) };
            if name.is_empty() {
                if !value.is_empty() {
                    self.refuse(at, ProblemCode::AttributeName, &value);
                }
                continue;
            }
            if choices.iter().any(|choice| slugify(&choice.attribute) == slugify(&name)) {
                self.refuse(group.name.unwrap_or(at), ProblemCode::DuplicateAttribute, &name);
                continue;
            }
            choices.push(Choice { attribute: name, value, column: self.columns.title(at).to_owned() });
        }
        Some(choices)
    }

    /// Parses a yes/no cell of an attribute; empty means no, a missing column means the given value.
    fn flag(&mut self, at: Option<usize>, without_column: bool) -> bool {
        let Some(at) = at else { return without_column };
        let text = self.at(at).trim();
        yes_no(text, false).unwrap_or_else(|code| {
            self.refuse(at, code, text);
            false
        })
    }
}
