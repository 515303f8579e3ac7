//! Places of bookings.

use super::View;

pub(super) fn places_add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'product ' || product_id || ' at ' || starts_at || ': ' || taken || ' taken, ' || booked || ' booked of ' || capacity FROM
         (SELECT s.product_id, s.starts_at, s.taken, COALESCE(SUM(CASE WHEN o.stock_taken THEN p.persons END), 0) AS booked,
              MAX(p.capacity) AS capacity
          FROM booking_slots s LEFT JOIN booked_places p ON p.product_id = s.product_id AND p.starts_at = s.starts_at
          LEFT JOIN orders o ON o.id = p.order_id GROUP BY 1, 2, 3) AS slots
         WHERE taken <> booked OR taken > capacity",
    )
}
