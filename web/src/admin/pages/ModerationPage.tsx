import type { ReactNode } from "react";
import type { Refused } from "../api/client.ts";
import { ListPage, type Page } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
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
}

/** What readers write, by state: to be read, published, or put aside. */
export function ModerationPage<Row extends Written, List extends Page & { waiting: number }>(
  props: ModerationProps<Row, List>,
) {
  const { title, base, group, loaded } = props;
  const { t, named, format } = useLanguage();
  const { refused, success, act } = useAct();
  const decide = (row: Row, state: string) =>
    act(async () => {
      await props.decide(row.id, state);
      loaded.reload();
      return props.decided({ name: props.show(row).writer || "–", state: named(group, state) });
    });
  return (
    <ListPage
      title={title}
      base={base}
      actions={loaded.data && <span>{t("toRead", { count: format.integer(loaded.data.waiting) })}</span>}
      filters={
        <>
          <StateTabs label={props.byState} base={base} group={group} states={STATES} otherwise="hold" />
          <Outcome error={refused} success={success} />
        </>
      }
      loaded={loaded}
      empty={props.empty}
    >
      {(list) => (
        <ul className={own.list}>
          {props.rows(list).map((row) => (
            <li key={row.id}>
              <Judged row={row} shown={props.show(row)} decide={(state) => void decide(row, state)} />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

interface JudgedProps {
  row: Written;
  shown: Shown;
  decide: (state: string) => void;
}

function Judged({ row, shown, decide }: JudgedProps) {
  const { named, format } = useLanguage();
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
      </p>
      {shown.further}
    </article>
  );
}
