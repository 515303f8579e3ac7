/** Formats cents for a price parameter of the URL ("72", "72.50") by inserting a point between the digits. */
export function euros(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  const whole = digits.slice(0, -2);
  const rest = digits.slice(-2);
  return rest === "00" ? whole : `${whole}.${rest}`;
}
