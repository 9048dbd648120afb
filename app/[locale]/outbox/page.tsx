import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OutboxList } from "@/components/outbox/outbox-list";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-title";
import { isLoopbackRequest } from "@/lib/http/is-loopback-request";
import { isDomainError } from "@/lib/kernel/errors";
import { listOutbox } from "@/lib/mail/list-outbox";

export const dynamic = "force-dynamic";

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
