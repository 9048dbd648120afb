import { useTranslations } from "next-intl";
import { Empty } from "@/components/ui/empty";
import { When } from "@/components/ui/when";
import type { OutboxMail } from "@/lib/mail/list-outbox";

const LINK = /(https?:\/\/\S+)/;

/** Mails as text, newest first, with links that can be followed. */
export function OutboxList({ mails }: { mails: readonly OutboxMail[] }) {
  const t = useTranslations("outbox");
  return (
    <div className="grid max-w-[760px] gap-6 pt-6">
      {mails.length === 0 ? <Empty title={t("empty")}>{t("empty-text")}</Empty> : null}
      {mails.map((mail) => (
        <article key={mail.id} className="border border-line-2 bg-surface p-5">
          <h2 className="text-16 font-semibold">{mail.subject}</h2>
          <p className="mt-1 text-13 text-ink-3">
            {t("to", { address: mail.to })} · <When iso={mail.createdAt} as="second" />
          </p>
          <div className="mt-4 text-14 wrap-anywhere whitespace-pre-wrap">
            {mail.text.split(LINK).map((part, index) =>
              LINK.test(part) ? (
                <a key={`${String(index)}-link`} className="link" href={part}>
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </div>
        </article>
      ))}
    </div>
  );
}
