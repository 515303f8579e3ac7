import type { FormEvent } from "react";
import type { ConsentCategoryName, ConsentEvent, ConsentStep } from "../../core/types.ts";
import { decide } from "./consentStore.ts";

/** Where forms of consent go without scripts. */
export const CONSENT_FORM = "/consenso/";

/** Name of a service's box. */
export const serviceBox = (id: string) => `service_${id}`;

/** What a form of consent asks for, by the same fields that it posts without scripts. */
export function eventOf(form: FormData): ConsentEvent | null {
  const event = String(form.get("event") ?? "");
  switch (event) {
    case "accept_all":
    case "deny_all":
    case "close":
    case "manage_consent":
      return { event };
    case "save_preferences": {
      // As `marketing/film=1`.
      const services = form.getAll("shown").map((shown) => {
        const [category = "", service = "", was] = String(shown).split(/[/=]/);
        const ticked = form.has(serviceBox(service));
        return { category: category as ConsentCategoryName, service, shown: was === "1", ticked };
      });
      return {
        event,
        preferences: form.has("preferences"),
        statistics: form.has("statistics"),
        marketing: form.has("marketing"),
        services,
      };
    }
    case "accept_placeholder":
      return {
        event,
        category: String(form.get("category")) as ConsentCategoryName,
        service: String(form.get("service") ?? ""),
      };
    default:
      return null;
  }
}

/** Sends a form of consent by script; where that fails, the browser sends it itself. `after` hears what it came to, and fails where
 * only the shop can answer. */
export function sendConsent(
  submitted: FormEvent<HTMLFormElement>,
  after?: (step: ConsentStep | null) => void,
): void {
  const form = submitted.currentTarget;
  const { submitter } = submitted.nativeEvent as SubmitEvent;
  const event = eventOf(new FormData(form, submitter));
  if (!event) return;
  submitted.preventDefault();
  decide(event)
    .then(after)
    .catch(() => {
      if (submitter instanceof HTMLButtonElement && submitter.name) {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name: submitter.name, value: submitter.value });
        form.append(field);
      }
      form.submit();
    });
}
