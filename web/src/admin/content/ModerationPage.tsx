import { type ReactNode, useState } from "react";
import type { Refused } from "../api/client.ts";
import { Ask } from "../components/Ask.tsx";
import { ListPage, type Page } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useNextRow } from "../components/useNextRow.ts";
import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import own from "./ModerationPage.module.css";

const STATES = ["hold", "approved", "spam", "trash"];

/** What is judged: a review or a comment. */
interface Written {
  id: number;
  state: string;
  body: string;
  created_at: number;
}

/** How one is shown. */
interface Shown {
  /** What it is written about. */
  about: string;
  /** Address of that; nothing: it is gone. */
  to?: string | undefined;
  /** What is told beside that. */
  marks?: ReactNode;
  writer: string;
  email: string;
  /** What is told beside the writer. */
  signs?: ReactNode;
  /** What stands under it. */
  further?: ReactNode;
}

interface ModerationProps<Row extends Written, List extends Page> {
  title: string;
  /** Address of the list. */
  base: string;
  /** Group of the states' names. */
  group: "reviewState" | "commentState";
  /** Label of the states. */
  byState: string;
  /** Said when there is none of a state. */
  empty: string;
  /** Said when one was judged. */
  decided: (of: { name: string; state: string }) => string;
  loaded: { data: List | null; error: Refused | null; loading: boolean; reload: () => void };
  rows: (list: List) => Row[];
  show: (row: Row) => Shown;
  /** Gives one another state. */
  decide: (id: number, state: string) => Promise<unknown>;
  /** Takes name and address off all that its writer has written. */
  forget: (id: number) => Promise<unknown>;
}

/** What readers write, by state: to be read, published, or put aside. */
export function ModerationPage<Row extends Written, List extends Page & { waiting: number }>(
  props: ModerationProps<Row, List>,
) {
  const { title, base, group, loaded } = props;
  const { t, named, format } = useLanguage();
  const { busy, refused, success, act } = useAct();
  const { list: listRef, told, leaves } = useNextRow("article", loaded.data);
  const [asked, setAsked] = useState<Row | null>(null);
  const decide = (row: Row, at: number, state: string) =>
    act(async () => {
      await props.decide(row.id, state);
      leaves(at);
      loaded.reload();
      return props.decided({ name: props.show(row).writer || "–", state: named(group, state) });
    });
  const forget = (row: Row) =>
    act(async () => {
      await props.forget(row.id);
      const rows = loaded.data ? props.rows(loaded.data) : [];
      leaves(rows.findIndex(({ id }) => id === row.id));
      loaded.reload();
      return t("writerForgotten", { email: props.show(row).email });
    }).finally(() => setAsked(null));
  return (
    <>
      <ListPage
        title={title}
        base={base}
        actions={loaded.data && <span>{t("toRead", { count: format.integer(loaded.data.waiting) })}</span>}
        filters={
          <>
            <StateTabs label={props.byState} base={base} group={group} states={STATES} otherwise="hold" />
            <div ref={told}>
              <Outcome error={refused} success={success} />
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
                  <Judged
                    row={row}
                    shown={props.show(row)}
                    decide={(state) => void decide(row, at, state)}
                    forget={() => setAsked(row)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </ListPage>
      {asked && (
        <Ask
          title={t("forgetWriter")}
          act={t("forgetWriter")}
          busy={busy}
          confirm={() => void forget(asked)}
          cancel={() => setAsked(null)}
        >
          <p>{t("forgetWriterAsk", { email: props.show(asked).email })}</p>
        </Ask>
      )}
    </>
  );
}

interface JudgedProps {
  row: Written;
  shown: Shown;
  decide: (state: string) => void;
  forget: () => void;
}

function Judged({ row, shown, decide, forget }: JudgedProps) {
  const { t, named, format } = useLanguage();
  const { about, to, writer, email } = shown;
  return (
    <article aria-label={`${about}: ${writer}`}>
      <p className={own.head}>
        <strong>{to ? <Link to={to}>{about}</Link> : about}</strong>
        {shown.marks}
        <span className={ui.small}>{format.moment(row.created_at)}</span>
      </p>
      <p className={own.words}>{row.body}</p>
      <p className={ui.small}>
        {writer} {email && <>({email})</>}
        {shown.signs}
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
      {shown.further}
    </article>
  );
}
