//! `shop translate`: drafts of English texts that products lack.

use std::io::Write;

use super::CliError;
use super::database::open;
use crate::platform::config::Config;
use crate::platform::translator::LibreTranslate;

pub(super) async fn translate(config: &Config, limit: usize, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
    if config.translate_url.is_empty() {
        return Err(CliError::Usage("no translator is set: translate_url (SHOP_TRANSLATE_URL)".to_owned()));
    }
    let translator = LibreTranslate::new(&config.translate_url, &config.translate_key).map_err(CliError::Usage)?;
    let shop = open(config).await?;
    let drafted = shop.translations.draft_missing(&translator, limit).await?;
    writeln!(
        out,
        "drafts: {} products; they wait in the back office for somebody to take them over",
        drafted.products
    )?;
    for one in &drafted.refused {
        writeln!(out, "refused: {}, {}: {}", one.product, one.field, one.why)?;
    }
    Ok(())
}
