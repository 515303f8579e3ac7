import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useSettled } from "./useSettled.ts";

function Form() {
  const [typed, setTyped] = useState("");
  return (
    <>
      <input aria-label="E-mail" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <output>{useSettled(typed)}</output>
    </>
  );
}

test("the provider's fields receive an address once its field loses the focus", () => {
  render(<Form />);
  const field = screen.getByLabelText("E-mail");
  field.focus();
  fireEvent.change(field, { target: { value: "livia@exa" } });
  expect(screen.getByRole("status").textContent).toBe("");
  fireEvent.change(field, { target: { value: "livia@example.com" } });
  fireEvent.focusOut(field);
  expect(screen.getByRole("status").textContent).toBe("livia@example.com");
});

test("browser autofill counts at once", () => {
  render(<Form />);
  fireEvent.change(screen.getByLabelText("E-mail"), { target: { value: "livia@example.com" } });
  expect(screen.getByRole("status").textContent).toBe("livia@example.com");
});
