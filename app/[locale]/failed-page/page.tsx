import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { askedPath, FAILURE_HEADER, PAGE_QUERY_HEADER, localizedPath } from "@/lib/platform/i18n/paths";
import { useTranslations } from "next-intl";
import { EmptyStamp } from "@/components/marks/stamp";
import { PageShell } from "@/components/site/page-shell";
import type { PageProps } from "@/app/[locale]/page-props";

const DIGEST = /^\d{1,12}$/;

/** Under which the log has the failure; null where the market is away. */
async function findDigest(): Promise<string | null> {
  const digest = (await headers()).get(FAILURE_HEADER) ?? "";
  return DIGEST.test(digest) ? digest : null;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "states" });
  const what = (await findDigest()) === null ? "unavailable" : "failed";
  return { title: t(`${what}.title`), robots: { index: false } };
}

/**
 * The whole document that is sent, with its status, in place of a page that failed: with a digest this page did,
 * without one the market is away. It needs no database.
 */
export default async function FailedPage({ params }: PageProps) {
  const { locale } = await params;
  const digest = await findDigest();
  const sent = await headers();
  const path = askedPath(sent);
  const address = `${localizedPath(locale, path)}${sent.get(PAGE_QUERY_HEADER) ?? ""}`;
  return <FailedView path={path} address={address} unavailable={digest === null} digest={digest} />;
}

interface FailedViewProps {
  /** That was asked for, without a language. */
  path: string;
  /** The same, as it was asked for. */
  address: string;
  /** The whole market is away, not this page alone. */
  unavailable: boolean;
  /** Under which the failure stands in the log; null where there is none. */
  digest: string | null;
}

/**
 * Says that a page could not be made, and what its reader can do: in place of an empty document, also before scripts.
 */
function FailedView({ path, address, unavailable, digest }: FailedViewProps) {
  const t = useTranslations("states");
  const what = unavailable ? "unavailable" : "failed";
  const status = unavailable ? "503" : "500";
  return (
    <PageShell plain path={path}>
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp
          middle={status}
          below={t(`${what}.stamp`)}
          label={`${status}, ${t(`${what}.stamp`)}`}
          size={150}
        />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t(`${what}.title`)}</h1>
          <p className="mt-2 text-ink-2">{t(`${what}.text`)}</p>
          {digest === null ? null : <p className="mt-2 font-mono text-13 text-ink-3">{digest}</p>}
          <div className="acts">
            <a className="btn btn-primary" href={address}>
              {t(`${what}.again`)}
            </a>
          </div>
        </div>
      </div>
    </PageShell>
  );
}
