// The suggestions of the search field, with recorded responses of a real shop (tests/fixtures/search.json).
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageData } from "../../../../tests/fixture.tsx";
import { answers, openPage, pageAnswer, shopPage } from "../../../../tests/page.tsx";
import { type Call, serve } from "../../../../tests/server.ts";

const found = answers("search");
const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const field = () => screen.getByLabelText("Cerca nel negozio");
const list = () => screen.queryByRole("listbox", { name: "Suggerimenti" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
const words = ({ path }: Call) =>
  path.startsWith("/api/search") ? new URLSearchParams(path.split("?")[1]).get("s") : null;
const waited = () => act(() => jest.advanceTimersByTimeAsync(1_000));

const product = () => shopPage("product-caviar");

/** A fake shop that suggests and serves a page; `own` responds first. */
const shop = (own: (call: Call) => Promise<object> | null = () => null) =>
  serve(async (call) => {
    const typed = words(call);
    const ownResponse = await own(call);
    if (typed !== null) return { body: ownResponse ?? found[typed] };
    return pageAnswer(call.path.startsWith("/prodotto/") ? product() : pageData("listing"));
  });

async function open() {
  await openPage({ ...pageData("home"), shell: { ...shopPage("product-caviar").shell, path: "/" } });
  await user.click(field());
}

test("Enter without a choice searches for what was typed", async () => {
  const calls = shop();
  await open();
  await user.keyboard("caviale croccante{Enter}");
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe("/negozio/?s=caviale+croccante"),
  );
  expect(calls.map(({ path }) => path)).toContain("/negozio/?s=caviale+croccante");
});

test("a mistyped word gets the intended suggestion, and a click leads to the product", async () => {
  shop();
  await open();
  await user.keyboard("cavaile croccante");
  await waitFor(() => expect(list()).toHaveTextContent("Suggerimenti per «caviale croccante»"));
  await user.click(screen.getByRole("option", { name: /^Caviale croccante da/ }));
  await waitFor(() => expect(window.location.pathname).toBe("/prodotto/caviale-croccante/"));
  expect(await screen.findByRole("heading", { level: 1, name: "Caviale croccante" })).toBeVisible();
  expect(list()).toBeNull();
});

test("only the latest answer is shown, however late an earlier one comes", async () => {
  let release = (_answer: object) => {};
  const pending = new Promise<object>((done) => {
    release = done;
  });
  const calls = shop((call) => (words(call) === "ol" ? pending : null));
  await open();
  await user.keyboard("ol");
  await waitFor(() => expect(calls.map(words)).toEqual(["ol"]));
  await user.clear(field());
  await user.keyboard("miele");
  await waitFor(() => expect(options()).toContainEqual(expect.stringMatching(/^Miele/)));
  release(found.ol);
  await waited();
  expect(options()).toContainEqual(expect.stringMatching(/^Miele/));
  expect(options().filter((text) => /^Oli/.test(text))).toEqual([]);
});

test("words without matches show that there are no suggestions", async () => {
  shop();
  await open();
  await user.keyboard("zzzzqqqq");
  expect(await screen.findByText("Nessun suggerimento")).toHaveAttribute("role", "status");
  expect(list()).toBeNull();
});
