//! The database schema, the same for SQLite and PostgreSQL.
//!
//! Each step is applied once, in order. Steps that were released are never edited: a change is a new step.

use sea_orm_migration::prelude::*;

mod m0001_first_schema;
mod m0002_roles;

/// All steps, oldest first.
#[derive(Debug)]
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m0001_first_schema::Migration), Box::new(m0002_roles::Migration)]
    }
}
