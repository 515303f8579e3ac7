import { act, fireEvent, screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { SearchForm } from "./SearchForm.tsx";

test("the field takes the focus 200 ms after its icon was pressed, unless it was collapsed again", async () => {
  jest.useFakeTimers();
  try {
    show(<SearchForm />);
    const icon = () => screen.getByRole("link", { name: /la ricerca$/ });
    const field = screen.getByRole("searchbox");
    fireEvent.click(icon());
    await act(() => jest.advanceTimersByTimeAsync(100));
    fireEvent.click(icon());
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(field).not.toHaveFocus();
    fireEvent.click(icon());
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(field).not.toHaveFocus();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(field).toHaveFocus();
  } finally {
    jest.useRealTimers();
  }
});
