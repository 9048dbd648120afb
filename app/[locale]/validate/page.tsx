import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { rulesAddress } from "@/components/docs/rule-link";
import { Island } from "@/components/site/island";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-parts";
import { checkLabels } from "@/components/validate/check-labels";
import { TemplateForm, toEditorStart } from "@/components/validate/template-form";
import type { Locale } from "@/lib/platform/i18n/routing";
import { TEMPLATES } from "@/lib/publishing/read-template";
import { startFromTemplate, type TemplateQuery } from "@/lib/publishing/start-from-template";
import { ValidateForm } from "@/components/validate/validate-form";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { validateAction, validatePluginAction } from "./actions";
import { SectionHead } from "@/components/ui/page-parts";
import { PluginCheck } from "@/components/validate/plugin-check";

interface ValidateProps {
  params: Promise<{ locale: Locale }>;
  searchParams: Promise<TemplateQuery>;
}

export const generateMetadata = publicPage("/validate", "validate");

export default async function ValidatePage({ params, searchParams }: ValidateProps) {
  const { locale } = await params;
  const t = await getTranslations("validate");
  const start = startFromTemplate(await searchParams, locale);
  const form = {
    labels: checkLabels(await getTranslations(), rulesAddress(locale, listDialectDocuments())),
    submit: t("submit"),
    note: t("nothing-stored"),
    ...(start && { start: toEditorStart(start) }),
  };
  const plugin = {
    choose: t("check.chooseFile"),
    nothing: t("check.nothingChosen"),
    file: t("plugin.file"),
    note: t("plugin.note"),
    submit: t("plugin.submit"),
    valid: t("plugin.valid"),
    refused: t("plugin.refused"),
    accepted: t("plugin.accepted"),
    rejected: t("plugin.rejected"),
  };
  return (
    <PageShell path="/validate" plain>
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <TemplateForm path="/validate" start={start} templates={TEMPLATES} />
        <Island name="validate" props={form}>
          <ValidateForm {...form} action={validateAction} />
        </Island>
        <section className="part" aria-labelledby="plugin">
          <SectionHead id="plugin" title={t("plugin.title")} remark={t("plugin.lead")} />
          <PluginCheck action={validatePluginAction} labels={plugin} />
        </section>
      </div>
    </PageShell>
  );
}
