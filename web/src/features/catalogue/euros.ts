/** Cents as a price field of the address takes them ("72", "72.50"): the digits with a point put between. */
export function euros(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  const whole = digits.slice(0, -2);
  const rest = digits.slice(-2);
  return rest === "00" ? whole : `${whole}.${rest}`;
}
