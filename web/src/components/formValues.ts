/** Looks up a form field's value by name; empty if there is no such field. */
export type Values = (name: string) => string;

export function valuesOf(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return (name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
}
