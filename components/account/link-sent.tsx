import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RegisterProblem } from "@/components/account/register-problem";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";

interface LinkSentProps {
  /** Where the link was sent; null where this browser does not know it. */
  email: string | null;
  minutes: number;
  again: boolean;
  problem: string | null;
  returnTo: string;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
  join: (form: FormData) => Promise<void>;
}

/** What to look for once a link was sent, and what to do where it does not come. */
export function LinkSent({ email, minutes, again, problem, returnTo, outbox, join }: LinkSentProps) {
  const t = useTranslations("register");
  const mail = useTranslations("mail.join");
  return (
    <div className="bg-paper p-6 md:p-8">
      <div role="status">
        <RegisterProblem problem={problem} />
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
          <form action={join}>
            <button type="submit" className="btn">
              {t("send-again")}
            </button>
          </form>
        )}
        <SiteLink className="btn btn-quiet" href={`/register?${new URLSearchParams({ return: returnTo })}`}>
          {t("other-address")}
        </SiteLink>
      </div>
    </div>
  );
}
