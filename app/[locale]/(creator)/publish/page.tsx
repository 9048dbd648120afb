import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { publishAction } from "@/app/[locale]/(creator)/publish/actions";
import { PublishForm, type PublishLabels } from "@/components/publish/publish-form";
import { rulesAddress } from "@/components/docs/rules-address";
import { PageShell } from "@/components/site/page-shell";
import { checkLabels } from "@/components/validate/check-labels";
import { currentActor } from "@/lib/auth/current-actor";
import { listDialectDocuments } from "@/lib/documents/dialect-documents";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

interface PublishProps {
  params: Promise<{ locale: string }>;
}

const LABELS = [
  "price",
  "priceNote",
  "priceHint",
  "submit",
  "busy",
  "nothingStored",
] as const satisfies readonly (keyof PublishLabels)[];

export async function generateMetadata({ params }: PublishProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "publish" });
  return { title: t("title"), robots: { index: false } };
}

export default async function PublishPage({ params }: PublishProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  if (!(await currentActor())) redirect(localizedPath(locale, "/sign-in?return=/publish"));
  const [t, checks] = await Promise.all([getTranslations("publish"), getTranslations("validate")]);
  const labels = Object.fromEntries(LABELS.map((key) => [key, t(key)])) as PublishLabels;
  return (
    <PageShell path="/publish">
      <div className="wrap py-8">
        <div className="page-title">
          <div>
            <h1>{t("title")}</h1>
            <p className="max-w-[68ch]">{t("lead")}</p>
          </div>
        </div>
        <PublishForm
          action={publishAction}
          labels={labels}
          checks={checkLabels(checks, rulesAddress(locale, listDialectDocuments()))}
        />
      </div>
    </PageShell>
  );
}
