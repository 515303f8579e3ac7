// Addresses typed into e-mail fields, sent to the shop for marketing when the field is left: only where the merchant wants it and
// while the visitor allows it. What is an address, and what is known already, is decided by the rules.

import { sendCapturedEmail } from "../api/emailCapture.ts";
import type { EmailCaptureFrame, PageData, PageKind } from "../core/types.ts";
import { beginConsent, isAllowed, writeCookies } from "./consent/consentStore.ts";
import { isSpent } from "./ordering.ts";

let frame: EmailCaptureFrame | null = null;
let kind: PageKind = "home";
let listens = false;

/** The pages that the call names. */
const placeOf = (page: PageKind) => (page === "checkout" || page === "account" ? page : "other");

async function left(event: FocusEvent): Promise<void> {
  const field = event.target;
  if (!frame || !(field instanceof HTMLInputElement) || field.type !== "email") return;
  const { value } = field;
  // On a slow machine the rules may still be on their way.
  const rules = await beginConsent()?.catch(() => null);
  if (!rules || !frame || !isAllowed(frame.category, frame.service)) return;
  const secure = window.location.protocol === "https:";
  // An order has the address that it was placed with.
  if (await isSpent()) return;
  const captured = rules.emailCapture(value, document.cookie, placeOf(kind), secure);
  if (!captured) return;
  const { tracking_email, subscription_location, cookie } = captured;
  if (await sendCapturedEmail(tracking_email, subscription_location)) writeCookies([cookie]);
}

/** Takes a page that is shown. Nothing listens where nothing is kept. */
export function captureOn({ shell, page }: PageData): void {
  frame = shell.email_capture ?? null;
  kind = page.kind;
  if (!frame || listens) return;
  listens = true;
  document.addEventListener("focusout", (event) => void left(event));
}
