// The cart beside any page.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { adoptCart } from "../../context/cart/cartState.ts";
import { setDrawer } from "../../context/cart/cartStore.ts";

const drawer = () => screen.queryByRole("dialog", { name: /^Carrello/ });

/** Opens a list with the drawer over it; `remove` is the answer to a removed line. */
async function open(remove: () => Promise<object> | object = () => ({ body: answers("carts").empty })) {
  serve(({ path }) => {
    if (path.endsWith("/remove-item")) return remove() as never;
    return { body: path.endsWith("/restore-item") ? answers("carts").two : null, headers: { Nonce: "n" } };
  });
  await openPage(shopPage("list-cheese"));
  act(() => {
    adoptCart(answers("carts").two, "a-nonce");
    setDrawer(true);
  });
  // Its script comes once the page answers.
  return within(await screen.findByRole("dialog", { name: /^Carrello/ }));
}

test("a line lies under a veil while it is being removed, and is not asked for twice", async () => {
  let answer = () => {};
  let asked = 0;
  const shown = await open(() => {
    asked += 1;
    return new Promise((done) => {
      answer = () => done({ body: answers("carts").empty, headers: { Nonce: "n" } });
    });
  });
  const [line] = shown.getAllByRole("listitem");
  const link = shown.getByRole("link", { name: /^Rimuovi/ });
  expect(line).toHaveAttribute("aria-busy", "false");
  fireEvent.click(link);
  fireEvent.click(link);
  await waitFor(() => expect(line).toHaveAttribute("aria-busy", "true"));
  expect(line?.querySelector(".veil")).not.toBeNull();
  await act(async () => answer());
  await waitFor(() => expect(within(drawer() as HTMLElement).queryByRole("listitem")).toBeNull());
  expect(asked).toBe(1);
});

test("Escape closes it", async () => {
  await open();
  // What browsers make of the key in a dialog.
  fireEvent(drawer() as HTMLElement, new Event("cancel", { cancelable: true }));
  expect(drawer()).toBeNull();
});

test("what happens to the cart is told within it, where a modal dialog makes the rest of the page inert", async () => {
  const shown = await open();
  fireEvent.click(shown.getByRole("link", { name: /^Rimuovi/ }));
  await waitFor(() => expect(shown.getByRole("status")).toHaveTextContent(/rimosso|tolto/));
  const told = screen
    .getAllByRole("status")
    .filter(({ textContent }) => /rimosso|tolto/.test(textContent ?? ""));
  expect(told).toHaveLength(1);
  act(() => setDrawer(false));
  expect(
    screen
      .getAllByRole("status")
      .map(({ textContent }) => textContent)
      .join(""),
  ).not.toMatch(/rimosso|tolto/);
});

test("who puts a line back goes on from the heading, as the button goes", async () => {
  const shown = await open();
  fireEvent.click(shown.getByRole("link", { name: /^Rimuovi/ }));
  const undo = await shown.findByRole("button", { name: /^Annulla/ });
  await waitFor(() => expect(undo).toHaveFocus());
  await act(async () => fireEvent.click(undo));
  expect(shown.getByRole("heading", { level: 2 })).toHaveFocus();
});
