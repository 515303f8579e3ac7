// The `wc-ajax` coupon calls. Their responses are notices in HTML.

import type { ClickedCoupon, Notice } from "../core/types.ts";
import { classicCall } from "./classicCall.ts";

/** Applies an entered code; `email` comes from the form, as a coupon may be limited to certain addresses. */
export const applyTyped = (nonce: string, code: string, email: string) =>
  classicCall(
    "apply_coupon",
    new URLSearchParams({ security: nonce, coupon_code: code, billing_email: email }),
  );

/** Removes a code from the cart. */
export const removeApplied = (nonce: string, code: string) =>
  classicCall("remove_coupon", new URLSearchParams({ security: nonce, coupon: code }));

/** Applies a coupon or store credit that the shopper clicked. */
export const applyClicked = (nonce: string, { coupon_code, coupon_id }: ClickedCoupon) =>
  classicCall(
    "apply_coupon_on_click",
    new URLSearchParams({ coupon_code, coupon_id: String(coupon_id), _wpnonce: nonce }),
  );

/** Extracts the notices from a response. */
export function noticesOf(html: string, isError: boolean): Notice[] {
  const body = new DOMParser().parseFromString(html, "text/html");
  const rows = [...body.querySelectorAll("li, .woocommerce-message, .woocommerce-info")];
  return rows.flatMap((row) => {
    const text = row.textContent?.trim() ?? "";
    return text ? [{ kind: isError ? "error" : "success", text, field: "", link: null } as Notice] : [];
  });
}
