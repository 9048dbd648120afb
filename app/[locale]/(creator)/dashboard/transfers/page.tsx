import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  acceptTransferAction,
  endTransferAction,
  offerTransferAction,
} from "@/app/[locale]/(creator)/dashboard/transfers/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { ConfirmedNote } from "@/components/account/confirmed-note";
import { recallWritten } from "@/app/[locale]/refused-form";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { SomebodyForm } from "@/components/dashboard/somebody-form";
import { IncomingTransfers, OutgoingTransfers } from "@/components/dashboard/transfer-lists";
import { ProblemNote } from "@/components/forms/problem-note";
import { Note } from "@/components/ui/note";
import { OFFER_DAYS } from "@/lib/ownership/transfers/offer-transfer";
import { listTransfers } from "@/lib/ownership/transfers/list-transfers";

export const dynamic = "force-dynamic";

interface TransfersProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<
    Partial<Record<"done" | "about" | "confirmed" | "problem" | "field" | "skill", string>>
  >;
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
  const { done, about, confirmed, problem, field, skill } = await searchParams;
  const act = ACTS.find((each) => each === about) ?? "ended";
  const [t, { incoming, outgoing, skills }] = await Promise.all([
    getTranslations("dashboard.transfers"),
    listTransfers(actor),
  ]);
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path="/dashboard/transfers"
      title={t("title")}
      lead={t("lead", { days: OFFER_DAYS })}
    >
      <div className="mt-6 grid gap-4">
        <div role="status">{done ? <Note tone="ok" title={t(`done.${act}`)} /> : null}</div>
        {confirmed ? <ConfirmedNote /> : null}
        <ProblemNote
          code={problem}
          field={field}
          fields={[{ name: "to", id: "transfer-to", label: t("whom") }]}
        />
      </div>
      <IncomingTransfers offers={incoming} accept={acceptTransferAction} decline={endTransferAction} />
      <OutgoingTransfers offers={outgoing} cancel={endTransferAction} />
      <SomebodyForm of="transfers" skills={skills} chosen={skill} wrong={field} ask={offerTransferAction} />
    </DashboardFrame>
  );
}
