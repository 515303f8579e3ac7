// The account forms that set a new password.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { show } from "../../../../tests/fixture.tsx";
import { serve } from "../../../../tests/server.ts";
import { provideStrength } from "../../../core/strength.ts";
import type { AccountPage, PasswordPage } from "../../../core/types.ts";
import { type Details, DetailsForm } from "./DetailsForm.tsx";
import { ResetPasswordForm } from "./ResetPasswordForm.tsx";

beforeAll(() =>
  provideStrength(() => Promise.resolve(require("../../../../pkg/password-nodejs/shop_password.js"))),
);

const page = { nonce: "n", errors: [] } as unknown as AccountPage;
const password_page: PasswordPage = { title: "", url: "", fields: {} };
const details = {
  ...{ name: "details", first_name: "Livia", last_name: "Conti", display_name: "Livia", logins: [] },
  ...{ email: "livia@example.com", stored_email: "livia@example.com", password_page },
} as unknown as Details;

for (const [name, form, button] of [
  ["edit-account form", <DetailsForm key="d" page={page} details={details} />, "Salva le modifiche"],
  [
    "lost-password form",
    <ResetPasswordForm key="r" page={page} linkKey="k" passwordPage={password_page} />,
    /^Salva la password|^Salva/,
  ],
] as const)
  test(`${name}: a weak password disables the button and sends nothing, a strong one enables it`, async () => {
    serve(() => ({ body: null }));
    show(form);
    const [first, again] = ["password_1", "password_2"].map(
      (id) => document.getElementById(id) as HTMLElement,
    );
    const save = screen.getByRole("button", { name: button });
    const type = (text: string) => {
      for (const field of [first, again]) fireEvent.input(field as HTMLElement, { target: { value: text } });
    };
    const sent: boolean[] = [];
    const look = (event: Event) => {
      sent.push(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener("submit", look);
    fireEvent.focus(first as HTMLElement);
    type("olio");
    await waitFor(() => expect(save).toHaveAttribute("aria-disabled", "true"));
    fireEvent.click(save);
    expect(sent).toEqual([false]);
    type("zafferano-pistacchio-41-Verona");
    await waitFor(() => expect(save).not.toHaveAttribute("aria-disabled"));
    window.removeEventListener("submit", look);
  });
