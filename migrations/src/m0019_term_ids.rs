//! Categories, tags and values of attributes share one row of ids: a list of their counts names them by id alone.

use sea_orm_migration::prelude::*;

/// The step.
#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}

// Tags and values move behind all ids that there are. A tag is copied, its products follow, and the first one goes: references
// are never left open. `~` is in no slug.
const UP: &str = "

CREATE TABLE id_counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO id_counters (name, value) SELECT 'term', (SELECT COALESCE(MAX(id), 0) FROM categories)
    + (SELECT COALESCE(MAX(id), 0) FROM tags) + (SELECT COALESCE(MAX(id), 0) FROM attribute_terms);
INSERT INTO tags (id, slug, name, name_en)
    SELECT id + (SELECT value FROM id_counters WHERE name = 'term'), slug || '~', name, name_en FROM tags;
UPDATE product_tags SET tag_id = tag_id + (SELECT value FROM id_counters WHERE name = 'term');
UPDATE former_slugs SET owner_id = owner_id + (SELECT value FROM id_counters WHERE name = 'term') WHERE owner = 'tag';
DELETE FROM tags WHERE id <= (SELECT value FROM id_counters WHERE name = 'term');
UPDATE tags SET slug = REPLACE(slug, '~', '');
UPDATE id_counters SET value = COALESCE((SELECT MAX(id) FROM tags), value) WHERE name = 'term';
UPDATE attribute_terms SET id = id + (SELECT value FROM id_counters WHERE name = 'term');
UPDATE id_counters SET value = COALESCE((SELECT MAX(id) FROM attribute_terms), value) WHERE name = 'term'
";

// The ids stay as they are: they are right in their own tables too.
const DOWN: &str = "

DROP TABLE id_counters
";
