import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/input-field";
import { ToField } from "@/components/forms/to-field";
import { Note } from "@/components/ui/note";
import { MAX_PASSWORD_CHARACTERS } from "@/lib/identity/schema";

interface ConfirmFormProps {
  /** What a password manager knows the account by. */
  username: string;
  returnTo: string;
  problem: "refused" | "limited" | null;
  confirm: (form: FormData) => Promise<void>;
}

/** The password of who is signed in already; a plain form, so that it works before any script. */
export function ConfirmForm({ username, returnTo, problem, confirm }: ConfirmFormProps) {
  const t = useTranslations("confirm");
  return (
    <form action={confirm} className="grid gap-4 border border-edge bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <div role="status" className="not-empty:mb-2">
        {problem === null ? null : (
          <Note
            tone="bad"
            title={problem === "refused" ? <ToField id="confirm-password">{t(problem)}</ToField> : t(problem)}
          />
        )}
      </div>
      <InputField
        id="confirm-password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_CHARACTERS}
        problem={problem === "refused" ? t(problem) : undefined}
        required
        tall
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("submit")}
        </button>
      </div>
    </form>
  );
}
