import { useEffect, useRef } from "react";
import { useFormat, useWords } from "../../../../context/PageContext.tsx";
import type { AccountPage, ConversationThread as Thread } from "../../../../core/types.ts";
import { Link } from "../../../../ui/Link.tsx";
import styles from "./conversations.module.css";
import { ReplyForm } from "./ReplyForm.tsx";

type Message = Thread["messages"][number];

/** One conversation: its messages, scrolled to the newest, and a form for a reply. */
export function ConversationThread({ page, thread }: { page: AccountPage; thread: Thread }) {
  const words = useWords("account");
  const format = useFormat();
  const messages = useRef<HTMLElement>(null);
  const newest = thread.messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useEffect(() => {
    const box = messages.current;
    box?.scrollTo({ top: box.scrollHeight });
  }, [newest]);
  return (
    <>
      {!thread.key && (
        <p>
          <Link href="/my-account/conversation/">← {words.backToConversations}</Link>
        </p>
      )}
      <h1 tabIndex={-1}>{thread.title}</h1>
      <p className={styles.facts}>
        {[
          thread.kind,
          words.conversationNumber(format.integer(thread.id)),
          thread.closed && words.closedConversation,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {thread.quoted.length > 0 && <Quoted thread={thread} />}
      {thread.earlier_path && <Link href={thread.earlier_path}>{words.earlierMessages}</Link>}
      <section
        ref={messages}
        className={styles.messages}
        aria-label={words.conversationMessages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        <ol>
          {thread.messages.map((message) => (
            <li key={message.id} className={styles.message} data-shop={message.from_shop || undefined}>
              <One message={message} />
            </li>
          ))}
        </ol>
      </section>
      {thread.closed && <p className={styles.facts}>{words.closedHint}</p>}
      <ReplyForm key={thread.id} page={page} thread={thread} />
    </>
  );
}

function One({ message }: { message: Message }) {
  const words = useWords("account");
  const author = message.author || (message.from_shop ? words.shopWrote : words.youWrote);
  return (
    <article>
      <p className={styles.facts}>
        <strong>{author}</strong> · {message.date}
      </p>
      {message.body && <p className={styles.body}>{message.body}</p>}
      {message.files.length > 0 && (
        <ul className={styles.attached}>
          {message.files.map((file) => (
            <li key={file.path}>
              <Link href={file.path} download>
                {file.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** The cart that a quote was requested for. */
function Quoted({ thread }: { thread: Thread }) {
  const words = useWords("account");
  const format = useFormat();
  return (
    <section className={styles.quoted} aria-labelledby="quoted">
      <h2 id="quoted">{words.quotedProducts}</h2>
      <ul>
        {thread.quoted.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and lines are never reordered
          <li key={at}>
            <span>
              {line.name}
              {line.choices && <small>{line.choices}</small>}
            </span>
            <span>
              {format.integer(line.quantity)} × {format.price(line.unit_price_cents)}
            </span>
            <strong>{format.price(line.total_cents)}</strong>
          </li>
        ))}
      </ul>
      <p className={styles.sum}>
        {words.quotedTotal} <strong>{format.price(thread.quoted_total_cents)}</strong>
      </p>
      <p className={styles.facts}>{thread.quoted_with_tax ? words.quotedThen : words.quotedThenNet}</p>
    </section>
  );
}
