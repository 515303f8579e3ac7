import { useShell, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { FieldError } from "../../core/types.ts";
import { Notices } from "../../ui/Notices.tsx";

/** Explains why the account may not open a page. */
export function Forbidden({ errors }: { errors: FieldError[] }) {
  const words = useWords("account");
  const { lang } = useShell();
  const link = { label: words.overview, path: "/my-account/" };
  const notices = errors.map(({ code, params }) => ({
    kind: "error",
    field: "",
    text: core().messageText(code, params, lang),
    link,
  }));
  return (
    <>
      <h1 tabIndex={-1}>{words.account}</h1>
      <Notices notices={notices} />
    </>
  );
}
