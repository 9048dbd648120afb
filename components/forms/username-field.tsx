import { useTranslations } from "next-intl";
import { InputField, type InputFieldProps } from "@/components/forms/field";
import { USERNAME_STATES } from "@/lib/identity/accounts/username-states";

interface UsernameFieldProps extends Omit<
  InputFieldProps,
  "maxLength" | "autoCapitalize" | "spellCheck" | "tall"
> {
  /** Whether the name is to be free, or that of another account. */
  asks: keyof typeof USERNAME_STATES;
}

/**
 * A field for a user name. While it is typed a word below it says whether the name is free, or whose it is
 * (`components/site/behaviour/usernames.ts`); without scripts the form says so once it is sent.
 */
export function UsernameField({ asks, ...field }: UsernameFieldProps) {
  const t = useTranslations("forms.lookup");
  const words = Object.fromEntries(
    USERNAME_STATES[asks].map((state) => [state, t(state, { name: "{name}" })]),
  );
  return (
    <div>
      <InputField
        {...field}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        tall
        data-username={asks}
      />
      <p className="text-13 text-ink-2 empty:hidden" role="status" data-words={JSON.stringify(words)} />
    </div>
  );
}
