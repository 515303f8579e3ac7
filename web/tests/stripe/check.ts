// Strict validation of options: an option that no table names is refused by name.
import type { Accepted, Shape } from "./shapes.ts";

export type Options = Record<string, unknown>;

/** The script's own error for a page that uses it wrongly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** Names of the parts that rules can style: docs.stripe.com/elements/appearance-api. */
const PARTS = new Set(
  [
    "AccordionItem Action Block BlockAction BlockDivider CheckboxInput CheckboxLabel Checkbox CodeInput Dropdown DropdownItem",
    "Error Input Label Link Menu MenuAction MenuIcon PickerAction PickerItem RadioIcon RadioIconInner RadioIconOuter",
    "RedirectText SecondaryLink SecondaryText Switch SwitchControl Tab TabIcon TabLabel TermsLink TermsText Text",
  ].flatMap((names) => names.split(" ")),
);

function wrongRule(rules: unknown, path: string): string {
  for (const [selector, rule] of Object.entries(rules as Options)) {
    const part = /^\.([A-Za-z]+)(?:--[a-z]+)*(?:::?[a-z-]+)*$/.exec(selector)?.[1];
    if (!part || !PARTS.has(part)) return `${path}.${selector} is not a supported selector.`;
    const wrong = Object.entries(rule as Options).find(([, value]) => typeof value !== "string");
    if (wrong) return `${path}.${selector}.${wrong[0]} should be a string.`;
  }
  return "";
}

const isEach = (accepted: Accepted): accepted is { each: Shape } =>
  typeof accepted === "object" && accepted !== null && "each" in accepted;

function misfit(value: unknown, accepted: Accepted, path: string): string {
  if (value === undefined || value === null) return "";
  if (accepted === null) return `${path} is not accepted here.`;
  if (Array.isArray(accepted))
    return accepted.includes(value as string)
      ? ""
      : `${path} should be one of: ${accepted.join(", ")}. You specified: ${value}.`;
  if (accepted === "rules") return wrongRule(value, path);
  if (accepted === "list") return Array.isArray(value) ? "" : `${path} should be an array.`;
  if (typeof accepted === "string")
    return typeof value === accepted ? "" : `${path} should be a ${accepted}. You specified: ${value}.`;
  if (isEach(accepted)) {
    if (!Array.isArray(value)) return `${path} should be an array.`;
    return value.map((one, at) => misfit(one, accepted.each, `${path}[${at}]`)).find(Boolean) ?? "";
  }
  if (typeof value !== "object") return `${path} should be an object. You specified: ${value}.`;
  for (const [name, inner] of Object.entries(value as Options)) {
    const own = (accepted as Shape)[name];
    if (own === undefined) return `${path}.${name} is not a recognized parameter.`;
    const wrong = misfit(inner, own, `${path}.${name}`);
    if (wrong) return wrong;
  }
  return "";
}

export function check(call: string, options: unknown, table: Shape): Options {
  const wrong = misfit(options ?? {}, table, "options");
  if (wrong) throw new IntegrationError(`Invalid value for ${call}: ${wrong}`);
  return (options ?? {}) as Options;
}

export const refuse = (call: string, why: string): never => {
  throw new IntegrationError(`Invalid value for ${call}: ${why}`);
};

/** The fields that the element was configured never to collect. */
export function neverCollected(fields: unknown): string[] {
  const billing = ((fields as Options | undefined)?.billingDetails ?? {}) as Options;
  const address = (billing.address ?? {}) as Options;
  const snake: Options = { postalCode: "postal_code" };
  return [
    ...["name", "email", "phone"].filter((name) => billing[name] === "never"),
    ...Object.keys(address)
      .filter((name) => address[name] === "never")
      .map((name) => `address.${snake[name] ?? name}`),
  ];
}

export const at = (from: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Options | undefined)?.[name], from);

/** The first empty string, as the API names it; the script omits `null`. */
export function emptyText(from: unknown, path: string): string {
  for (const [name, value] of Object.entries((from ?? {}) as Options)) {
    if (value === "") return `${path}[${name}]`;
    const inner = typeof value === "object" ? emptyText(value, `${path}[${name}]`) : "";
    if (inner) return inner;
  }
  return "";
}
