// What all frames have in common: the one shop that they answer, and calls to the provider's API. The frame's address names the
// shop's origin and the page lists those allowed; messages from anywhere else are dropped.

const query = new URLSearchParams(window.location.search);
const origin = query.get("origin") ?? "";
const channel = query.get("channel") ?? "";

/** Origins of the shops that may show frames. */
export const shops = (document.querySelector('meta[name="shops"]')?.getAttribute("content") ?? "").split(" ").filter(Boolean);

const post = (message) => window.parent.postMessage({ elements: channel, ...message }, origin);

/** Tells the shop's page an event. */
export const tell = (event, data) => post({ event, data });

/** Answers the commands of the shop's page from now on, once it is one of the shops; says so. */
export function answer(commands) {
  if (window.parent === window || !shops.includes(origin) || !/^[a-z0-9-]{8,64}$/.test(channel)) return false;
  window.addEventListener("message", async (event) => {
    const { data } = event;
    if (event.origin !== origin || event.source !== window.parent || data?.elements !== channel) return;
    if (!Object.hasOwn(commands, data.command)) return;
    post({ answer: data.id, data: await commands[data.command](data.data ?? {}) });
  });
  tell("ready", {});
  return true;
}

/** A call to the API; what cannot be reached is an error like any other. */
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

/** What the shop's page may know of an error. */
export function plainError({ type = "", code = "", decline_code = "", param = "", message = "" }) {
  return { type, code, decline_code, param, message };
}

/** An element with attributes; `undefined` leaves one out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Addresses that have paid by one click here, each with the words for its card. */
const KNOWN = "one_click";

/** One-click accounts by e-mail address. */
export function accounts() {
  try {
    return JSON.parse(window.localStorage.getItem(KNOWN) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps a one-click account. Without storage the address stays unknown. */
export function keepAccount(email, account) {
  try {
    window.localStorage.setItem(KNOWN, JSON.stringify({ ...accounts(), [email.trim().toLowerCase()]: account }));
  } catch {
    // Nothing to do.
  }
}
