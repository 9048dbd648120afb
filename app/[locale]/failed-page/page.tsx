import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { FailedView } from "@/components/site/failed-view";
import { askedPath, FAILURE_HEADER, PAGE_QUERY_HEADER, localizedPath } from "@/lib/platform/i18n/paths";

interface FailedPageProps {
  params: Promise<{ locale: string }>;
}

const DIGEST = /^\d{1,12}$/;

/** Under which the log has the failure; null where the market is away. */
async function findDigest(): Promise<string | null> {
  const digest = (await headers()).get(FAILURE_HEADER) ?? "";
  return DIGEST.test(digest) ? digest : null;
}

export async function generateMetadata({ params }: FailedPageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "states" });
  const what = (await findDigest()) === null ? "unavailable" : "failed";
  return { title: t(`${what}.title`), robots: { index: false } };
}

/**
 * The whole document that is sent, with its status, in place of a page that failed: with a digest this page did,
 * without one the market is away. It needs no database.
 */
export default async function FailedPage({ params }: FailedPageProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const digest = await findDigest();
  const sent = await headers();
  const path = askedPath(sent);
  const address = `${localizedPath(locale, path)}${sent.get(PAGE_QUERY_HEADER) ?? ""}`;
  return <FailedView path={path} address={address} unavailable={digest === null} digest={digest} />;
}
