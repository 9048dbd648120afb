import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";

interface ConfirmByMailProps {
  email: string;
  returnTo: string;
  state: "sent" | "limited" | null;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
  send: (form: FormData) => Promise<void>;
}

/** A link to the address of who is signed in and has neither a password nor a wallet: their mailbox is what they have. */
export function ConfirmByMail({ email, returnTo, state, outbox, send }: ConfirmByMailProps) {
  const t = useTranslations("confirm");
  return (
    <form action={send} className="grid gap-4 border border-edge bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <h2 className="font-serif text-21">{t("mail-title")}</h2>
      <div role="status" className="empty:hidden">
        {state === "limited" ? <Note tone="bad" title={t("mail-limited")} /> : null}
        {state === "sent" ? (
          <Note tone="ok" title={t("mail-sent", { email })}>
            {outbox}
          </Note>
        ) : null}
      </div>
      <p className="text-14 wrap-anywhere text-ink-2">{t("mail-text", { email })}</p>
      <div>
        <button type="submit" className={state === "sent" ? "btn" : "btn btn-primary"}>
          {t("mail-send")}
        </button>
      </div>
    </form>
  );
}
