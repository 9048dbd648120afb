import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/input-field";
import { ToField } from "@/components/forms/to-field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";

interface LoginFormProps {
  action: (form: FormData) => Promise<void>;
  returnTo: string;
  problem: "refused" | "limited" | null;
}

/** E-mail and password; a plain form, so that it works before any script and pasting works everywhere. */
export function LoginForm({ action, returnTo, problem }: LoginFormProps) {
  const t = useTranslations("login");
  const written = writtenIn("login");
  return (
    <form action={action} className="bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <div role="status" className="not-empty:mb-4">
        {problem ? (
          <Note tone="bad" title={t(problem)}>
            {problem === "refused" ? (
              <ToField id="login-email">{t("refused-text")}</ToField>
            ) : (
              t("limited-text")
            )}
          </Note>
        ) : null}
      </div>
      <InputField
        id="login-email"
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        maxLength={254}
        defaultValue={written?.["email"]}
        required
        tall
      />
      <InputField
        id="login-password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        maxLength={512}
        required
        tall
      />
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {t("submit")}
      </button>
      <p className="mt-4 text-14">
        <SiteLink className="link" href={`/login/forgot?return=${encodeURIComponent(returnTo)}`}>
          {t("forgotten")}
        </SiteLink>
      </p>
    </form>
  );
}
