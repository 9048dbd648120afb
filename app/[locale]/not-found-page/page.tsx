import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { NotFoundView } from "@/components/site/not-found-view";
import { askedPath } from "@/lib/i18n/page-address";

interface NotFoundPageProps {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: NotFoundPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "states.not-found" });
  return { title: t("title"), robots: { index: false } };
}

/**
 * The whole document that is sent, with status 404, in place of a page that found nothing: Next leaves that one to be
 * drawn by scripts, and without them it would stay empty.
 */
export default async function NotFoundPage({ params }: NotFoundPageProps) {
  setRequestLocale((await params).locale);
  return <NotFoundView path={askedPath(await headers())} />;
}
