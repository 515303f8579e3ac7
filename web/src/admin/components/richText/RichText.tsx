import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import type { ControlProps } from "../../../ui/Field.tsx";
import { useLanguage } from "../../context/language.tsx";
import type { TextKey } from "../../words/texts.ts";
import { EXTENSIONS, tidyHtml } from "./html.ts";
import styles from "./richText.module.css";

interface RichTextProps {
  control: ControlProps;
  label: string;
  html: string;
  change: (html: string) => void;
}

/** Visual editor with its toolbar. */
export default function RichText({ control, label, html, change }: RichTextProps) {
  const { t } = useLanguage();
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    // The editor's style sheet is part of the build: pages block injected styles without a nonce.
    injectCSS: false,
    editorProps: {
      attributes: {
        id: control.id,
        class: `${control.className ?? ""} ${styles.written}`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(control["aria-invalid"] && { "aria-invalid": "true" }),
        ...(control["aria-describedby"] && { "aria-describedby": control["aria-describedby"] }),
      },
    },
    onUpdate: ({ editor: changed }) => change(tidyHtml(changed.getHTML())),
  });
  const active = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      paragraph: one.isActive("paragraph"),
      heading: one.isActive("heading", { level: 2 }),
      subheading: one.isActive("heading", { level: 3 }),
      bold: one.isActive("bold"),
      italic: one.isActive("italic"),
      list: one.isActive("bulletList"),
      numbers: one.isActive("orderedList"),
      link: one.isActive("link"),
    }),
  });
  const chain = () => editor.chain().focus();
  const link = () => {
    const known = String(editor.getAttributes("link").href ?? "");
    const address = window.prompt(t("linkAddress"), known || "/");
    if (address === null) return;
    const marked = chain().extendMarkRange("link");
    if (!address) marked.unsetLink().run();
    else if (editor.state.selection.empty && !known)
      chain()
        .insertContent({ type: "text", text: address, marks: [{ type: "link", attrs: { href: address } }] })
        .run();
    else marked.setLink({ href: address }).run();
  };
  const tools: [TextKey, string, boolean, () => unknown][] = [
    ["toolParagraph", "¶", active.paragraph, () => chain().setParagraph().run()],
    ["toolHeading", "H2", active.heading, () => chain().toggleHeading({ level: 2 }).run()],
    ["toolSubheading", "H3", active.subheading, () => chain().toggleHeading({ level: 3 }).run()],
    ["toolBold", "B", active.bold, () => chain().toggleBold().run()],
    ["toolItalic", "I", active.italic, () => chain().toggleItalic().run()],
    ["toolList", "•", active.list, () => chain().toggleBulletList().run()],
    ["toolNumbers", "1.", active.numbers, () => chain().toggleOrderedList().run()],
    ["toolLink", "↗", active.link, link],
  ];
  return (
    <>
      <div
        role="toolbar"
        aria-label={t("toolbar", { name: label })}
        aria-controls={control.id}
        className={styles.tools}
      >
        {tools.map(([text, sign, pressed, act]) => (
          <button
            key={text}
            type="button"
            aria-label={t(text)}
            title={t(text)}
            aria-pressed={pressed}
            onClick={act}
          >
            <span aria-hidden="true" className={styles.sign} data-sign={sign} />
          </button>
        ))}
      </div>
      <EditorContent editor={editor} />
    </>
  );
}
