import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InputField, ToField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";

interface MailLinkFormProps {
  returnTo: string;
  /** Why the last try was refused: the member that was wrong, or a code. */
  problem: string | null;
  send: (form: FormData) => Promise<void>;
}

/** An address and nothing else; a plain form, so that it works before any script. What is wrong is said by the page. */
export function MailLinkForm({ returnTo, problem, send }: MailLinkFormProps) {
  const t = useTranslations("register");
  const said = problem === "email" ? t("problem.email") : undefined;
  return (
    <form noValidate action={send} className="grid gap-4">
      <input type="hidden" name="return" value={returnTo} />
      <div role="status">
        <MailLinkProblem problem={problem}>
          {said === undefined ? null : <ToField id="sign-in-email">{said}</ToField>}
        </MailLinkProblem>
      </div>
      <InputField
        id="sign-in-email"
        name="email"
        label={t("email")}
        hint={t("email-hint")}
        problem={said}
        defaultValue={writtenIn("sign-in")?.["email"]}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        tall
      />
      <button type="submit" className="btn btn-primary btn-lg w-full">
        {t("submit")}
      </button>
    </form>
  );
}

interface MailLinkProblemProps {
  /** Why nothing was sent: the member that was wrong, or a code; null for nothing. */
  problem: string | null;
  /** In place of the words, where a field is to be led to. */
  children?: ReactNode;
}

/** Why no link was sent. */
function MailLinkProblem({ problem, children }: MailLinkProblemProps) {
  const t = useTranslations("register.problem");
  if (problem === null) return null;
  return <Note tone="bad" title={children ?? t(problem === "RATE_LIMITED" ? "RATE_LIMITED" : "other")} />;
}

interface LinkSentProps {
  /** Where the link was sent; null where this browser does not know it. */
  email: string | null;
  minutes: number;
  again: boolean;
  problem: string | null;
  returnTo: string;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
  send: (form: FormData) => Promise<void>;
}

/** What to look for once a link was sent, and what to do where it does not come. */
export function LinkSent({ email, minutes, again, problem, returnTo, outbox, send }: LinkSentProps) {
  const t = useTranslations("register");
  const mail = useTranslations("mail.join");
  return (
    <>
      <div role="status">
        <MailLinkProblem problem={problem} />
        {problem === null ? (
          <Note tone="ok" title={t(again ? "sent-again" : "sent")}>
            {email === null ? t("sent-text") : t("sent-to", { email })} {outbox}
          </Note>
        ) : null}
      </div>
      <ul className="mt-4 grid list-disc gap-1 ps-5 text-14 text-ink-2">
        <li>{t("look-for", { subject: mail("subject") })}</li>
        <li>{t("look-long", { minutes })}</li>
        <li>{t("look-here")}</li>
        <li>{t("look-spam")}</li>
      </ul>
      <div className="acts mt-5">
        {email === null ? null : (
          <form action={send}>
            <button type="submit" className="btn">
              {t("send-again")}
            </button>
          </form>
        )}
        <SiteLink className="btn btn-quiet" href={`/sign-in?${new URLSearchParams({ return: returnTo })}`}>
          {t("other-address")}
        </SiteLink>
      </div>
    </>
  );
}
