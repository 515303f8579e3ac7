//! Everything that the provider knows, and the transactions that change it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shop_core::payment::method::PaymentMethod;
use shop_services::Random;

use super::SandboxOptions;
use super::idempotency::{KeptAnswer, Salt};
use super::intents::Intent;
use super::journal::{Change, Journal};
use super::objects::{Account, Charge, ConfirmationToken, Customer, Dispute, Domain, Method, Refund, Review, Webhook};
use super::settle::Due;
use super::webhooks::{Delivery, Event, Waiting};

/// Objects of one kind, in the order in which they were made.
#[derive(Debug)]
pub(crate) struct Table<T> {
    rows: Vec<Option<T>>,
    places: HashMap<String, usize>,
    /// No row before this one is left.
    first: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), places: HashMap::new(), first: 0 }
    }
}

impl<T: Row> Table<T> {
    pub(crate) fn get(&self, id: &str) -> Option<&T> {
        self.rows.get(*self.places.get(id)?)?.as_ref()
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The oldest first.
    pub(crate) fn oldest(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().skip(self.first).flatten()
    }

    /// The newest first.
    pub(crate) fn newest(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().rev().flatten()
    }

    fn put(&mut self, row: T) -> Option<T> {
        if let Some(place) = self.places.get(row.key()).and_then(|place| self.rows.get_mut(*place)) {
            return place.replace(row);
        }
        self.places.insert(row.key().to_owned(), self.rows.len());
        self.rows.push(Some(row));
        None
    }

    fn remove(&mut self, id: &str) -> Option<T> {
        let row = self.places.remove(id).and_then(|place| self.rows.get_mut(place)?.take());
        while matches!(self.rows.get(self.first), Some(None)) {
            self.first += 1;
        }
        if self.rows.len() > 2 * self.places.len() + 64 {
            self.rows.retain(Option::is_some);
            self.first = 0;
            let keys = self.rows.iter().flatten().enumerate();
            self.places = keys.map(|(place, row)| (row.key().to_owned(), place)).collect();
        }
        row
    }
}

/// An object that is stored.
pub(crate) trait Row: Clone + Send + Sync + 'static {
    /// Name of its table in the journal.
    const TABLE: &'static str;
    fn key(&self) -> &str;
    fn record(self) -> Record;
    fn table(data: &Data) -> &Table<Self>;
    fn table_mut(data: &mut Data) -> &mut Table<Self>;
}

macro_rules! tables {
    ($($field:ident: $kind:ident($row:ident) by $key:expr;)*) => {
        /// All tables.
        #[derive(Debug, Default)]
        pub(crate) struct Data { $(pub(crate) $field: Table<$row>,)* }

        /// One stored object.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Record { $($kind(Box<$row>),)* }

        impl Data {
            /// Does what a line of the journal says.
            pub(crate) fn apply(&mut self, change: Change) {
                match change {
                    $(Change::Put(Record::$kind(row)) => { self.$field.put(*row); })*
                    $(Change::Drop(table, id) if table == stringify!($field) => { self.$field.remove(&id); })*
                    Change::Drop(..) => {}
                }
            }

            /// Everything, for a new journal.
            pub(crate) fn records(&self) -> impl Iterator<Item = Record> {
                std::iter::empty()$(.chain(self.$field.oldest().cloned().map(Row::record)))*
            }
        }

        $(impl Row for $row {
            const TABLE: &'static str = stringify!($field);
            fn key(&self) -> &str {
                let key: fn(&$row) -> &str = $key;
                key(self)
            }
            fn record(self) -> Record { Record::$kind(Box::new(self)) }
            fn table(data: &Data) -> &Table<Self> { &data.$field }
            fn table_mut(data: &mut Data) -> &mut Table<Self> { &mut data.$field }
        })*
    };
}

tables! {
    customers: Customer(Customer) by |row| row.id.as_str();
    methods: Method(Method) by |row| row.id.as_str();
    tokens: Token(ConfirmationToken) by |row| row.id.as_str();
    intents: Intent(Intent) by |row| row.id.as_str();
    charges: Charge(Charge) by |row| row.id.as_str();
    refunds: Refund(Refund) by |row| row.id.as_str();
    disputes: Dispute(Dispute) by |row| row.id.as_str();
    reviews: Review(Review) by |row| row.id.as_str();
    webhooks: Webhook(Webhook) by |row| row.id.as_str();
    domains: Domain(Domain) by |row| row.id.as_str();
    events: Event(Event) by |row| row.id.as_str();
    deliveries: Delivery(Delivery) by |row| row.event.as_str();
    salts: Salt(Salt) by |row| &row.name;
    waiting: Waiting(Waiting) by |row| row.event.as_str();
    dues: Due(Due) by |row| &row.object;
    kept: Kept(KeptAnswer) by |row| row.key.as_str();
}

type Undo = Box<dyn FnOnce(&mut Data)>;

/// The state and its journal, behind the sandbox's one lock.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) data: Data,
    pub(crate) journal: Journal,
    pub(crate) account: Account,
}

/// One transaction: its changes are seen at once by itself, and kept when it is committed.
pub(crate) struct Tx<'a> {
    state: &'a mut State,
    pub(crate) options: &'a SandboxOptions,
    /// Unix milliseconds.
    pub(crate) now_ms: i64,
    changes: Vec<Change>,
    undo: Vec<Undo>,
}

impl<'a> Tx<'a> {
    pub(crate) fn begin(state: &'a mut State, options: &'a SandboxOptions, now_ms: i64) -> Self {
        Self { state, options, now_ms, changes: Vec::new(), undo: Vec::new() }
    }

    /// Where chance comes from.
    pub(crate) fn random(&self) -> &'a dyn Random {
        self.options.random.as_ref()
    }

    /// Unix seconds.
    pub(crate) fn now(&self) -> i64 {
        self.now_ms.div_euclid(1000)
    }

    /// Whether a kind of method is not activated on the account.
    pub(crate) fn is_inactive(&self, kind: PaymentMethod) -> bool {
        self.state.account.inactive.contains(&kind)
    }

    /// The account.
    pub(crate) fn account(&self) -> &Account {
        &self.state.account
    }

    pub(crate) fn table<T: Row>(&self) -> &Table<T> {
        T::table(&self.state.data)
    }

    pub(crate) fn get<T: Row>(&self, id: &str) -> Option<&T> {
        self.table::<T>().get(id)
    }

    pub(crate) fn put<T: Row>(&mut self, row: T) {
        self.changes.push(Change::Put(row.clone().record()));
        let key = row.key().to_owned();
        let before = T::table_mut(&mut self.state.data).put(row);
        self.undo.push(Box::new(move |data| {
            match before {
                Some(row) => T::table_mut(data).put(row),
                None => T::table_mut(data).remove(&key),
            };
        }));
    }

    pub(crate) fn remove<T: Row>(&mut self, id: &str) {
        let Some(row) = T::table_mut(&mut self.state.data).remove(id) else { return };
        self.changes.push(Change::Drop(T::TABLE.to_owned(), id.to_owned()));
        self.undo.push(Box::new(move |data| {
            T::table_mut(data).put(row);
        }));
    }

    /// Takes everything back that was changed since the beginning.
    pub(crate) fn roll_back(&mut self) {
        self.changes.clear();
        while let Some(undo) = self.undo.pop() {
            undo(&mut self.state.data);
        }
    }

    /// Writes the changes to the journal; takes them back where that fails.
    /// Gives whether there were any.
    pub(crate) fn commit(mut self) -> std::io::Result<bool> {
        if self.changes.is_empty() {
            return Ok(false);
        }
        self.state.journal.write(&self.changes).inspect_err(|_| self.roll_back())?;
        let State { data, journal, .. } = &mut *self.state;
        journal.tidy(data);
        Ok(true)
    }
}
