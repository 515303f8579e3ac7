/** Names and values of a form as they will be sent. */
export type Values = (name: string) => string;

export function valuesOf(form: HTMLFormElement): Values {
  const data = new FormData(form);
  return (name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
}
