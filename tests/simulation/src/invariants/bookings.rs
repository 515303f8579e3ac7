//! Places of bookings.

use super::View;

pub(super) fn places_add_up(view: &View) -> Vec<String> {
    view.texts(
        "SELECT 'product ' || product_id || ' at ' || starts_at || ': ' || booked || ' booked, ' || held || ' held by orders of ' || capacity FROM
         (SELECT s.product_id, s.starts_at, s.booked, COALESCE(SUM(CASE WHEN o.stock_reduced THEN p.persons END), 0) AS held,
              MAX(p.capacity) AS capacity
          FROM booking_slots s LEFT JOIN booked_places p ON p.product_id = s.product_id AND p.starts_at = s.starts_at
          LEFT JOIN orders o ON o.id = p.order_id GROUP BY 1, 2, 3) AS slots
         WHERE booked <> held OR booked > capacity",
    )
}
