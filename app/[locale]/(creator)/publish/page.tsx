import { signInPath } from "@/lib/web/auth/safe-return";
import { unlistedPage } from "@/components/site/page-metadata";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { discardAction, publishAction } from "@/app/[locale]/(creator)/publish/actions";
import { UnderWay } from "@/components/publish/under-way";
import { WizardFrame } from "@/components/publish/wizard-frame";
import { TemplateForm, toEditorStart } from "@/components/validate/template-form";
import type { Locale } from "@/lib/platform/i18n/routing";
import { TEMPLATES } from "@/lib/publishing/read-template";
import { startFromTemplate, type TemplateQuery } from "@/lib/publishing/start-from-template";
import { PublishForm } from "@/components/publish/publish-form";
import { rulesAddress } from "@/components/docs/rule-link";
import { PageShell } from "@/components/site/page-shell";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { checkLabels } from "@/components/validate/check-labels";
import { listOrganisationsOf } from "@/lib/identity/organisations/act-for";
import { currentActor } from "@/lib/web/auth/current-actor";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { listUnderWay } from "@/lib/publishing/publications/read-publication";

interface PublishProps {
  params: Promise<{ locale: Locale }>;
  /** `instead`: the package under way that the chosen one takes the place of; `as`: the organisation to publish for. */
  searchParams: Promise<TemplateQuery & Partial<Record<"instead" | "as", string | string[]>>>;
}

export const generateMetadata = unlistedPage("publish");

export default async function PublishPage({ params, searchParams }: PublishProps) {
  const { locale } = await params;
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, "/publish"));
  const [t, all] = await Promise.all([getTranslations("publish"), getTranslations()]);
  const { instead: given, as: asked, ...query } = await searchParams;
  const instead = typeof given === "string" ? given : null;
  const organisations = (await listOrganisationsOf(actor.accountId, { act: "publish" })).map(
    ({ organisation }) => organisation,
  );
  const start = startFromTemplate(query, locale);
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
        <TemplateForm
          path="/publish"
          start={start}
          templates={TEMPLATES}
          hidden={instead === null ? {} : { instead }}
        />
        <PublishForm
          action={publishAction}
          instead={instead}
          organisations={organisations}
          chosen={organisations.find((name) => name === asked)}
          start={start ? toEditorStart(start) : undefined}
          labels={labelsOf(all, "publish.form")}
          checks={checkLabels(all, rulesAddress(locale, listDialectDocuments()))}
        />
      </WizardFrame>
    </PageShell>
  );
}
