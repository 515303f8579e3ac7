//! Settings of trade buyers.

use shop_core::base::Cents;
use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::settings;
use super::number;

settings! {
    /// What trade buyers see and may order, where their role does not specify it.
    trade: TradeSettings in "trade" {
        hide_prices: bool, "trade.hide_prices",
            ["Prezzi e acquisti solo per chi accede", "Prices and buying only for who is logged in"];
        minimum_order: Cents, "trade.minimum_order_cents" as SettingKind::Money { minimum: 0, maximum: 100_000_000 },
            ["Ordine minimo dei clienti professionali", "Minimum order of trade buyers"],
            hint ["Merce, IVA esclusa; vale dove il ruolo non ne ha uno", "Goods without VAT; where the role has none"];
        invoice_reminder_days: i64 = 7, "trade.invoice_reminder_days" as number(0, 90),
            ["Promemoria di una fattura scaduta dopo giorni", "Reminder of an overdue invoice after days"],
            hint ["Uno per ordine; 0: nessuno", "One for each order; 0: none"];
    }
}

settings! {
    bulk: BulkSettings in "trade" {
        accounting_subtotals: bool, "accountingsubtotals",
            ["Ordine rapido: i totali di riga sono scritti dal server", "Bulk order: subtotals are written by the server"],
            hint ["Solo per chi cambia il modo in cui il server scrive i prezzi", "Only where the server's way to write prices is changed"];
    }
}
