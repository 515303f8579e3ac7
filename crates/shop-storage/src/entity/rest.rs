//! Documents without the fields that are columns of their row, so that each fact is stored once.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::entity::StoredType;

/// A document without the fields of its row's columns. Read alone, those fields are empty: the row must be read as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest<T>(pub T);

/// A type with some fields stored as columns.
pub trait PartlyColumns: Serialize + DeserializeOwned {
    /// Those fields, as JSON pointers.
    const COLUMNS: &'static [&'static str];
}

impl<T: PartlyColumns> StoredType for Rest<T> {
    type Raw = String;

    fn decode(raw: String) -> Result<Self, String> {
        serde_json::from_str(&raw).map(Self).map_err(|error| error.to_string())
    }

    fn encode(&self) -> Option<String> {
        let mut document = serde_json::to_value(&self.0).ok()?;
        for pointer in T::COLUMNS {
            let (parent, field) = pointer.rsplit_once('/')?;
            if let Some(Value::Object(fields)) = document.pointer_mut(parent) {
                fields.remove(field);
            }
        }
        Some(document.to_string())
    }
}

#[cfg(test)]
mod tests {
    use shop_core::cart::coupon::Coupon;
    use shop_core::content::page::PageForm;
    use shop_core::payments::state::facts::PaymentFacts;
    use shop_services::ports::SubscriptionContent;
    use shop_services::records::OrderContent;

    use super::*;
    use crate::entity::pages::PageDocument;

    fn repeats_no_column<T: PartlyColumns>(whole: T) {
        let whole_document = serde_json::to_value(&whole).unwrap();
        let stored: Value = serde_json::from_str(&Rest(whole).encode().unwrap()).unwrap();
        for pointer in T::COLUMNS {
            assert!(whole_document.pointer(pointer).is_some(), "{pointer} is a field");
            assert_eq!(stored.pointer(pointer), None, "{pointer} is a column");
        }
        assert!(T::deserialize(&stored).is_ok());
    }

    #[test]
    fn a_document_repeats_no_fact_that_is_a_column() {
        repeats_no_column(OrderContent { buyer_reference: "A-1".into(), delivery_day: Some(1), ..Default::default() });
        repeats_no_column(SubscriptionContent::default());
        repeats_no_column(PaymentFacts::new("pi_1"));
        repeats_no_column(Coupon::default());
        repeats_no_column(PageDocument { page: PageForm::default(), former_slugs: Vec::new() });
    }
}
