/** Announces its text to screen readers whenever it changes. */
export function Announcer({ text }: { text: string }) {
  return (
    <p className="visuallyHidden" role="status">
      {text}
    </p>
  );
}
