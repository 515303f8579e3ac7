//! Sentences about quantities, deposits and bookings.

super::messages! {
    ADULTS_ONLY "adults_only": "Bevanda alcolica: non si vende a chi ha meno di {years} anni.", "Alcoholic drink: not sold to anybody under {years}.";
    QUANTITY_STEP "quantity_step": "«{name}» si acquista in multipli di {step}.", "“{name}” is sold in multiples of {step}.";
    DEPOSIT_TOO_LARGE "deposit_too_large": "L'acconto deve essere inferiore al totale.", "The deposit must be less than the total.";
    DEPOSIT_PLAN_INVALID "deposit_plan_invalid": "Le quote del piano di pagamento devono essere positive e sommare al 100 %.", "The shares of the payment plan must be positive and add up to 100%.";
    DEPOSIT_DATE_INVALID "deposit_date_invalid": "La data non è valida.", "The date is not valid.";
    BOOKING_SLOT_UNKNOWN "booking_slot_unknown": "Scegli una data e un orario tra quelli proposti.", "Please choose one of the dates and times on offer.";
    BOOKING_TOO_LATE "booking_too_late": "Questo orario non si può più prenotare.", "This time can no longer be booked.";
    BOOKING_PERSONS "booking_persons": "Il numero di persone deve essere compreso tra {minimum} e {maximum}.", "The number of people must be between {minimum} and {maximum}.";
    BOOKING_FULL "booking_full": "Per questo orario i posti rimasti sono {available}.", "The places left at this time: {available}.";
}
