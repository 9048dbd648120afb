import { useTranslations } from "next-intl";
import { InputField, type InputFieldProps } from "@/components/forms/field";
import type { UsernameState, UsernameStates } from "@/lib/identity/accounts/username-states";

/** All that can be said of a name, by what it is to be. */
const STATES: { [Asks in keyof UsernameStates]: Record<UsernameStates[Asks], true> } = {
  free: { free: true, own: true, taken: true, reserved: true, malformed: true },
  account: { found: true, renamed: true, own_account: true, no_account: true },
};

interface UsernameFieldProps extends Omit<
  InputFieldProps,
  "maxLength" | "autoCapitalize" | "spellCheck" | "tall"
> {
  /** Whether the name is to be free, or that of another account. */
  asks: keyof UsernameStates;
}

/**
 * A field for a user name. While it is typed a word below it says whether the name is free, or whose it is
 * (`components/site/behaviour/usernames.ts`); without scripts the form says so once it is sent.
 */
export function UsernameField({ asks, ...field }: UsernameFieldProps) {
  const t = useTranslations("forms.lookup");
  const words = Object.fromEntries(
    (Object.keys(STATES[asks]) as UsernameState[]).map((state) => [state, t(state, { name: "{name}" })]),
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
