import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PageShell } from "@/components/site/page-shell";
import { Empty } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { When } from "@/components/ui/values";
import { isLoopbackRequest } from "@/lib/web/http/client-address";
import { isDomainError } from "@/lib/kernel/errors";
import { listOutbox, type OutboxMail } from "@/lib/platform/mail/outbox";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("outbox");
  return { title: t("title"), robots: { index: false } };
}

/** The mails of a market on one's own machine that has no mail server. Anywhere else there is no such page. */
export default async function OutboxPage() {
  if (!isLoopbackRequest(await headers())) notFound();
  const mails = await listOutbox().catch((error: unknown) => {
    if (isDomainError(error, "NOT_FOUND")) notFound();
    throw error;
  });
  const t = await getTranslations("outbox");
  return (
    <PageShell path="/outbox">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <OutboxList mails={mails} />
      </div>
    </PageShell>
  );
}

const LINK = /(https?:\/\/\S+)/;

/** Mails as text, newest first, with links that can be followed. */
function OutboxList({ mails }: { mails: readonly OutboxMail[] }) {
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
