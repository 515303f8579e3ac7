import type { ControlProps } from "../ui/Field.tsx";

interface EmailInputProps {
  /** What ties it to its label, hint and error. */
  control: ControlProps;
  name: string;
  /** What it begins with. */
  value: string;
  onChange?: () => void;
}

/** The input of a field for an e-mail address: its keyboard on phones, filled in by the browser, never corrected. */
export function EmailInput({ control, name, value, onChange }: EmailInputProps) {
  return (
    <input
      {...control}
      name={name}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      onChange={onChange}
    />
  );
}
