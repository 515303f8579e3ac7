import type { FormEvent } from "react";
import type { ConsentCategoryName, ConsentEvent, ConsentStep } from "../../core/types.ts";
import { decide } from "./consentStore.ts";

/** Target of consent forms without scripts. */
export const CONSENT_FORM = "/consenso/";

/** Field name of a service's checkbox. */
export const serviceBox = (id: string) => `service_${id}`;

/** Parses a consent form, whose fields are the same as those posted without scripts. */
export function parseConsentForm(form: FormData): ConsentEvent | null {
  const event = String(form.get("event") ?? "");
  switch (event) {
    case "accept_all":
    case "deny_all":
    case "close":
    case "manage_consent":
      return { event };
    case "save_preferences": {
      // E.g. `marketing/film=1`.
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

/**
 * Submits a consent form by script; if that fails, the browser submits it itself. `after` receives the result, and rejects if
 * only the server can process the form.
 */
export function sendConsent(
  submitted: FormEvent<HTMLFormElement>,
  after?: (step: ConsentStep | null) => void,
): void {
  const form = submitted.currentTarget;
  const { submitter } = submitted.nativeEvent as SubmitEvent;
  const event = parseConsentForm(new FormData(form, submitter));
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
