// The merchant at work in the back office: logged in once for each shop, as logins are counted.
import { expect, type Locator, type Page, request } from "@playwright/test";
import { admin, makeCompany, newestText, type Served } from "./server.ts";

export interface Merchant {
  /** Opens a page of the back office. */
  open: (page: Page, path: string) => Promise<void>;
  /** Makes a browser the merchant's. */
  enter: (page: Page) => Promise<void>;
  /** Reads from the back office's interface. */
  get: (path: string) => Promise<unknown>;
  /** Text of the newest message to an address, as its owner reads it: staff is not shown links that open accounts. */
  newestText: (email: string) => string;
  /** Makes an account the main one of an approved company. */
  makeCompany: (email: string) => void;
  /** Writes to it. */
  post: (path: string, data: object) => Promise<unknown>;
  /** The same where nothing is answered. */
  decide: (path: string, data: object) => Promise<void>;
}

/** Expects that the refusals of a form are told above its buttons, where the focus is, and that a refused field can be seen whole,
 * not under the bar of the buttons. */
export async function isRefused(page: Page, field: Locator): Promise<void> {
  const summary = page.getByRole("region", { name: "Che cosa correggere" });
  await expect(summary).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeInViewport({ ratio: 1 });
  const [seen, bar] = [await field.boundingBox(), await summary.boundingBox()];
  expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** Logs the merchant of a shop in. */
export async function logIn({ url, folder }: Pick<Served, "url" | "folder">): Promise<Merchant> {
  const api = await request.newContext({ baseURL: url });
  const login = await api.post("/api/admin/login", { data: { login: admin.email, password: admin.password } });
  expect(login.status(), await login.text()).toBe(200);
  const headers = { "X-Admin-Nonce": (await login.json()).nonce };
  const { cookies } = await api.storageState();
  const enter = (page: Page) => page.context().addCookies(cookies);
  return {
    enter,
    open: async (page, path) => {
      await enter(page);
      await page.goto(`/admin${path}`);
      await expect(page.getByRole("navigation", { name: "Sezioni" })).toBeVisible();
    },
    get: async (path) => (await api.get(`/api/admin${path}`)).json(),
    newestText: (email) => newestText(folder, email),
    makeCompany: (email) => makeCompany(folder, email),
    post: async (path, data) => {
      const made = await api.post(`/api/admin${path}`, { headers, data });
      expect(made.status(), await made.text()).toBeLessThan(300);
      return made.json();
    },
    decide: async (path, data) => {
      const done = await api.post(`/api/admin${path}`, { headers, data });
      expect(done.status(), await done.text()).toBe(204);
    },
  };
}
