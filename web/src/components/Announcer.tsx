/** Says something to screen readers when it changes. */
export function Announcer({ text }: { text: string }) {
  return (
    <p className="visuallyHidden" role="status">
      {text}
    </p>
  );
}
