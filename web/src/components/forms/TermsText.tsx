import { useState } from "react";
import { fetchPage } from "../../api/pageRequest.ts";
import { useWords } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { Link } from "../../ui/Link.tsx";
import { Html } from "../Html.tsx";
import styles from "./TermsText.module.css";

/** Link to the terms. It expands them in place, so that the shopper does not have to leave the form; without scripts, or if they
 * cannot be loaded, they open in a new tab. */
export function TermsText({ path, label }: { path: string; label: string }) {
  const words = useWords();
  const [html, setHtml] = useState("");
  const [open, setOpen] = useState(false);
  const toggle = async () => {
    if (html === "") {
      try {
        const { data } = await fetchPage(
          new URL(inLanguage(path), window.location.href),
          AbortSignal.timeout(10_000),
        );
        if (data.page.kind !== "content") throw new Error("not a text");
        // Third-party content is only shown on the page itself, where the visitor can consent to it.
        setHtml(data.page.parts.map((part) => (part.part === "html" ? part.html : "")).join(""));
      } catch {
        window.open(inLanguage(path), "_blank", "noopener");
        return;
      }
    }
    setOpen(!open);
  };
  return (
    <>
      <Link
        href={path}
        target="_blank"
        rel="noopener"
        aria-expanded={html === "" ? undefined : open}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          void toggle();
        }}
      >
        {label}
        <span className="visuallyHidden fallbackOnly"> ({words.newTabHint})</span>
      </Link>
      {open && (
        <section className={styles.termsText} aria-label={label}>
          <Html html={html} />
        </section>
      )}
    </>
  );
}
