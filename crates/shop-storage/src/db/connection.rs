//! Implements sea-orm's connection traits: entities run on a [`Db`] and in a [`Write`] as on any connection, and their statements
//! get SQLite's write lock, the metrics and PostgreSQL's reachability check like all others.

use async_trait::async_trait;
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, ExecResult, QueryResult, Statement};
use shop_services::ports::StoreError;

use crate::db::errors::wrap_store_error;
use crate::db::{Db, Write, run_counted};

/// Whether a statement only reads, so that it may run beside the writer of SQLite.
fn is_read(statement: &Statement) -> bool {
    statement.sql.starts_with("SELECT") || statement.sql.starts_with("WITH")
}

#[async_trait]
impl ConnectionTrait for Db {
    fn get_database_backend(&self) -> DatabaseBackend {
        self.kind()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let execute = |statement| self.writer().execute_raw(statement);
        self.run_locked(run_counted(self, statement, execute)).await.map_err(wrap_store_error)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.execute_raw(Statement::from_string(self.kind(), sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let done = if is_read(&statement) {
            run_counted(self, statement, |statement| self.reader().query_one_raw(statement)).await
        } else {
            self.run_locked(run_counted(self, statement, |statement| self.writer().query_one_raw(statement))).await
        };
        done.map_err(wrap_store_error)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let done = if is_read(&statement) {
            run_counted(self, statement, |statement| self.reader().query_all_raw(statement)).await
        } else {
            self.run_locked(run_counted(self, statement, |statement| self.writer().query_all_raw(statement))).await
        };
        done.map_err(wrap_store_error)
    }
}

impl Write<'_> {
    async fn with_timeout<T: Send>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, DbErr> {
        self.db().record_write(work.await, false).map_err(wrap_store_error)
    }
}

#[async_trait]
impl ConnectionTrait for Write<'_> {
    fn get_database_backend(&self) -> DatabaseBackend {
        self.db().kind()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.with_timeout(run_counted(self.db(), statement, |statement| self.tx().execute_raw(statement))).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.execute_raw(Statement::from_string(self.db().kind(), sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.with_timeout(run_counted(self.db(), statement, |statement| self.tx().query_one_raw(statement))).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.with_timeout(run_counted(self.db(), statement, |statement| self.tx().query_all_raw(statement))).await
    }
}
