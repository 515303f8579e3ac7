import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pageData } from "../../../../tests/fixture.tsx";
import { PageProvider } from "../../../context/PageContext.tsx";
import { Chat } from "./Chat.tsx";

const APP = "https://wa.me/39021234567";

function show() {
  const { shell } = pageData("home");
  const settings = {
    phone: "+39 02 1234567",
    app_address: "https://wa.me/",
    web_address: "https://web.whatsapp.com/send/",
  };
  return render(
    <PageProvider shell={{ ...shell, chat: { settings, app_address: APP } }}>
      <Chat />
    </PageProvider>,
  );
}

const agent = jest.spyOn(window.navigator, "userAgent", "get");

test("on a phone, and until the device type is known, the chat is a link that announces a new tab and expands nothing", async () => {
  agent.mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148");
  show();
  const link = screen.getByRole("link", { name: /^Apri la chat ?\(si apre in una nuova scheda\)$/ });
  expect(link).toHaveAttribute("href", APP);
  expect(link).not.toHaveAttribute("aria-expanded");
});

test("on a desktop it is a button, and an empty message shows an error", async () => {
  agent.mockReturnValue("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36");
  const opened = jest.spyOn(window, "open").mockReturnValue(null);
  show();
  const button = await screen.findByRole("button", { name: "Apri la chat" });
  button.focus();
  await userEvent.keyboard(" ");
  expect(screen.getByRole("button", { name: "Chiudi la chat" })).toHaveAttribute("aria-expanded", "true");
  const field = screen.getByLabelText("Scrivi un messaggio");
  await userEvent.type(field, "  ");
  await userEvent.click(screen.getByRole("button", { name: "Invia il messaggio" }));
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(/Scrivi un messaggio: è vuoto\./);
  expect(opened).not.toHaveBeenCalled();
  await userEvent.type(field, "Buongiorno");
  expect(field).toBeValid();
});
