import { fireEvent, screen, waitFor } from "@testing-library/react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { serve } from "../../../tests/server.ts";
import type { CategoryNode } from "../api/types.ts";
import { CategoriesList } from "./CategoriesList.tsx";

const node = (id: number, name: string): CategoryNode => ({
  ...{ id, name, name_en: "", slug: name.toLowerCase(), parent_id: null, depth: 0, children: 0, products: 0 },
});

test("a moved category is in its new place at once and keeps the focus", async () => {
  const calls = serve(({ method }) =>
    method === "GET" ? { body: [node(1, "Olio"), node(2, "Vino")] } : { body: null },
  );
  renderOffice(<CategoriesList />);
  const down = await screen.findByRole("button", { name: "Sposta giù Olio" });
  down.focus();
  fireEvent.click(down);
  const names = () => screen.getAllByRole("link", { name: /^(Olio|Vino)$/ }).map((one) => one.textContent);
  expect(names()).toEqual(["Vino", "Olio"]);
  expect(screen.getByRole("button", { name: "Sposta giù Olio" })).toHaveFocus();
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ parent_id: null, ids: [2, 1] }));
});
