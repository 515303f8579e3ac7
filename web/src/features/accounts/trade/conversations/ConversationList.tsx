import { useRef, useState } from "react";
import { Pagination } from "../../../../components/Pagination.tsx";
import { useWords } from "../../../../context/PageContext.tsx";
import type { AccountPage, ConversationList as List } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { Form, Link } from "../../../../ui/Link.tsx";
import styles from "./conversations.module.css";
import { InquiryForm } from "./InquiryForm.tsx";

/** The company's conversations, and the button for a new one. */
export function ConversationList({ page, list }: { page: AccountPage; list: List }) {
  const words = useWords("account");
  const [open, setOpen] = useState(list.inquiry.open);
  const opener = useRef<HTMLButtonElement>(null);
  const base = "/my-account/conversation/";
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{words.conversations}</h1>
        {/* Without scripts the button opens the page with the form. */}
        <Form method="get" action={base}>
          <button
            ref={opener}
            type="submit"
            name="new"
            value="1"
            className={button.button}
            aria-expanded={open}
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            {words.makeInquiry}
          </button>
        </Form>
      </div>
      {open && <InquiryForm page={page} view={list.inquiry} close={close} />}
      {list.conversations.length === 0 && <p>{words.noConversations}</p>}
      <ul className={styles.list}>
        {list.conversations.map((one) => (
          <li key={one.id} data-unread={one.unread || undefined}>
            <Link href={one.path}>{one.title}</Link>
            <p className={styles.facts}>
              {[one.kind, one.date, one.closed && words.closedConversation].filter(Boolean).join(" · ")}
              {one.unread && <strong className={styles.unread}>{words.unread}</strong>}
            </p>
          </li>
        ))}
      </ul>
      <Pagination
        page={{
          page: list.page,
          pages: list.pages,
          first_page_path: base,
          page_path_template: `${base}?page={page}`,
        }}
        label={words.conversationPages}
      />
    </>
  );
}
