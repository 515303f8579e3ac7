import type { ControlProps } from "../ui/Field.tsx";

interface EmailInputProps {
  /** Attributes that tie the input to its label, hint and error. */
  control: ControlProps;
  name: string;
  /** Initial value. */
  value: string;
  onChange?: () => void;
}

/** Input for an e-mail address: e-mail keyboard on phones, autofill, no autocorrection. */
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
