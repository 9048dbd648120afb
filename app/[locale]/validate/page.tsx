import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { rulesAddress } from "@/components/docs/rules-address";
import { Island } from "@/components/site/island";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-alternates";
import { PageTitle } from "@/components/ui/page-title";
import { checkLabels } from "@/components/validate/check-labels";
import { ValidateForm } from "@/components/validate/validate-form";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { validateAction } from "./actions";

export const dynamic = "force-dynamic";

interface ValidateProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: ValidateProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "validate" });
  return { title: t("title"), description: t("lead"), alternates: pageAlternates(locale, "/validate") };
}

export default async function ValidatePage({ params }: ValidateProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("validate");
  const form = {
    labels: checkLabels(await getTranslations(), rulesAddress(locale, listDialectDocuments())),
    submit: t("submit"),
    note: t("nothing-stored"),
  };
  return (
    <PageShell path="/validate" plain>
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <Island name="validate" props={form}>
          <ValidateForm {...form} action={validateAction} />
        </Island>
      </div>
    </PageShell>
  );
}
