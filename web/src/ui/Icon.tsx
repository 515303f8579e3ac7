const paths = {
  cart: "M6 8h12l1.2 11.2a1 1 0 0 1-1 1.1H5.8a1 1 0 0 1-1-1.1L6 8Zm3 0V7a3 3 0 0 1 6 0v1",
  user: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  minus: "M6 12h12",
  plus: "M12 6v12M6 12h12",
  check: "M5 12.5l4.5 4.5L19 7.5",
  filter: "M4 7h10M18 7h2M4 12h2M10 12h10M4 17h8M16 17h4M14 5v4M6 10v4M12 15v4",
  zoom: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  truck:
    "M3 6.5h11v10H3zM14 10h4l3 3v3.5h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  snow: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M12 6l-2-2M12 6l2-2M12 18l-2 2M12 18l2 2",
  shield: "M12 3l7 3v5.5c0 4.3-2.9 7.6-7 9.5-4.1-1.9-7-5.2-7-9.5V6l7-3Zm-3 9l2.2 2.2L15.5 10",
  leaf: "M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 19c2-4 5-7 9-9",
  return: "M9 7H4V2M4.5 7A8.5 8.5 0 1 1 3.5 12",
  phone:
    "M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 5 5.6 1.5 1.5 0 0 1 6.5 4Z",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  alert: "M12 4l9 16H3L12 4Zm0 6v4.5m0 2.5v.5",
  tag: "M4 4h8l8 8-8 8-8-8V4Zm4 4h.01",
} as const;

export type IconName = keyof typeof paths;

/** Decorative line drawing beside a text. The path is inserted as raw HTML: a page has dozens of icons, and each element costs time
 * when it is rendered and again when it is hydrated. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const markup = { __html: `<path d="${paths[name]}"/>` };
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant from this file
      dangerouslySetInnerHTML={markup}
    />
  );
}
