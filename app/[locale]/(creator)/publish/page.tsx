import { unlistedPage } from "@/components/site/page-metadata";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { discardAction, publishAction } from "@/app/[locale]/(creator)/publish/actions";
import { UnderWay } from "@/components/publish/under-way";
import { WizardFrame } from "@/components/publish/wizard-frame";
import { PublishForm } from "@/components/publish/publish-form";
import { rulesAddress } from "@/components/docs/rule-link";
import { PageShell } from "@/components/site/page-shell";
import { SentenceSpace } from "@/components/ui/sentences";
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

export const generateMetadata = unlistedPage("publish");

export default async function PublishPage({ params, searchParams }: PublishProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/publish"));
  const [t, all] = await Promise.all([getTranslations("publish"), getTranslations()]);
  const { instead } = await searchParams;
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
          labels={labelsOf(all, "publish.form")}
          checks={checkLabels(all, rulesAddress(locale, listDialectDocuments()))}
        />
      </WizardFrame>
    </PageShell>
  );
}
