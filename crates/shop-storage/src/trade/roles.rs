//! Customer roles and the fields of the registration form.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Func, OnConflict, Query, SelectStatement, UnionType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shop_core::base::CustomerRoleId;
use shop_core::trade::role::RoleForm;
use shop_services::ports::{FieldRecord, RoleRecord, RoleSaved, RoleStore, StoreError};

use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write, store_error};
use crate::entity::customer_roles::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, account_tokens, companies, customers, record_from, registration_fields};

record_from! { |row: Model| RoleRecord { id, slug, is_trade, terms } }

record_from! { |row: registration_fields::Model| FieldRecord { id, name, role_id, field: row.content.0 } }

/// How many have a role.
#[derive(FromQueryResult)]
struct RoleUses {
    role_id: Stored<CustomerRoleId>,
    uses: i64,
}

/// Name of [`holders`] in queries.
const HOLDERS: &str = "holders";

/// Rows of everybody who has a role or is about to get it.
fn holders() -> SelectStatement {
    let people = customers::Entity::find()
        .select_only()
        .column_as(customers::Column::CustomerRoleId, "role_id")
        .filter(customers::Column::CustomerRoleId.is_not_null())
        .into_query();
    let registering = account_tokens::Entity::find()
        .select_only()
        .column(account_tokens::Column::RoleId)
        .filter(account_tokens::Column::RoleId.is_not_null())
        .into_query();
    let mut all = companies::Entity::find().select_only().column(companies::Column::RoleId).into_query();
    all.union(UnionType::All, people).union(UnionType::All, registering);
    all
}

/// Position after the last one.
fn next_position<C: ColumnTrait>(position: C) -> Expr {
    let next = Func::coalesce([position.max(), Expr::value(0_i64)]).add(1_i64);
    Query::select().expr(next).from(position.entity_name()).take().into()
}

#[async_trait]
impl RoleStore for Db {
    async fn roles(&self) -> Result<Vec<RoleRecord>, StoreError> {
        Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id).fetch_records(self).await
    }

    async fn role_uses(&self) -> Result<BTreeMap<CustomerRoleId, i64>, StoreError> {
        let query = Query::select()
            .column("role_id")
            .expr_as(Expr::col(Asterisk).count(), "uses")
            .from_subquery(holders(), HOLDERS)
            .group_by_col("role_id")
            .take();
        let rows = self.query_all(&query).await.map_err(store_error)?;
        let uses = rows.iter().map(|row| RoleUses::from_query_result(row, "").map_err(store_error));
        uses.map(|uses| uses.map(|RoleUses { role_id, uses }| (role_id.0, uses))).collect()
    }

    async fn save_role(
        &self,
        id: Option<CustomerRoleId>,
        form: &RoleForm,
    ) -> Result<RoleSaved<CustomerRoleId>, StoreError> {
        let write = self.begin(true).await?;
        let same_name = Entity::find().filter(Column::Slug.eq(&form.slug));
        let taken = same_name.filter(Column::Id.ne(Stored(id.unwrap_or(CustomerRoleId(0)))));
        let saved = if let Some(id) = id {
            let Some(known) = lock_role(&write, id).await? else { return Ok(RoleSaved::Unknown) };
            if taken.fetch_exists(&write).await? {
                return Ok(RoleSaved::NameTaken);
            }
            if known.is_trade != form.is_trade && is_held(&write, id).await? {
                return Ok(RoleSaved::InUse);
            }
            let row = ActiveModel {
                slug: Set(form.slug.clone()),
                is_trade: Set(form.is_trade),
                terms: Set(Stored(form.terms.clone())),
                ..Default::default()
            };
            Entity::update_many().set(row).filter(Column::Id.eq(Stored(id))).run(&write).await?;
            id
        } else {
            if taken.fetch_exists(&write).await? {
                return Ok(RoleSaved::NameTaken);
            }
            insert_role(&write, form).await?
        };
        write.commit().await?;
        Ok(RoleSaved::Done(saved))
    }

    async fn delete_role(&self, id: CustomerRoleId) -> Result<RoleSaved<CustomerRoleId>, StoreError> {
        let write = self.begin(true).await?;
        if lock_role(&write, id).await?.is_none() {
            return Ok(RoleSaved::Unknown);
        }
        if is_held(&write, id).await? {
            return Ok(RoleSaved::InUse);
        }
        let fields = registration_fields::Entity::delete_many();
        fields.filter(registration_fields::Column::RoleId.eq(Stored(id))).run(&write).await?;
        Entity::delete_many().filter(Column::Id.eq(Stored(id))).run(&write).await?;
        write.commit().await?;
        Ok(RoleSaved::Done(id))
    }

    async fn registration_fields(&self) -> Result<Vec<FieldRecord>, StoreError> {
        use registration_fields::Column::{Id, Position};
        let fields = registration_fields::Entity::find().order_by_asc(Position).order_by_asc(Id);
        fields.fetch_records(self).await
    }

    async fn save_registration_field(&self, field: &FieldRecord, most: usize) -> Result<RoleSaved<i64>, StoreError> {
        let write = self.begin(true).await?;
        if let Some(role) = field.role_id
            && lock_role(&write, role).await?.is_none()
        {
            return Ok(RoleSaved::Unknown);
        }
        let id = if field.id == 0 {
            let count = registration_fields::Entity::find().fetch_count(&write).await?;
            if usize::try_from(count).unwrap_or(usize::MAX) >= most {
                return Ok(RoleSaved::Full);
            }
            let Some(id) = insert_field(&write, field).await? else { return Ok(RoleSaved::NameTaken) };
            id
        } else {
            let row = registration_fields::ActiveModel {
                role_id: Set(field.role_id.map(Stored)),
                content: Set(Stored(field.field.clone())),
                ..Default::default()
            };
            let update = registration_fields::Entity::update_many().set(row);
            if update.filter(registration_fields::Column::Id.eq(field.id)).run(&write).await? == 0 {
                return Ok(RoleSaved::Unknown);
            }
            field.id
        };
        write.commit().await?;
        Ok(RoleSaved::Done(id))
    }

    async fn delete_registration_field(&self, id: i64) -> Result<bool, StoreError> {
        let field = registration_fields::Entity::delete_many().filter(registration_fields::Column::Id.eq(id));
        Ok(field.run(self).await? > 0)
    }

    async fn order_registration_fields(&self, ids: &[i64]) -> Result<(), StoreError> {
        use registration_fields::Column::{Id, Position};
        let write = self.begin(true).await?;
        let known = registration_fields::Entity::find().select_only().column(Id);
        let known = known.order_by_asc(Position).order_by_asc(Id).into_tuple::<i64>().fetch_all(&write).await?;
        let rest = known.iter().filter(|id| !ids.contains(id));
        for (position, id) in (1_i64..).zip(ids.iter().chain(rest)) {
            let moved = registration_fields::ActiveModel { position: Set(position), ..Default::default() };
            registration_fields::Entity::update_many().set(moved).filter(Id.eq(*id)).run(&write).await?;
        }
        write.commit().await
    }
}

/// Adds a role after all others.
async fn insert_role(write: &Write<'_>, form: &RoleForm) -> Result<CustomerRoleId, StoreError> {
    let values = [
        form.slug.clone().into(),
        form.is_trade.into(),
        Stored(form.terms.clone()).into(),
        next_position(Column::Position),
    ];
    let mut query = Query::insert();
    query.into_table(Entity).columns([Column::Slug, Column::IsTrade, Column::Terms, Column::Position]);
    query.values(values).map_err(|error| StoreError::Refused(error.to_string()))?;
    query.returning_col(Column::Id);
    let none = || StoreError::Refused("no id was returned for a role".to_owned());
    let row = write.query_one(&query).await.map_err(store_error)?.ok_or_else(none)?;
    row.try_get::<Stored<CustomerRoleId>>("", "id").map(|id| id.0).map_err(store_error)
}

/// Adds a field after all others; returns `None` if its name is taken.
async fn insert_field(write: &Write<'_>, field: &FieldRecord) -> Result<Option<i64>, StoreError> {
    use registration_fields::Column::{Content, Id, Name, Position, RoleId};
    let values = [
        field.role_id.map(Stored).into(),
        Stored(field.field.clone()).into(),
        field.name.clone().into(),
        next_position(Position),
    ];
    let mut query = Query::insert();
    query.into_table(registration_fields::Entity).columns([RoleId, Content, Name, Position]);
    query.values(values).map_err(|error| StoreError::Refused(error.to_string()))?;
    query.on_conflict(OnConflict::column(Name).do_nothing().to_owned()).returning_col(Id);
    let row = write.query_one(&query).await.map_err(store_error)?;
    row.map(|row| row.try_get("", "id")).transpose().map_err(store_error)
}

/// Reads a role and locks it until the end of this write.
async fn lock_role(write: &Write<'_>, id: CustomerRoleId) -> Result<Option<RoleRecord>, StoreError> {
    let lock = Entity::update_many().col_expr(Column::Version, Expr::col(Column::Version).add(1_i64));
    lock.filter(Column::Id.eq(Stored(id))).run(write).await?;
    Entity::find().filter(Column::Id.eq(Stored(id))).fetch_record(write).await
}

async fn is_held(write: &Write<'_>, id: CustomerRoleId) -> Result<bool, StoreError> {
    let query = Query::select()
        .column("role_id")
        .from_subquery(holders(), HOLDERS)
        .and_where(Expr::col("role_id").eq(Stored(id)))
        .limit(1)
        .take();
    Ok(write.query_one(&query).await.map_err(store_error)?.is_some())
}
