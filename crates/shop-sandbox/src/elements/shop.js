// Code shared by all frames: messages with the shop's page, and calls to the provider's API. The frame's address names the shop's
// origin and the page lists the allowed ones; messages from anywhere else are dropped.

const query = new URLSearchParams(window.location.search);
const origin = query.get("origin") ?? "";
const channel = query.get("channel") ?? "";

/** Origins of the shops that may embed the frames. */
export const shops = (document.querySelector('meta[name="shops"]')?.getAttribute("content") ?? "").split(" ").filter(Boolean);

const post = (message) => window.parent.postMessage({ elements: channel, ...message }, origin);

/** Sends an event to the shop's page. */
export const emit = (event, data) => post({ event, data });

/** Handles the commands of the shop's page from now on if its origin is allowed; returns whether it is. */
export function answer(commands) {
  if (window.parent === window || !shops.includes(origin) || !/^[a-z0-9-]{8,64}$/.test(channel)) return false;
  window.addEventListener("message", async (event) => {
    const { data } = event;
    if (event.origin !== origin || event.source !== window.parent || data?.elements !== channel) return;
    if (!Object.hasOwn(commands, data.command)) return;
    post({ answer: data.id, data: await commands[data.command](data.data ?? {}) });
  });
  emit("ready", {});
  return true;
}

/** Calls the API; network failures are returned as errors like any other. */
export async function call(key, method, path, pairs, network) {
  const body = new URLSearchParams(pairs);
  const get = method === "GET";
  try {
    const response = await fetch(get ? `${path}?${body}` : path, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      body: get ? undefined : body,
      credentials: "omit",
    });
    return await response.json();
  } catch {
    return { error: { type: "api_connection_error", code: "", message: network } };
  }
}

/** The fields of an error that the shop's page may see. */
export function plainError({ type = "", code = "", decline_code = "", param = "", message = "" }) {
  return { type, code, decline_code, param, message };
}

/** Creates an element with attributes; `undefined` omits an attribute. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Emails that have paid by one click here, each with the label of its card. */
const KNOWN = "one_click";

/** One-click accounts by email. */
export function accounts() {
  try {
    return JSON.parse(window.localStorage.getItem(KNOWN) ?? "{}");
  } catch {
    return {};
  }
}

/** Saves a one-click account. Without storage the email stays unknown. */
export function saveAccount(email, account) {
  try {
    window.localStorage.setItem(KNOWN, JSON.stringify({ ...accounts(), [email.trim().toLowerCase()]: account }));
  } catch {
  }
}
