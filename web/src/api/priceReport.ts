import type { PriceReport } from "../core/types.ts";

/** Reports that the page computed another cart price than the server. No one waits for the response. */
export function reportPrice(report: PriceReport): void {
  const body = JSON.stringify(report);
  fetch("/price-report", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(
    () => undefined,
  );
}
