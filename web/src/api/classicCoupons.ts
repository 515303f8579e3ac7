// The classic calls about coupons. They answer notices as HTML.

import type { ClickedCoupon, Notice } from "../core/types.ts";
import { classicCall } from "./classicCall.ts";

/** Applies a typed code; the e-mail address is the one that the form holds, as coupons may be for some addresses only. */
export const applyTyped = (nonce: string, code: string, email: string) =>
  classicCall(
    "apply_coupon",
    new URLSearchParams({ security: nonce, coupon_code: code, billing_email: email }),
  );

/** Takes a code off. */
export const removeApplied = (nonce: string, code: string) =>
  classicCall("remove_coupon", new URLSearchParams({ security: nonce, coupon: code }));

/** Applies a coupon or credit that was clicked. */
export const applyClicked = (nonce: string, { coupon_code, coupon_id }: ClickedCoupon) =>
  classicCall(
    "apply_coupon_on_click",
    new URLSearchParams({ coupon_code, coupon_id: String(coupon_id), _wpnonce: nonce }),
  );

/** The notices of an answer. */
export function noticesOf(html: string, refused: boolean): Notice[] {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const rows = [...answer.querySelectorAll("li, .woocommerce-message, .woocommerce-info")];
  return rows.flatMap((row) => {
    const text = row.textContent?.trim() ?? "";
    return text ? [{ kind: refused ? "error" : "success", text, field: "", link: null } as Notice] : [];
  });
}
