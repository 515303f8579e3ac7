// Captures email addresses for marketing: an address typed into an email field is sent to the shop when the field is left, if the
// merchant enabled it and while the visitor allows it. The rules decide what is an address and what is already known.

import { sendCapturedEmail } from "../api/emailCapture.ts";
import type { EmailCaptureFrame, PageData, PageKind } from "../core/types.ts";
import { isAllowed, loadConsent, writeCookies } from "./consent/consentStore.ts";
import { isSpent } from "./ordering.ts";

let frame: EmailCaptureFrame | null = null;
let kind: PageKind = "home";
let listens = false;

/** The page names of the call. */
const captureLocation = (page: PageKind) => (page === "checkout" || page === "account" ? page : "other");

async function onFieldLeave(event: FocusEvent): Promise<void> {
  const field = event.target;
  if (!frame || !(field instanceof HTMLInputElement) || field.type !== "email") return;
  const { value } = field;
  // On a slow machine the rules may still be loading.
  const rules = await loadConsent()?.catch(() => null);
  if (!rules || !frame || !isAllowed(frame.category, frame.service)) return;
  const secure = window.location.protocol === "https:";
  // An order already contains the address that it was placed with.
  if (await isSpent()) return;
  const captured = rules.emailCapture(value, document.cookie, captureLocation(kind), secure);
  if (!captured) return;
  const { tracking_email, subscription_location, cookie } = captured;
  if (await sendCapturedEmail(tracking_email, subscription_location)) writeCookies([cookie]);
}

/** Adopts a page that is shown. No listener is added where capturing is disabled. */
export function captureEmails({ shell, page }: PageData): void {
  frame = shell.email_capture ?? null;
  kind = page.kind;
  if (!frame || listens) return;
  listens = true;
  document.addEventListener("focusout", (event) => void onFieldLeave(event));
}
