import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InputField, ToField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";

interface RegisterFormProps {
  returnTo: string;
  /** Why the last try was refused: the member that was wrong, or a code. */
  problem: string | null;
  join: (form: FormData) => Promise<void>;
}

/** An address and nothing else; a plain form, so that it works before any script. What is wrong is said by the page. */
export function RegisterForm({ returnTo, problem, join }: RegisterFormProps) {
  const t = useTranslations("register");
  const said = problem === "email" ? t("problem.email") : undefined;
  return (
    <form noValidate action={join} className="bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <div role="status" className="not-empty:mb-4">
        <RegisterProblem problem={problem}>
          {said === undefined ? null : <ToField id="register-email">{said}</ToField>}
        </RegisterProblem>
      </div>
      <InputField
        id="register-email"
        name="email"
        label={t("email")}
        hint={t("email-hint")}
        problem={said}
        defaultValue={writtenIn("register")?.["email"]}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        tall
      />
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("submit")}
      </button>
    </form>
  );
}

interface RegisterProblemProps {
  /** Why nothing was sent: the member that was wrong, or a code; null for nothing. */
  problem: string | null;
  /** In place of the words, where a field is to be led to. */
  children?: ReactNode;
}

/** Why no link was sent. */
export function RegisterProblem({ problem, children }: RegisterProblemProps) {
  const t = useTranslations("register.problem");
  if (problem === null) return null;
  return <Note tone="bad" title={children ?? t(problem === "RATE_LIMITED" ? "RATE_LIMITED" : "other")} />;
}
