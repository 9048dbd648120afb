import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { publishAction } from "@/app/[locale]/(creator)/publish/actions";
import { PublishForm, type PublishLabels } from "@/components/publish/publish-form";
import { PageShell } from "@/components/site/page-shell";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

interface PublishProps {
  params: Promise<{ locale: string }>;
}

const LABELS = [
  "file",
  "fileNote",
  "or",
  "paste",
  "pasteNote",
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
  const t = await getTranslations("publish");
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
        <div className="max-w-[760px] pt-6">
          <PublishForm action={publishAction} labels={labels} />
        </div>
      </div>
    </PageShell>
  );
}
