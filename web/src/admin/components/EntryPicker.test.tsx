import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderOffice } from "../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import type { NamedEntry } from "../api/types.ts";
import { ProductPicker } from "./EntryPicker.tsx";

const product = (id: number, name: string) => ({ id, name, variations: [] });
const page = (number: number, pages: number, ...products: object[]) => ({
  body: { products, page: number, pages, total: products.length, by_status: [] },
});

function Form({ most }: { most: number | null }) {
  const [chosen, setChosen] = useState<NamedEntry[]>([]);
  return (
    <ProductPicker
      name="p"
      label="Prodotti"
      error={undefined}
      chosen={chosen}
      change={setChosen}
      most={most}
    />
  );
}

async function open(answer: (call: Call) => object | Promise<object>, most: number | null = null) {
  jest.useFakeTimers();
  const calls = serve(answer as Parameters<typeof serve>[0]);
  renderOffice(<Form most={most} />);
  await act(() => jest.advanceTimersByTimeAsync(0));
  const type = async (text: string) => {
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
    await act(() => jest.advanceTimersByTimeAsync(300));
  };
  return { calls, type };
}

const status = () => screen.getByRole("status").textContent;
const results = () => screen.queryAllByRole("button", { name: /^\+ / }).map(({ textContent }) => textContent);

afterEach(() => jest.useRealTimers());

test("a text that is too short or too long is not searched for, and the status explains why", async () => {
  const { calls, type } = await open(() => page(1, 1));
  await type("o");
  expect(status()).toBe("Inserisci 1 o più caratteri");
  await type("o".repeat(102));
  expect(status()).toBe("Elimina 2 caratteri");
  await type("   ");
  expect(status()).toBe("");
  expect(calls).toHaveLength(0);
});

test("the status shows a pending search, and a stale response is ignored", async () => {
  let first: (answer: object) => void = () => {};
  const { calls, type } = await open((call) =>
    call.path.includes("search=ol&")
      ? new Promise<object>((done) => {
          first = done;
        })
      : page(1, 1, product(2, "Olive")),
  );
  await type("ol");
  expect(status()).toBe("Sto cercando…");
  await type("oliv");
  expect(results()).toEqual(["+ Olive"]);
  await act(async () => first(page(1, 1, product(1, "Olio"))));
  expect(results()).toEqual(["+ Olive"]);
  expect(calls).toHaveLength(2);
});

test("an empty result is stated, and a button loads further pages", async () => {
  const { type } = await open((call) => {
    if (call.path.includes("xx")) return page(1, 1);
    return call.path.includes("page=2") ? page(2, 2, product(2, "Olio 2")) : page(1, 2, product(1, "Olio 1"));
  });
  await type("xx");
  expect(status()).toBe("Nessun riscontro trovato");
  await type("olio");
  fireEvent.click(screen.getByRole("button", { name: "Mostra altri" }));
  expect(status()).toBe("Caricamento altri risultati…");
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(results()).toEqual(["+ Olio 1", "+ Olio 2"]);
  expect(screen.queryByRole("button", { name: "Mostra altri" })).toBeNull();
});

test("a failed search is repeated", async () => {
  let tries = 0;
  const { type } = await open(() => {
    tries += 1;
    return tries === 1
      ? { status: 503, body: { code: "unavailable", message: "", errors: [] } }
      : page(1, 1, product(1, "Olio"));
  });
  await type("olio");
  expect([status(), results()]).toEqual(["Sto cercando…", []]);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(results()).toEqual(["+ Olio"]);
});

test("at the maximum number of choices the status states it and nothing is searched", async () => {
  const { calls, type } = await open(() => page(1, 1, product(1, "Olio")), 1);
  await type("olio");
  fireEvent.click(screen.getByRole("button", { name: "+ Olio" }));
  await type("aceto");
  expect(status()).toBe("Puoi selezionare solo 1 articolo");
  expect(calls).toHaveLength(1);
});
