import type { Lang } from "../../core/types.ts";

const DRAWN: Record<Lang, string> = {
  it: '<path fill="#fff" d="M0 0h60v40H0z"/><path fill="#008c45" d="M0 0h20v40H0z"/><path fill="#cd212a" d="M40 0h20v40H40z"/>',
  en:
    '<path fill="#012169" d="M0 0h60v40H0z"/><path stroke="#fff" stroke-width="8" d="m0 0 60 40M60 0 0 40"/>' +
    '<path stroke="#c8102e" stroke-width="3" d="m0 0 60 40M60 0 0 40"/>' +
    '<path stroke="#fff" stroke-width="13" d="M30 0v40M0 20h60"/><path stroke="#c8102e" stroke-width="8" d="M30 0v40M0 20h60"/>',
};

/** The flag of a language; the language's name is beside it. */
export function Flag({ lang }: { lang: Lang }) {
  const drawn = { __html: DRAWN[lang] };
  return (
    <svg
      viewBox="0 0 60 40"
      width="21"
      height="14"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant drawing from this file
      dangerouslySetInnerHTML={drawn}
    />
  );
}
