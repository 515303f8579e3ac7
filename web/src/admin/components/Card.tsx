import type { ReactNode } from "react";
import ui from "./ui.module.css";

interface Props {
  /** Id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** Section of a page with its heading. */
export function Card({ id, title, children }: Props) {
  return (
    <section className={ui.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
