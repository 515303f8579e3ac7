import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageData } from "../../../tests/fixture.tsx";
import { PAGE_JSON } from "../../api/pageRequest.ts";
import { App } from "../App.tsx";
import { loadPage } from "../pages.ts";
import { Router } from "./Router.tsx";

const requests: string[] = [];
/** The pages of the fake server; it knows no others. */
const PAGES: Record<string, string> = { "/": "home", "/privacy/": "text" };

beforeEach(async () => {
  await loadPage(pageData("home"));
  requests.length = 0;
  window.history.replaceState(null, "", "/");
  globalThis.fetch = (async (path: string) => {
    if (path.startsWith("/api/search")) return new Response("", { status: 503 });
    requests.push(path);
    const name = path.startsWith("/negozio/") ? "listing" : (PAGES[path] ?? "not-found");
    return new Response(JSON.stringify(pageData(name)), { headers: { "Content-Type": PAGE_JSON } });
  }) as typeof fetch;
});

function open() {
  render(
    <Router initial={pageData("home")}>{(data, loading) => <App data={data} loading={loading} />}</Router>,
  );
}

test("a link navigates without leaving the document and moves the focus to the new heading", async () => {
  open();
  await userEvent.click(screen.getByRole("link", { name: "Privacy" }));
  const heading = await screen.findByRole("heading", { level: 1, name: "Privacy policy" });
  expect(heading).toHaveFocus();
  expect(window.location.pathname).toBe("/privacy/");
  expect(document.title).toBe("Privacy – Bottega");
});

test("a search form navigates likewise, with its words in the address", async () => {
  open();
  await userEvent.type(screen.getByRole("searchbox", { name: "Cerca nel negozio" }), "olio{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Negozio" });
  expect(requests).toEqual(["/negozio/?s=olio"]);
});

test("going back shows the page before", async () => {
  open();
  await userEvent.click(screen.getByRole("link", { name: "Privacy" }));
  await screen.findByRole("heading", { level: 1, name: "Privacy policy" });
  window.history.back();
  await waitFor(() => expect(requests).toEqual(["/privacy/", "/"]));
  await screen.findByRole("heading", { level: 1, name: "La dispensa delle grandi occasioni" });
});

test("every path is requested from the server, which decides what it contains", async () => {
  open();
  for (const path of ["/boh/", "/prodotto/boh/", "/anteprima/"]) {
    const link = Object.assign(document.createElement("a"), { href: path });
    document.body.append(link);
    link.click();
    link.remove();
    await waitFor(() => expect(requests.at(-1)).toBe(path));
    await waitFor(() => expect(document.title).toBe("Pagina non trovata – Bottega"));
  }
});

test("links with effects, pages of the server alone and those of another language are left to the browser", () => {
  open();
  const leave = jest.fn((event: Event) => event.preventDefault());
  window.addEventListener("click", leave);
  for (const href of [
    "/checkout/",
    "/my-account/",
    "/negozio/?add-to-cart=7",
    "https://example.com/",
    "/wp-json/x",
    "/en/negozio/",
  ]) {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }
  window.removeEventListener("click", leave);
  expect(leave).toHaveBeenCalledTimes(6);
  expect(requests).toEqual([]);
});

test("a preview stays one: each page is requested as a preview, and any other response is not shown", async () => {
  const previewPage = (name: string, preview: boolean) => {
    const data = pageData(name);
    return { ...data, shell: { ...data.shell, preview: preview ? { origins: [], closed: [] } : null } };
  };
  let isPreview = true;
  globalThis.fetch = (async (path: string) => {
    requests.push(path);
    return new Response(JSON.stringify(previewPage("text", isPreview)), {
      headers: { "Content-Type": PAGE_JSON },
    });
  }) as typeof fetch;
  render(
    <Router initial={previewPage("home", true)}>
      {(data, loading) => <App data={data} loading={loading} />}
    </Router>,
  );
  isPreview = false;
  await userEvent.click(screen.getByRole("link", { name: "Privacy" }));
  await waitFor(() => expect(requests).toEqual(["/privacy/?theme_preview=1"]));
  await waitFor(() => expect(screen.getByRole("main")).toHaveAttribute("aria-busy", "false"));
  expect([window.location.pathname, screen.getByRole("main").dataset.kind]).toEqual(["/", "home"]);
  isPreview = true;
  await userEvent.click(screen.getByRole("link", { name: "Privacy" }));
  await screen.findByRole("heading", { level: 1, name: "Privacy policy" });
  expect(window.location.pathname + window.location.search).toBe("/privacy/?theme_preview=1");
});
