import { useId, useRef, useState } from "react";
import fieldStyles from "../../ui/Field.module.css";
import { Field } from "../../ui/Field.tsx";
import { previewOf } from "../api/calls.ts";
import type { Refused } from "../api/client.ts";
import type { Form } from "../components/fields.tsx";
import { useSentence } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { TextKey } from "../words/texts.ts";
import styles from "./content.module.css";
import { linked, listed, type Marked, wrapped } from "./marks.ts";

interface Tool {
  text: TextKey;
  sign: string;
  act: (marked: Marked, ask: () => string | null) => Marked | null;
}

const TOOLS: Tool[] = [
  { text: "toolParagraph", sign: "¶", act: (marked) => wrapped(marked, "p") },
  { text: "toolHeading", sign: "H2", act: (marked) => wrapped(marked, "h2") },
  { text: "toolSubheading", sign: "H3", act: (marked) => wrapped(marked, "h3") },
  { text: "toolBold", sign: "B", act: (marked) => wrapped(marked, "strong") },
  { text: "toolItalic", sign: "I", act: (marked) => wrapped(marked, "em") },
  { text: "toolList", sign: "•", act: (marked) => listed(marked, "ul") },
  { text: "toolNumbers", sign: "1.", act: (marked) => listed(marked, "ol") },
  {
    text: "toolLink",
    sign: "↗",
    act: (marked, ask) => {
      const address = ask();
      return address ? linked(marked, address) : null;
    },
  },
];

/** A text in simple HTML: buttons put tags around what is selected, a preview shows what will be left of it. */
export function HtmlField({ form, name, label }: { form: Form; name: string; label: string }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [shown, setShown] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const text = String(form.values[name] ?? "");
  const use = (tool: Tool) => {
    const field = area.current;
    if (!field) return;
    const marked = { text, from: field.selectionStart, to: field.selectionEnd };
    const made = tool.act(marked, () => window.prompt(t("linkAddress"), "/"));
    field.focus();
    if (!made) return;
    form.set(name, made.text);
    requestAnimationFrame(() => field.setSelectionRange(made.from, made.to));
  };
  const preview = async () => {
    if (shown !== null) return setShown(null);
    try {
      setShown((await previewOf(text)).html);
      setRefused(null);
    } catch (reason) {
      setRefused(reason as Refused);
    }
  };
  return (
    <div className={styles.html}>
      <div
        role="toolbar"
        aria-label={t("toolbar", { name: label })}
        aria-controls={id}
        className={styles.tools}
      >
        {TOOLS.map((tool) => (
          <button
            key={tool.text}
            type="button"
            aria-label={t(tool.text)}
            title={t(tool.text)}
            onClick={() => use(tool)}
          >
            <span aria-hidden="true" className={styles.sign} data-sign={tool.sign} />
          </button>
        ))}
        <button type="button" aria-expanded={shown !== null} onClick={() => void preview()}>
          {t(shown === null ? "preview" : "closePreview")}
        </button>
      </div>
      <div id={id}>
        <Field name={name} label={label} error={form.error(name)}>
          {(control) => (
            <textarea
              {...control}
              ref={area}
              rows={10}
              value={text}
              onChange={(event) => form.set(name, event.target.value)}
            />
          )}
        </Field>
      </div>
      <div role="alert">{refused && <p className={fieldStyles.error}>{sentence(refused)}</p>}</div>
      {shown !== null && (
        <section
          aria-label={t("preview")}
          className={styles.preview}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it, as it does for shoppers
          dangerouslySetInnerHTML={{ __html: shown }}
        />
      )}
    </div>
  );
}
