import { useState } from "react";
import { PasswordField } from "../../../components/forms/PasswordField.tsx";
import { PasswordMeter } from "../../../components/forms/PasswordMeter.tsx";
import { usePasswordMeter } from "../../../components/forms/usePasswordMeter.ts";
import { useWords } from "../../../context/PageContext.tsx";
import type { PasswordForm, PasswordPage } from "../../../core/types.ts";

interface NewPasswordPairProps {
  form: PasswordForm;
  page: PasswordPage;
  fields: Record<string, string>;
  required: boolean;
  hint?: string;
  errorOf: (field: string) => string;
  onStrength: (score: number | null, blocks: boolean) => void;
}

/** Two fields for a new password and its repetition. */
export function NewPasswordPair({ required, hint, errorOf, ...options }: NewPasswordPairProps) {
  const words = useWords("account");
  const { meter, prepare, judge } = usePasswordMeter(options);
  const [first, setFirst] = useState("");
  const [again, setAgain] = useState("");
  return (
    <>
      <PasswordField
        id="password_1"
        name="password_1"
        label={words.newPassword}
        hint={hint}
        error={errorOf("password_1")}
        required={required}
        autoComplete="new-password"
        onFocus={prepare}
        onInput={(value, form) => {
          setFirst(value);
          judge(value, again, form);
        }}
      >
        <PasswordMeter meter={meter} />
      </PasswordField>
      <PasswordField
        id="password_2"
        name="password_2"
        label={words.repeatPassword}
        error={errorOf("password_2")}
        required={required}
        autoComplete="new-password"
        onInput={(value, form) => {
          setAgain(value);
          judge(first, value, form);
        }}
      />
    </>
  );
}
