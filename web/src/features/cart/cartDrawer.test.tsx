// The cart drawer.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { adoptCart } from "../../context/cart/cartState.ts";
import { setDrawer } from "../../context/cart/cartStore.ts";

const drawer = () => screen.queryByRole("dialog", { name: /^Carrello/ });

/** Opens a list with the drawer over it; `remove` is the response to a removed line. */
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
  // The drawer's script is loaded after hydration.
  return within(await screen.findByRole("dialog", { name: /^Carrello/ }));
}

test("a line is covered by a veil while it is being removed, and is not removed twice", async () => {
  let answer = () => {};
  let requestCount = 0;
  const opened = await open(() => {
    requestCount += 1;
    return new Promise((done) => {
      answer = () => done({ body: answers("carts").empty, headers: { Nonce: "n" } });
    });
  });
  const [line] = opened.getAllByRole("listitem");
  const link = opened.getByRole("link", { name: /^Rimuovi/ });
  expect(line).toHaveAttribute("aria-busy", "false");
  fireEvent.click(link);
  fireEvent.click(link);
  await waitFor(() => expect(line).toHaveAttribute("aria-busy", "true"));
  expect(line?.querySelector(".veil")).not.toBeNull();
  await act(async () => answer());
  await waitFor(() => expect(within(drawer() as HTMLElement).queryByRole("listitem")).toBeNull());
  expect(requestCount).toBe(1);
});

test("Escape closes it", async () => {
  await open();
  // The event that browsers fire for the Escape key in a dialog.
  fireEvent(drawer() as HTMLElement, new Event("cancel", { cancelable: true }));
  expect(drawer()).toBeNull();
});

test("changes of the cart are announced within the drawer, as a modal dialog makes the rest of the page inert", async () => {
  const opened = await open();
  fireEvent.click(opened.getByRole("link", { name: /^Rimuovi/ }));
  await waitFor(() => expect(opened.getByRole("status")).toHaveTextContent(/rimosso|tolto/));
  const announced = screen
    .getAllByRole("status")
    .filter(({ textContent }) => /rimosso|tolto/.test(textContent ?? ""));
  expect(announced).toHaveLength(1);
  act(() => setDrawer(false));
  expect(
    screen
      .getAllByRole("status")
      .map(({ textContent }) => textContent)
      .join(""),
  ).not.toMatch(/rimosso|tolto/);
});

test("after restoring a line the focus moves to the heading, as the button disappears", async () => {
  const opened = await open();
  fireEvent.click(opened.getByRole("link", { name: /^Rimuovi/ }));
  const undo = await opened.findByRole("button", { name: /^Annulla/ });
  await waitFor(() => expect(undo).toHaveFocus());
  await act(async () => fireEvent.click(undo));
  expect(opened.getByRole("heading", { level: 2 })).toHaveFocus();
});
