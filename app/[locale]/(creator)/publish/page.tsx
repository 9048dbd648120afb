import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { discardAction, publishAction } from "@/app/[locale]/(creator)/publish/actions";
import { UnderWay } from "@/components/publish/under-way";
import { WizardFrame } from "@/components/publish/wizard-frame";
import { PublishForm, type PublishLabels } from "@/components/publish/publish-form";
import { rulesAddress } from "@/components/docs/rules-address";
import { PageShell } from "@/components/site/page-shell";
import { SentenceSpace } from "@/components/ui/sentence-space";
import { SiteLink } from "@/components/ui/site-link";
import { checkLabels } from "@/components/validate/check-labels";
import { currentActor } from "@/lib/web/auth/current-actor";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listUnderWay } from "@/lib/publishing/publications/read-publication";

export const dynamic = "force-dynamic";

interface PublishProps {
  params: Promise<{ locale: string }>;
  /** `instead`: the package under way that the chosen one takes the place of. */
  searchParams: Promise<{ instead?: string | string[] }>;
}

const LABELS = [
  "submit",
  "busy",
  "nothingStored",
  "ready",
] as const satisfies readonly (keyof PublishLabels)[];

export async function generateMetadata({ params }: PublishProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "publish" });
  return { title: t("title"), robots: { index: false } };
}

export default async function PublishPage({ params, searchParams }: PublishProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/publish"));
  const [t, checks] = await Promise.all([getTranslations("publish"), getTranslations("validate")]);
  const { instead } = await searchParams;
  const labels = Object.fromEntries(LABELS.map((key) => [key, t(key)])) as PublishLabels;
  return (
    <PageShell path="/publish" wide>
      <WizardFrame
        step="package"
        publicationId={null}
        reach="package"
        title={t("title")}
        lead={
          <span className="block max-w-[68ch]">
            {t("lead")}
            <SentenceSpace />
            <SiteLink className="link" href="/docs/dialects">
              {t("guide")}
            </SiteLink>
          </span>
        }
      >
        <UnderWay publications={await listUnderWay(actor.accountId)} discard={discardAction} />
        <PublishForm
          action={publishAction}
          instead={typeof instead === "string" ? instead : null}
          labels={labels}
          checks={checkLabels(checks, rulesAddress(locale, listDialectDocuments()))}
        />
      </WizardFrame>
    </PageShell>
  );
}
