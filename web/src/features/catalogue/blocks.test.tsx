// Product rows on the home page.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { pageData, pageOf } from "../../../tests/fixture.tsx";
import { answers, openPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

test("each product of a row leads to its page and has a button, which adds it or leads to its options", async () => {
  const calls = serve(({ path }) =>
    path.includes("wc-ajax=add_to_cart")
      ? { body: { cart: answers("carts").two, cart_hash: "", fragments: {} } }
      : { body: null },
  );
  await openPage(pageData("home"));
  const { blocks } = pageOf("home", "home");
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) {
    const row = within(screen.getByRole("region", { name: block.title }));
    for (const card of block.cards) {
      const hrefs = row.getAllByRole("link").map((link) => link.getAttribute("href"));
      expect(hrefs.filter((href) => href === card.path)).not.toHaveLength(0);
      const button = card.can_add ? `Aggiungi «${card.name}» al carrello` : new RegExp(`«${card.name}»`);
      expect(row.getAllByRole("link", { name: button })[0]).toBeVisible();
    }
  }
  const sold = blocks.flatMap(({ cards }) => cards).find(({ can_add }) => can_add);
  const [add] = screen.getAllByRole("link", { name: `Aggiungi «${sold?.name}» al carrello` });
  fireEvent.click(add as HTMLElement);
  await waitFor(() => expect(add).toHaveClass("added"));
  const sent = calls.filter(({ path }) => path.includes("wc-ajax=add_to_cart"));
  expect(sent.map(({ form }) => form.get("product_id"))).toEqual([String(sold?.id)]);
});
