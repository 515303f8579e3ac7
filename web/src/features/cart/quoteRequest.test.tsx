// Requesting a quote for the cart: what is sent, and where it leads.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { onGo } from "../../context/go.ts";
import type { QuoteRequestView } from "../../core/types.ts";

const ADDRESS = "/my-account/conversation/12/?key=abc";
const VIEW = {
  open: false,
  request_label: "Richiedi un preventivo personalizzato",
  send_label: "Invia la richiesta di preventivo",
  token: "t",
  errors: [],
  form: { message: "", name: "", email: "", known_sender: false, vendors: [] },
} as unknown as QuoteRequestView;
const isQuote = ({ files }: Call) => files?.get("action") === "b2bkingrequestquotecart";
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function open(known_sender: boolean) {
  const calls = serve((call) =>
    isQuote(call) ? { body: null, html: `http://localhost${ADDRESS}` } : { body: null, status: 500 },
  );
  const quote = { ...VIEW, form: { ...VIEW.form, known_sender } };
  await openPage(shopPage<"cart">("cart", { express: null, quote }));
  press(VIEW.request_label);
  await waitFor(() => expect(screen.getByRole("button", { name: VIEW.send_label })).toBeVisible());
  return calls;
}

test("a trade buyer enters no name, and the browser goes to the conversation", async () => {
  const visited: string[] = [];
  const stop = onGo(({ pathname, search }) => visited.push(pathname + search) > 0);
  const calls = await open(true);
  expect(document.querySelector("[name=quote_name], [name=quote_email]")).toBeNull();
  fireEvent.change(document.querySelector("[name=quote_message]") as HTMLElement, {
    target: { value: "Per un matrimonio" },
  });
  await act(async () => press(VIEW.send_label));
  await waitFor(() => expect(visited).toEqual([ADDRESS]));
  expect(calls.filter(isQuote).map(({ files }) => Object.fromEntries(files ?? []))).toEqual([
    {
      action: "b2bkingrequestquotecart",
      security: "t",
      message: "Per un matrimonio",
      name: "",
      email: "",
      title: "Richiesta di preventivo personalizzato",
      type: "quote",
    },
  ]);
  stop();
});

test("a guest who enters a name sees a confirmation, and stays on the cart page", async () => {
  const calls = await open(false);
  const set = (name: string, value: string) =>
    fireEvent.change(document.querySelector(`[name=quote_${name}]`) as HTMLElement, { target: { value } });
  set("name", "Livia Conti");
  set("email", "livia@example.com");
  await act(async () => press(VIEW.send_label));
  expect(await screen.findByText(/abbiamo ricevuto|è stata ricevuta/i)).toBeVisible();
  expect(calls.some(({ path }) => path.includes("/my-account/"))).toBe(false);
  expect(calls.filter(isQuote).map(({ files }) => files?.get("email"))).toEqual(["livia@example.com"]);
});
