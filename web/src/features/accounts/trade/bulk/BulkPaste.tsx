import { type ChangeEvent, type FormEvent, useState } from "react";
import forms from "../../../../components/form.module.css";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { BulkReport } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Field } from "../../../../ui/Field.tsx";
import { Form } from "../../../../ui/Link.tsx";
import styles from "./BulkRows.module.css";

interface BulkPasteProps {
  nonce: string;
  /** The form's lines, for submission without scripts. */
  products: string;
  report: BulkReport | null;
  error: string;
  /** Parses pasted lines into rows. */
  parse: (text: string) => Promise<boolean>;
}

/** Decodes a file: UTF-8, or else the encoding of older western spreadsheets. */
async function decodeFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Input of lines from a spreadsheet or a CSV file, with a report of the result. */
export function BulkPaste({ nonce, products, report, error, parse }: BulkPasteProps) {
  const words = useWords("account");
  const [text, setText] = useState("");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (await parse(text)) setText("");
  };
  const chosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const file = input.files?.[0];
    if (file) await parse(await decodeFile(file));
    input.value = "";
  };
  return (
    <details className={styles.paste} open={report !== null || error !== "" || undefined}>
      <summary>{words.bulkPaste}</summary>
      <Form
        className={forms.form}
        method="post"
        action="/my-account/bulkorder/paste/"
        encType="multipart/form-data"
        onSubmit={send}
      >
        <input type="hidden" name="_wpnonce" value={nonce} />
        <input type="hidden" name="rest" value={products} />
        <Field id="pasted" label={words.bulkPasted} hint={words.bulkPasteHint} error={error}>
          {(control) => (
            <textarea
              {...control}
              name="pasted"
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Field label={words.bulkFile}>
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={chosen}
            />
          )}
        </Field>
        <div className={forms.actions}>
          <button type="submit" className={`${button.button} ${button.quiet}`}>
            {words.bulkRead}
          </button>
        </div>
      </Form>
      {report && <Report report={report} />}
    </details>
  );
}

/** The lines that need a message, and the number of lines that need none. */
function Report({ report }: { report: BulkReport }) {
  const words = useWords("account");
  const lang = useLang();
  const format = useFormat();
  const good = report.lines.filter(({ product }) => product !== null).length;
  const messages = report.lines.flatMap(({ line, text, product, notice: message }) =>
    message
      ? [
          {
            line,
            text,
            isLeftOut: product === null,
            message: core().messageText(message.code, message.params, lang),
          },
        ]
      : [],
  );
  return (
    <section className={styles.report} role="status" aria-label={words.bulkReport}>
      <p>
        <strong>{words.bulkReportGood(format.integer(good), good === 1)}</strong>
      </p>
      {report.cut > 0 && (
        <p>
          {core().messageText(
            "trade_bulk_cut",
            { maximum: String(report.lines.length), count: String(report.cut) },
            lang,
          )}
        </p>
      )}
      <ul>
        {messages.map(({ line, isLeftOut, message }) => (
          <li key={line} data-left={isLeftOut || undefined}>
            <span>{words.bulkReportLine(format.integer(line))}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
