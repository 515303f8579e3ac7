import { linksInLanguage } from "../core/address.ts";
import styles from "./Html.module.css";

/** Text of the shop's editors. The server has cleaned it: it holds no scripts, styles or foreign pictures. */
export function Html({ html, className }: { html: string; className?: string }) {
  if (!html) return null;
  const content = { __html: linksInLanguage(html) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was sent
  return <div className={`${styles.prose} ${className ?? ""}`} dangerouslySetInnerHTML={content} />;
}
