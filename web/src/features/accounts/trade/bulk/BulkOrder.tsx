import { type FormEvent, useState } from "react";
import { addLines, saveList } from "../../../../api/bulkOrder.ts";
import forms from "../../../../components/form.module.css";
import { ErrorSummary } from "../../../../components/forms/ErrorSummary.tsx";
import { ListNameDialog } from "../../../../components/ListNameDialog.tsx";
import { noteForm } from "../../../../context/cart/cartState.ts";
import { useLang, useWords } from "../../../../context/PageContext.tsx";
import { useHydrated } from "../../../../context/useHydrated.ts";
import { inLanguage } from "../../../../core/address.ts";
import { core } from "../../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Form, Link } from "../../../../ui/Link.tsx";
import { BulkPaste } from "./BulkPaste.tsx";
import { BulkRows } from "./BulkRows.tsx";
import { useBulkPaste } from "./useBulkPaste.ts";
import { useBulkRows } from "./useBulkRows.ts";
import { useListCall } from "./useListCall.ts";

type Section = Extract<AccountSection, { name: "bulk_order" }>;

const PATH = "/my-account/bulkorder/";

/** The bulk order form: product rows, pasted spreadsheet lines; the result is added to the cart or saved as a purchase list. */
export function BulkOrder({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const lang = useLang();
  const hydrated = useHydrated();
  const [isNaming, setIsNaming] = useState(false);
  const rows = useBulkRows(section.rows, page.trade_token);
  const paste = useBulkPaste(section.rows.report, page.trade_token, rows.send);
  const say = (code: "trade_bulk_add" | "trade_bulk_save" | "trade_list_name") =>
    core().messageText(code, {}, lang);
  const errors = page.errors.map(({ field, code, params }) => ({
    field,
    text: core().messageText(code, params, lang),
  }));
  const { run, busy, error } = useListCall();
  const [saved, setSaved] = useState<{ id: number; name: string } | null>(null);
  const products = rows.form.product_string;
  /** An empty form adds nothing. Without scripts the form itself is submitted. */
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (products === "") return;
    void run(async () => {
      await addLines(page.trade_token, products);
      noteForm();
      window.location.assign(inLanguage("/cart/"));
    });
  };
  const save = (name: string) => {
    setIsNaming(false);
    setSaved(null);
    void run(async () => setSaved({ id: await saveList(page.trade_token, name, products), name }));
  };
  return (
    <>
      <h1 tabIndex={-1}>{words.bulkOrder}</h1>
      <p>{words.bulkIntro}</p>
      <ErrorSummary errors={errors} attempts={errors.length > 0 ? 1 : 0} />
      <Form className={forms.form} method="post" action={PATH} onSubmit={add}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <BulkRows view={section.rows} token={page.trade_token} rows={rows} onPaste={paste.parse} />
        <div className={forms.actions}>
          {section.rows.may_order && (
            <button
              type="submit"
              name="action"
              value="add"
              className={button.button}
              aria-disabled={busy || undefined}
            >
              {say("trade_bulk_add")}
            </button>
          )}
          {section.rows.may_save && hydrated && (
            <button
              type="button"
              className={`${button.button} ${button.quiet}`}
              aria-disabled={busy || undefined}
              onClick={() => setIsNaming(true)}
            >
              {say("trade_bulk_save")}
            </button>
          )}
        </div>
        {section.rows.may_save && !hydrated && (
          <p className={forms.actions}>
            <label>
              {say("trade_list_name")} <input name="title" defaultValue={section.title} maxLength={200} />
            </label>
            <button type="submit" name="action" value="save" className={`${button.button} ${button.quiet}`}>
              {say("trade_bulk_save")}
            </button>
          </p>
        )}
        <p className={forms.error} role="alert">
          {error}
        </p>
        <p role="status">
          {saved && (
            <>
              {core().messageText("trade_list_saved", {}, lang)}:{" "}
              <Link href={`/my-account/purchase-lists/${saved.id}/`}>{saved.name}</Link>
            </>
          )}
        </p>
      </Form>
      <BulkPaste
        nonce={page.nonce}
        products={products}
        report={paste.report}
        error={paste.error}
        parse={paste.parse}
      />
      {isNaming && (
        <ListNameDialog
          label={say("trade_list_name")}
          initial={section.title}
          products={products}
          onName={save}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}
