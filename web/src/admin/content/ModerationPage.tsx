import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { LoadedList } from "../api/queries.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import { ListPage, type Page } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useNextRow } from "../components/useNextRow.ts";
import { useLanguage } from "../context/language.tsx";
import own from "./ModerationPage.module.css";

const STATES = ["hold", "approved", "spam", "trash"];

/** A review or comment to moderate. */
interface ModeratedItem {
  id: number;
  state: string;
  body: string;
  created_at: number;
}

/** Display data of an item. */
interface ItemView {
  /** Title of the reviewed product or the commented page. */
  about: string;
  /** Path of that product or page; undefined if it was deleted. */
  to?: string | undefined;
  /** ItemView beside the title. */
  marks?: ReactNode;
  writer: string;
  email: string;
  /** ItemView beside the author. */
  signs?: ReactNode;
  /** ItemView below the item. */
  further?: ReactNode;
}

interface ModerationProps<Row extends ModeratedItem, List extends Page> {
  title: string;
  /** Path of the list. */
  base: string;
  /** Text group of the states' names. */
  group: "reviewState" | "commentState";
  /** Label of the state tabs. */
  byState: string;
  /** Text for a state without items. */
  empty: string;
  /** Returns the success message after a decision. */
  decided: (item: { name: string; state: string }) => string;
  loaded: LoadedList<List>;
  rows: (list: List) => Row[];
  show: (row: Row) => ItemView;
  /** Changes an item's state. */
  decide: (id: number, state: string) => Promise<unknown>;
  /** Removes the author's name and e-mail address from everything they have written. */
  forget: (id: number) => Promise<unknown>;
}

/** List of reviews or comments by state: pending, published, spam or trash. */
export function ModerationPage<Row extends ModeratedItem, List extends Page & { waiting: number }>(
  props: ModerationProps<Row, List>,
) {
  const { title, base, group, loaded } = props;
  const { t, named, format } = useLanguage();
  const { busy, error, success, run } = useAction();
  const { list: listRef, message, leaveRow } = useNextRow("article", loaded.data);
  const [toForget, setToForget] = useState<Row | null>(null);
  const decide = (row: Row, at: number, state: string) =>
    run(async () => {
      await props.decide(row.id, state);
      leaveRow(at);
      loaded.refetch();
      return props.decided({ name: props.show(row).writer || "–", state: named(group, state) });
    });
  const forget = (row: Row) =>
    run(async () => {
      await props.forget(row.id);
      const rows = loaded.data ? props.rows(loaded.data) : [];
      leaveRow(rows.findIndex(({ id }) => id === row.id));
      loaded.refetch();
      return t("writerForgotten", { email: props.show(row).email });
    }).finally(() => setToForget(null));
  return (
    <>
      <ListPage
        title={title}
        base={base}
        actions={loaded.data && <span>{t("toRead", { count: format.integer(loaded.data.waiting) })}</span>}
        filters={
          <>
            <StateTabs label={props.byState} base={base} group={group} states={STATES} defaultState="hold" />
            <div ref={message}>
              <Outcome error={error} success={success} />
            </div>
          </>
        }
        loaded={loaded}
        empty={props.empty}
      >
        {(list) => (
          <div ref={listRef}>
            <ul className={own.list}>
              {props.rows(list).map((row, at) => (
                <li key={row.id}>
                  <ItemCard
                    row={row}
                    view={props.show(row)}
                    decide={(state) => void decide(row, at, state)}
                    forget={() => setToForget(row)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </ListPage>
      {toForget && (
        <ConfirmDialog
          title={t("forgetWriter")}
          confirmLabel={t("forgetWriter")}
          busy={busy}
          confirm={() => void forget(toForget)}
          cancel={() => setToForget(null)}
        >
          <p>{t("forgetWriterAsk", { email: props.show(toForget).email })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ItemCardProps {
  row: ModeratedItem;
  view: ItemView;
  decide: (state: string) => void;
  forget: () => void;
}

function ItemCard({ row, view, decide, forget }: ItemCardProps) {
  const { t, named, format } = useLanguage();
  const { about, to, writer, email } = view;
  return (
    <article aria-label={`${about}: ${writer}`}>
      <p className={own.head}>
        <strong>{to ? <Link to={to}>{about}</Link> : about}</strong>
        {view.marks}
        <span className={ui.small}>{format.moment(row.created_at)}</span>
      </p>
      <p className={own.words}>{row.body}</p>
      <p className={ui.small}>
        {writer} {email && <>({email})</>}
        {view.signs}
      </p>
      <p className={ui.buttons}>
        {STATES.filter((state) => state !== row.state).map((state) => (
          <button
            key={state}
            type="button"
            className={`${ui.button} ${state === "approved" ? ui.primary : ""}`}
            onClick={() => decide(state)}
          >
            {named("moderateTo", state)}
          </button>
        ))}
        {email && (
          <button type="button" className={ui.plain} onClick={forget}>
            {t("forgetWriter")}
          </button>
        )}
      </p>
      {view.further}
    </article>
  );
}
