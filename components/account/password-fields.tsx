import { InputField, type InputFieldProps } from "@/components/forms/field";
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from "@/lib/identity/schema";

type NewPasswordFieldProps = Pick<InputFieldProps, "id" | "name" | "label" | "hint" | "problem">;

/** A password to be set: a browser offers to make one, and says at once when it is too short. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <InputField
      {...props}
      type="password"
      autoComplete="new-password"
      minLength={MIN_PASSWORD_CHARACTERS}
      maxLength={MAX_PASSWORD_CHARACTERS}
      required
      tall
    />
  );
}

interface EndKeysChoiceProps {
  label: string;
  hint: string;
  isChosen: boolean;
}

/** Beside a new password: whether API keys end with the sessions. */
export function EndKeysChoice({ label, hint, isChosen }: EndKeysChoiceProps) {
  return (
    <div>
      <label className="check">
        <input type="checkbox" name="keys" defaultChecked={isChosen} aria-describedby="keys-hint" />
        <span>{label}</span>
      </label>
      <p className="hint" id="keys-hint">
        {hint}
      </p>
    </div>
  );
}
