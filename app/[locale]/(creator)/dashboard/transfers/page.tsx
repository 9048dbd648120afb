import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  acceptTransferAction,
  endTransferAction,
  offerTransferAction,
} from "@/app/[locale]/(creator)/dashboard/transfers/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { recallWritten } from "@/app/[locale]/refused-form";
import { SomebodyFrame, type SomebodyOutcome } from "@/components/dashboard/somebody-frame";
import { IncomingTransfers, OutgoingTransfers } from "@/components/dashboard/transfer-lists";
import { OFFER_DAYS, listTransfers } from "@/lib/ownership/transfers/transfers";

export const dynamic = "force-dynamic";

interface TransfersProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<SomebodyOutcome>;
}

export async function generateMetadata({ params }: TransfersProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard.transfers" });
  return { title: t("title"), robots: { index: false } };
}

const ACTS = ["offered", "accepted", "ended"] as const;

/**
 * Where a skill changes owners: what is offered to the reader, what the reader has offered, and the form that offers.
 */
export default async function TransfersPage({ params, searchParams }: TransfersProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, frame } = await loadCreator(locale, "/dashboard/transfers");
  await recallWritten();
  const outcome = await searchParams;
  const act = ACTS.find((each) => each === outcome.about) ?? "ended";
  const [t, { incoming, outgoing, skills }] = await Promise.all([
    getTranslations("dashboard.transfers"),
    listTransfers(actor),
  ]);
  return (
    <SomebodyFrame
      of="transfers"
      frame={frame}
      days={OFFER_DAYS}
      outcome={outcome}
      did={t(`done.${act}`)}
      skills={skills}
      ask={offerTransferAction}
    >
      <IncomingTransfers offers={incoming} accept={acceptTransferAction} decline={endTransferAction} />
      <OutgoingTransfers offers={outgoing} cancel={endTransferAction} />
    </SomebodyFrame>
  );
}
