/** The store API gives net and tax apart, as its clients expect; the shop shows them together. Amounts are whole minor
 * units as text, added exactly. */
export function gross(net: string, tax: string): string {
  return String(BigInt(net || "0") + BigInt(tax || "0"));
}
