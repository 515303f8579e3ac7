//! A deserializer that reads JavaScript values into the types of the rules.

use std::any::type_name;
use std::cell::RefCell;

use js_sys::{Array, Number, Object, Reflect};
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::wrong::{WrongShape, reading, words};

/// Deserialises a value. Unknown fields are ignored; `undefined` counts as a missing field. Fails with the type, the field and
/// the reason.
pub(crate) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    reading("");
    T::deserialize(Value(value)).map_err(|WrongShape| {
        let [field, reason] = words();
        JsError::new(&[type_name::<T>(), ": ", field, " ", reason].concat())
    })
}

struct Value(JsValue);

impl Value {
    fn number(&self) -> Result<f64, WrongShape> {
        self.0.as_f64().ok_or(WrongShape::new("is no number"))
    }

    #[allow(clippy::cast_possible_truncation, reason = "safe integers have 53 bits")]
    fn integer(&self) -> Result<i64, WrongShape> {
        if Number::is_safe_integer(&self.0) {
            Ok(self.number()? as i64)
        } else {
            Err(WrongShape::new("is no safe integer"))
        }
    }

    fn text(&self) -> Result<String, WrongShape> {
        self.0.as_string().ok_or(WrongShape::new("is no text"))
    }

    /// Accepts objects of any JavaScript realm, and so does not use `instanceof`.
    fn object(self) -> Result<Object, WrongShape> {
        if self.0.is_object() { Ok(self.0.unchecked_into()) } else { Err(WrongShape::new("is no object")) }
    }

    fn entries(self) -> Result<Entries, WrongShape> {
        let object = self.object()?;
        Ok(Entries { keys: Object::keys(&object), object, at: 0 })
    }

    fn is_nothing(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
            visitor.visit_i64(self.integer()?)
        }
    )*};
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
            visitor.visit_f64(self.number()?)
        }
    )*};
}

macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
            visitor.visit_string(self.text()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Value {
    type Error = WrongShape;

    /// For types that inspect a value before they choose a variant.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
        match self.0.js_typeof().as_string().as_deref() {
            Some("string") => self.deserialize_string(visitor),
            Some("boolean") => self.deserialize_bool(visitor),
            Some("number") if Number::is_safe_integer(&self.0) => self.deserialize_i64(visitor),
            Some("number") => self.deserialize_f64(visitor),
            _ if self.is_nothing() => visitor.visit_unit(),
            _ if Array::is_array(&self.0) => self.deserialize_seq(visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
        visitor.visit_bool(self.0.as_bool().ok_or(WrongShape::new("is neither true nor false"))?)
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }
    numbers! { deserialize_f32 deserialize_f64 }
    texts! { deserialize_char deserialize_str deserialize_string }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
        if self.is_nothing() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, WrongShape> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
        if !Array::is_array(&self.0) {
            return Err(WrongShape::new("is no list"));
        }
        visitor.visit_seq(Items { list: self.0.unchecked_into(), at: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, WrongShape> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongShape> {
        visitor.visit_map(self.entries()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongShape> {
        visitor.visit_map(Fields { object: self.object()?, left: fields, value: JsValue::UNDEFINED })
    }

    /// Reads an enum: a variant name, or an object with a variant name as its key.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongShape> {
        match self.0.as_string() {
            Some(word) => visitor.visit_enum(StringDeserializer::new(word)),
            None => visitor.visit_enum(MapAccessDeserializer::new(self.entries()?)),
        }
    }

    forward_to_deserialize_any! { bytes byte_buf unit unit_struct tuple_struct identifier ignored_any }
}

struct Items {
    list: Array,
    at: u32,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = WrongShape;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, WrongShape> {
        if self.at == self.list.length() {
            return Ok(None);
        }
        self.at += 1;
        seed.deserialize(Value(self.list.get(self.at - 1))).map(Some)
    }
}

/// Access to an object as a map, with arbitrary keys.
struct Entries {
    object: Object,
    keys: Array,
    at: u32,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = WrongShape;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, WrongShape> {
        if self.at == self.keys.length() {
            return Ok(None);
        }
        seed.deserialize(Value(self.keys.get(self.at))).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, WrongShape> {
        self.at += 1;
        seed.deserialize(Value(get(&self.object, &self.keys.get(self.at - 1))?))
    }
}

/// Access to an object as a struct, with the fields that its type names.
struct Fields {
    object: Object,
    left: &'static [&'static str],
    value: JsValue,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = WrongShape;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, WrongShape> {
        while let Some((field, left)) = self.left.split_first() {
            self.left = left;
            self.value = field_of(&self.object, field)?;
            if !self.value.is_undefined() {
                return seed.deserialize(BorrowedStrDeserializer::new(field)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, WrongShape> {
        seed.deserialize(Value(std::mem::take(&mut self.value)))
    }
}

thread_local! {
    /// JavaScript strings for field names, cached by address and length so that each is created once.
    static NAMES: RefCell<Vec<((*const u8, usize), JsValue)>> = const { RefCell::new(Vec::new()) };
}

fn field_of(object: &Object, name: &'static str) -> Result<JsValue, WrongShape> {
    reading(name);
    NAMES.with_borrow_mut(|names| {
        let place = (name.as_ptr(), name.len());
        let at = names.binary_search_by_key(&place, |(known, _)| *known).unwrap_or_else(|at| {
            names.insert(at, (place, JsValue::from_str(name)));
            at
        });
        get(object, names.get(at).map_or(&JsValue::UNDEFINED, |(_, name)| name))
    })
}

fn get(object: &Object, name: &JsValue) -> Result<JsValue, WrongShape> {
    Reflect::get(object, name).map_err(|_| WrongShape::new("cannot be read"))
}
