import type { ReactNode } from "react";
import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { NetMark } from "../../../components/NetMark.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { ConfirmedForm } from "../shared/ConfirmedForm.tsx";
import { useSentences } from "../shared/useSentences.ts";
import { StandingFields } from "./StandingFields.tsx";
import { STANDING_ORDERS } from "./StandingOrders.tsx";
import styles from "./Subaccounts.module.css";

type Section = Extract<AccountSection, { name: "standing_order" }>;

interface StandingOrderProps {
  page: AccountPage;
  section: Section;
}

/** One standing order: its list at today's prices with a button to order it, its settings, pausing and deletion. */
export function StandingOrder({ page, section }: StandingOrderProps) {
  const words = useWords("account");
  const { back } = useWords();
  const { errors, errorOf } = useSentences(page);
  const { entry } = section;
  const paused = entry.state === "paused";
  const form = (children: ReactNode) => (
    <Form className={forms.form} method="post" action={entry.path}>
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <input type="hidden" name="version" value={section.version} />
      {children}
    </Form>
  );
  const press = (action: string, label: string, look: string) => (
    <button type="submit" name="action" value={action} className={look}>
      {label}
    </button>
  );
  const quiet = `${button.button} ${button.quiet}`;
  return (
    <>
      <Link href={STANDING_ORDERS}>
        {back}: {words.standingOrders}
      </Link>
      <h1 tabIndex={-1}>{entry.title}</h1>
      <p>
        {words.repeats[entry.repeats]} · {paused ? words.standingPaused : words.standingNext(entry.next)}
      </p>
      <ErrorSummary errors={errors} attempts={errors.length > 0 ? 1 : 0} />
      <section className={styles.card}>
        <h2>{words.standingToday}</h2>
        <Lines section={section} />
        {section.lines.length > 0 &&
          form(
            <div className={forms.actions}>{press("order", words.standingOrder, button.button ?? "")}</div>,
          )}
      </section>
      <section className={styles.card}>
        <h2>{words.standingData}</h2>
        {form(
          <>
            <StandingFields fields={section.fields} errorOf={errorOf} />
            <div className={forms.actions}>{press("save", words.standingSave, button.button ?? "")}</div>
          </>,
        )}
      </section>
      <section className={styles.card}>
        {form(
          <div className={forms.actions}>
            {paused
              ? press("resume", words.standingResume, quiet)
              : press("pause", words.standingPause, quiet)}
          </div>,
        )}
        <ConfirmedForm page={page} label={words.standingDelete} action={entry.path} apart>
          <input type="hidden" name="version" value={section.version} />
          {press("delete", words.standingDeleteYes, `${button.button} ${button.danger}`)}
        </ConfirmedForm>
      </section>
    </>
  );
}

/** The list as it is available today, and the products that are not. */
function Lines({ section }: { section: Section }) {
  const words = useWords("account");
  const format = useFormat();
  return (
    <>
      {section.notices.length > 0 && (
        <Notice kind="info">
          <ul>
            {section.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className={styles.lines}>
        {section.lines.map((line) => (
          <li key={line.name}>
            {format.integer(line.quantity)} × {line.name}: {format.price(line.total_cents)}
          </li>
        ))}
      </ul>
      <p>
        <strong>
          {words.standingTotal}: {format.price(section.total_cents)}
        </strong>
        <NetMark />
      </p>
    </>
  );
}
