//! Settings of delivery days.

use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::{choices, settings};
use super::number;

settings! {
    /// Requested delivery day.
    delivery_days: DeliveryDaySettings in "checkout" {
        [part "Giorno di consegna", "Delivery day"]
        audience: DeliveryDayAudience, "delivery_days.audience",
            ["Alla cassa si può scegliere il giorno di consegna", "At checkout the delivery day can be chosen"];
        monday: bool = true, "delivery_days.monday", ["Si consegna il lunedì", "Deliveries on Mondays"];
        tuesday: bool = true, "delivery_days.tuesday", ["Si consegna il martedì", "Deliveries on Tuesdays"];
        wednesday: bool = true, "delivery_days.wednesday", ["Si consegna il mercoledì", "Deliveries on Wednesdays"];
        thursday: bool = true, "delivery_days.thursday", ["Si consegna il giovedì", "Deliveries on Thursdays"];
        friday: bool = true, "delivery_days.friday", ["Si consegna il venerdì", "Deliveries on Fridays"];
        saturday: bool, "delivery_days.saturday", ["Si consegna il sabato", "Deliveries on Saturdays"];
        sunday: bool, "delivery_days.sunday", ["Si consegna la domenica", "Deliveries on Sundays"];
        holidays_closed: bool = true, "delivery_days.holidays_closed",
            ["Chiuso nei giorni festivi nazionali", "Closed on national holidays"],
            hint ["Anche a Pasquetta; non conta la festa del patrono", "Easter Monday too; not the local patron's day"];
        /// One day, or the first and the last day of a period, on each line.
        closed: String, "delivery_days.closed" as SettingKind::ClosedDays,
            ["Altri giorni di chiusura", "Other closed days"],
            hint ["Uno per riga: 24/12/2026, oppure 10/08/2026 al 21/08/2026", "One a line: 24/12/2026, or 10/08/2026 to 21/08/2026"];
        cut_off_hour: i64 = 12, "delivery_days.cut_off_hour" as number(0, 24),
            ["Ora entro cui un ordine si prepara in giornata", "Hour before which an order is prepared the same day"],
            hint ["Ora italiana, da 0 a 24", "Italian time, 0 to 24"];
        preparation_days: i64 = 1, "delivery_days.preparation_days" as number(0, 30),
            ["Giorni lavorativi per preparare e consegnare", "Working days to prepare and deliver"];
        days_ahead: i64 = 28, "delivery_days.days_ahead" as number(1, 90),
            ["Quanti giorni avanti si può scegliere", "How many days ahead can be chosen"];
        fresh_needs_worked_days: bool = true, "delivery_days.fresh_needs_worked_days",
            ["I freschi non viaggiano nei fine settimana e nelle chiusure", "Fresh goods do not travel over weekends and closures"],
            hint ["Con alimenti deperibili: niente consegne dal sabato al lunedì né il giorno dopo una chiusura",
                  "With perishable food: no deliveries from Saturday to Monday, nor on the day after a closure"];
    }
}

choices! {
    /// Who can choose a delivery day.
    pub enum DeliveryDayAudience {
        Nobody = "nobody" ["nessuno", "nobody"],
        #[default]
        Trade = "trade" ["i clienti professionali", "trade buyers"],
        Everyone = "everyone" ["tutti", "everyone"],
    }
}
