import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { ConversationRow } from "../api/types.ts";
import { ChoiceFilter, FilterForm } from "../components/filters.tsx";
import { type Column, ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const BASE = "/conversazioni";
const NO_KINDS = ["quote"];

/** List of conversations with buyers, unread ones first. */
export function ConversationsPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/conversations", { query }));
  const { data, error } = loaded;
  const kindName = (kind: string) => (kind === "quote" ? t("conversationQuote") : kind);
  const kinds = (data?.kinds ?? NO_KINDS).map((value) => ({ value, label: kindName(value) }));
  const columns: [Column<ConversationRow>, ...Column<ConversationRow>[]] = [
    {
      label: t("conversationSubject"),
      cell: (row) => (
        <>
          <Link to={`${BASE}/${row.id}`}>{row.title}</Link>
          {row.unread && <strong className={ui.count}>{t("conversationUnread")}</strong>}
        </>
      ),
    },
    { label: t("conversationType"), cell: (row) => kindName(row.kind) },
    {
      label: t("conversationFrom"),
      cell: (row) => (
        <>
          {row.company || row.name}
          <span className={ui.small}> {row.company ? row.name : row.email}</span>
        </>
      ),
    },
    { label: t("conversationLast"), cell: (row) => format.moment(row.last_message_at) },
    { label: t("status"), cell: (row) => <Badge group="conversationState" value={row.state} /> },
  ];
  return (
    <ListPage
      title={t("conversations")}
      base={BASE}
      search={t("searchConversations")}
      actions={
        <>
          {data && <span>{t("conversationsUnread", { count: format.integer(data.unread) })}</span>}
          <Link to={`${BASE}/modelli`} className={ui.button}>
            {t("messageTemplates")}
          </Link>
        </>
      }
      filters={
        <>
          <StateTabs
            label={t("conversationsByState")}
            base={BASE}
            group="conversationState"
            states={["", "open", "closed"]}
          />
          <FilterForm base={BASE} names={["kind"]} resetKey={kinds.length} clearable>
            <ChoiceFilter
              name="kind"
              label={t("conversationType")}
              errors={error?.errors ?? []}
              options={[{ value: "", label: t("anyConversationType") }, ...kinds]}
            />
          </FilterForm>
        </>
      }
      loaded={loaded}
      empty={t("noConversations")}
    >
      {(list) => <Rows rows={list.conversations} id={(row) => row.id} columns={columns} />}
    </ListPage>
  );
}
