import type { FormEvent } from "react";
import { addLines, deleteList, TRADE_ENDPOINT, updateList } from "../../../../api/bulkOrder.ts";
import type { StoreApiError } from "../../../../api/storeApi.ts";
import forms from "../../../../components/form.module.css";
import { ErrorSummary } from "../../../../components/forms/ErrorSummary.tsx";
import { noteForm } from "../../../../context/cart/cartState.ts";
import { go } from "../../../../context/go.ts";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { inLanguage } from "../../../../core/address.ts";
import { core } from "../../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Field } from "../../../../ui/Field.tsx";
import { Form, Link } from "../../../../ui/Link.tsx";
import { BulkPaste } from "./BulkPaste.tsx";
import { BulkRows } from "./BulkRows.tsx";
import styles from "./PurchaseLists.module.css";
import { useBulkPaste } from "./useBulkPaste.ts";
import { useBulkRows } from "./useBulkRows.ts";
import { useListCall } from "./useListCall.ts";

type Section = Extract<AccountSection, { name: "purchase_list" }>;

const LISTS = "/my-account/purchase-lists/";

/** One purchase list as rows: editing, adding to the cart, downloading, deleting. */
export function PurchaseList({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const { back } = useWords();
  const lang = useLang();
  const format = useFormat();
  const rows = useBulkRows(section.rows, page.trade_token);
  const paste = useBulkPaste(section.rows.report, page.trade_token, rows.send);
  const action = `${LISTS}${section.id}/`;
  const { run, busy, error } = useListCall();
  const products = rows.form.product_string;
  /** An empty list neither adds nor updates anything. Without scripts the form itself is submitted. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (products === "") return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const adds = submitter instanceof HTMLButtonElement && submitter.value === "add";
    const title = String(new FormData(event.currentTarget).get("title") ?? "");
    void run(async () => {
      if (adds) {
        await addLines(page.trade_token, products);
        noteForm();
        window.location.assign(inLanguage("/cart/"));
        return;
      }
      const { id, version } = section;
      await updateList(page.trade_token, { id, version, title, productstring: products });
      go(action);
    });
  };
  const remove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      try {
        await deleteList(page.trade_token, section.id, section.standing_orders);
      } catch (error) {
        // Its standing orders have changed meanwhile: the plain form lists them and asks again.
        if ((error as StoreApiError).status !== 409) throw error;
        form.submit();
        return;
      }
      go(LISTS);
    });
  };
  const sentence = (error: (typeof page.errors)[number]) =>
    core().messageText(error.code, error.params, lang);
  const errors = page.errors.map((error) => ({ field: error.field, text: sentence(error) }));
  const titleError = page.errors.find(({ field }) => field === "title");
  return (
    <>
      <Link href={LISTS}>
        {back}: {words.purchaseLists}
      </Link>
      <h1 tabIndex={-1}>{section.title}</h1>
      <ErrorSummary errors={errors} attempts={errors.length > 0 ? 1 : 0} />
      <Form className={forms.form} method="post" action={action} onSubmit={submit}>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="version" value={section.version} />
        <Field
          id="title"
          label={core().messageText("trade_list_name", {}, lang)}
          error={titleError && sentence(titleError)}
        >
          {(control) => <input {...control} name="title" defaultValue={section.title} maxLength={200} />}
        </Field>
        <BulkRows view={section.rows} token={page.trade_token} rows={rows} onPaste={paste.parse} />
        <div className={forms.actions}>
          {/* Pressing Enter in the name field triggers the first button. */}
          <button type="submit" name="action" value="update" className={`${button.button} ${button.quiet}`}>
            {words.listUpdate}
          </button>
          {section.rows.may_order && (
            <button type="submit" name="action" value="add" className={button.button}>
              {words.listAdd}
            </button>
          )}
        </div>
      </Form>
      <p className={forms.error} role="alert">
        {error}
      </p>
      {/* The bulk order form parses them without scripts. */}
      <div className="scriptOnly">
        <BulkPaste
          nonce={page.nonce}
          products={products}
          report={paste.report}
          error={paste.error}
          parse={paste.parse}
        />
      </div>
      <Downloads
        id={section.id}
        token={page.trade_token}
        name={section.title}
        label={`${words.listDownload}:`}
      />
      {/* Open if the confirmation was missing from the request. */}
      <details
        className={styles.delete}
        open={page.errors.some(({ code }) => code === "trade_list_standing_orders") || undefined}
      >
        <summary>{words.listDelete}</summary>
        <Form method="post" action={action} onSubmit={remove}>
          <input type="hidden" name="action" value="delete" />
          <p>{core().messageText("trade_list_delete", {}, lang)}</p>
          {section.standing_orders > 0 && (
            <p>
              <strong>
                {words.listStandingOrders(
                  format.integer(section.standing_orders),
                  section.standing_orders === 1,
                )}
              </strong>{" "}
              {section.next_standing_order
                ? words.listNextStandingOrder(section.next_standing_order)
                : words.listStandingOrdersPaused}
            </p>
          )}
          <input type="hidden" name="standing_orders" value={section.standing_orders} />
          <input type="hidden" name="_wpnonce" value={page.nonce} />
          <button
            type="submit"
            className={`${button.button} ${button.quiet}`}
            aria-disabled={busy || undefined}
          >
            {words.listDeleteYes}
          </button>
        </Form>
      </details>
    </>
  );
}

interface DownloadsProps {
  id: number;
  token: string;
  name: string;
  /** Text before the links, where nothing else explains them. */
  label?: string;
}

/** Download links of a list, one for each file format. */
export function Downloads({ id, token, name, label }: DownloadsProps) {
  const words = useWords("account");
  const address = core().listDownloadAddress(TRADE_ENDPOINT, id, token);
  return (
    <p className={styles.downloads}>
      {label && <span>{label}</span>}
      <Link href={address} download aria-label={`${words.listDownloadCsv}: ${name}`}>
        {words.listDownloadCsv}
      </Link>
      <Link href={`${address}&format=xlsx`} download aria-label={`${words.listDownloadXlsx}: ${name}`}>
        {words.listDownloadXlsx}
      </Link>
    </p>
  );
}
