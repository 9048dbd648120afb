import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { prepareAuditAction, signAuditAction } from "@/app/[locale]/(verifier)/review/actions";
import { FindingList } from "@/components/publish/finding-list";
import { AccessTable } from "@/components/review/access-table";
import { SignBox, type SignBoxLabels } from "@/components/review/sign-box";
import { PageShell } from "@/components/site/page-shell";
import { CodeBlock } from "@/components/ui/code-block";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { auditDuty } from "@/lib/audits/audit-duty";
import { getReview } from "@/lib/audits/get-review";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { env } from "@/lib/env";
import { localizedPath } from "@/lib/i18n/paths";
import { readPackageFile } from "@/lib/registry/read-package-file";

export const dynamic = "force-dynamic";

const MAX_SHOWN_BYTES = 200_000;
const SIGN_LABELS = [
  "verdict",
  "seal",
  "changes_requested",
  "challenge",
  "note",
  "noteNote",
  "prepare",
  "exact",
  "sign",
  "signing",
  "signed",
  "record",
  "refused",
  "wrongWallet",
  "noWallet",
] as const satisfies readonly (keyof SignBoxLabels)[];

interface ReviewProps {
  params: Promise<{ locale: string; versionId: string }>;
  searchParams: Promise<{ file?: string }>;
}

export async function generateMetadata({ params }: ReviewProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "review" });
  return { title: t("title"), robots: { index: false } };
}

export default async function ReviewPage({ params, searchParams }: ReviewProps) {
  const { locale, versionId } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=/review/${versionId}`));
  const review = await getReview(actor.accountId, versionId).catch((error: unknown) => {
    if (isDomainError(error, "VERIFIER_REQUIRED") || isDomainError(error, "VERSION_NOT_FOUND")) notFound();
    throw error;
  });
  const t = await getTranslations("review");
  const wanted = (await searchParams).file ?? "SKILL.md";
  const shown = review.files.find((file) => file.path === wanted) ?? review.files[0];
  const labels = Object.fromEntries(SIGN_LABELS.map((key) => [key, t(key)])) as SignBoxLabels;
  return (
    <PageShell path={`/review/${versionId}`} wide>
      <div className="wrap wrap-wide py-6">
        <Breadcrumbs crumbs={[{ name: t("queue"), href: "/review" }, { name: review.slug }]} />
        <div className="page-title">
          <div>
            <h1>
              {review.slug} <span className="font-mono text-18">{review.version}</span>
            </h1>
            <p>{t(`duty.${auditDuty(review.versionChange, review.requiredBump)}`)}</p>
          </div>
        </div>
        <div className="grid gap-6 pt-4 lg:grid-cols-[220px_1fr_320px]">
          <nav aria-label={t("files")}>
            <h2 className="mb-2 text-14 font-semibold">
              {t("files")}{" "}
              <span className="font-mono text-13 font-normal text-ink-3">{review.files.length}</span>
            </h2>
            <ul className="grid text-13">
              {review.files.map((file) => (
                <li key={file.path}>
                  <SiteLink
                    className="block px-2 py-1 font-mono wrap-anywhere aria-[current]:bg-accent-wash"
                    aria-current={file.path === shown?.path ? "page" : undefined}
                    href={`/review/${versionId}?file=${encodeURIComponent(file.path)}`}
                  >
                    {file.path}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="min-w-0">
            {shown && <FileView versionId={versionId} path={shown.path} isText={shown.isText} />}
            <h2 className="mt-8 mb-2 font-serif text-21">{t("findings")}</h2>
            <FindingList findings={review.findings} />
          </div>
          <aside className="grid content-start gap-6">
            <section>
              <h2 className="mb-2 text-14 font-semibold">{t("access")}</h2>
              <AccessTable access={review.access} />
            </section>
            <section className="border border-edge bg-surface p-5">
              <h2 className="mb-3 font-serif text-21">{t("signTitle")}</h2>
              {review.own ? (
                <Note tone="warn" title={t("ownTitle")}>
                  {t("ownDetail")}
                </Note>
              ) : (
                <SignBox
                  versionId={versionId}
                  verifierAddress={review.verifierAddress}
                  localLedger={env().localLedger}
                  labels={labels}
                  prepare={prepareAuditAction.bind(null, versionId)}
                  submit={signAuditAction}
                />
              )}
            </section>
          </aside>
        </div>
      </div>
    </PageShell>
  );
}

async function FileView({ versionId, path, isText }: { versionId: string; path: string; isText: boolean }) {
  const t = await getTranslations("review");
  const { bytes, sha256 } = await readPackageFile(versionId, path);
  const text = isText ? new TextDecoder().decode(bytes.subarray(0, MAX_SHOWN_BYTES)) : null;
  return (
    <section aria-label={path}>
      <p className="mb-2 flex flex-wrap gap-3 font-mono text-13">
        {path} <span className="text-ink-3 wrap-anywhere">sha256:{sha256}</span>
      </p>
      {text === null ? (
        <p className="text-14 text-ink-2">{t("binary")}</p>
      ) : (
        <CodeBlock code={text} title={path} />
      )}
    </section>
  );
}
