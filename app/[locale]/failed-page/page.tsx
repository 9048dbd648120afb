import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { FailedView } from "@/components/site/failed-view";

interface FailedPageProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ digest?: string | string[]; from?: string | string[] }>;
}

const DIGEST = /^\d{1,12}$/;
/** On this site: what begins with two slashes names another one. */
const OWN_ADDRESS = /^\/(?![/\\])/;

const digestOf = async ({ searchParams }: FailedPageProps) => {
  const { digest } = await searchParams;
  return typeof digest === "string" && DIGEST.test(digest) ? digest : null;
};

const addressOf = async ({ searchParams }: FailedPageProps) => {
  const { from } = await searchParams;
  return typeof from === "string" && OWN_ADDRESS.test(from) ? from : "/";
};

export async function generateMetadata(props: FailedPageProps): Promise<Metadata> {
  const { locale } = await props.params;
  const away = await getTranslations({ locale, namespace: "states.unavailable" });
  const failed = await getTranslations({ locale, namespace: "states.failed" });
  const title = (await digestOf(props)) === null ? away("title") : failed("title");
  return { title, robots: { index: false } };
}

/**
 * The whole document that is sent, with its status, in place of a page that failed: with a digest this page did, without one the
 * market is away. It needs no database.
 */
export default async function FailedPage(props: FailedPageProps) {
  setRequestLocale((await props.params).locale);
  const digest = await digestOf(props);
  return <FailedView unavailable={digest === null} digest={digest} address={await addressOf(props)} />;
}
