import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  markAction,
  prepareAuditAction,
  releaseAction,
  reserveAction,
  signAuditAction,
} from "@/app/[locale]/(verifier)/review/actions";
import { DifferenceList } from "@/components/audits/difference-list";
import { FindingList } from "@/components/publish/finding-list";
import { AccessTable } from "@/components/review/access-table";
import { Checklist } from "@/components/review/checklist";
import { ExampleTable } from "@/components/review/example-table";
import { FileDiff } from "@/components/review/file-diff";
import { FileNav } from "@/components/review/file-nav";
import { SignBox, type SignBoxLabels } from "@/components/review/sign-box";
import { PageShell } from "@/components/site/page-shell";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { getReview, type ReviewView } from "@/lib/audits/get-review";
import { toHunks } from "@/lib/audits/review/line-diff";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { env } from "@/lib/env";
import { localizedPath } from "@/lib/i18n/paths";

export const dynamic = "force-dynamic";

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
  searchParams: Promise<{ file?: string; view?: string; problem?: string }>;
}

export async function generateMetadata({ params }: ReviewProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "review" });
  return { title: t("title"), robots: { index: false } };
}

export default async function ReviewPage({ params, searchParams }: ReviewProps) {
  const { locale, versionId } = await params;
  setRequestLocale(locale);
  const { file, view, problem } = await searchParams;
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=/review/${versionId}`));
  const review = await getReview(actor.accountId, versionId, { file }).catch((error: unknown) => {
    if (isDomainError(error, "VERIFIER_REQUIRED") || isDomainError(error, "VERSION_NOT_FOUND")) notFound();
    throw error;
  });
  const t = await getTranslations("review");
  const hrefOf = (path: string, mode = view) =>
    `/review/${versionId}?file=${encodeURIComponent(path)}${mode === "split" ? "&view=split" : ""}`;
  return (
    <PageShell path={`/review/${versionId}`} wide>
      <div className="wrap wrap-wide py-6">
        <Breadcrumbs crumbs={[{ name: t("queue"), href: "/review" }, { name: review.slug }]} />
        <div className="page-title">
          <div>
            <h1>
              {review.slug}{" "}
              <span className="font-mono text-18">
                {review.base
                  ? t("fromTo", { from: review.base.version, to: review.version })
                  : review.version}
              </span>
            </h1>
            <Facts review={review} />
          </div>
        </div>
        {problem && <Note tone="bad" title={problem} />}
        <div className="review-grid">
          <div>
            <FileNav files={review.files} shown={review.shown?.path ?? null} hrefOf={hrefOf} />
          </div>
          <div className="min-w-0">
            <Shown review={review} split={view === "split"} hrefOf={hrefOf} />
            <h2 className="mt-8 mb-2 font-serif text-21">{t("examplesBoth")}</h2>
            <ExampleTable {...review} />
            <h2 className="mt-8 mb-2 font-serif text-21">{t("findings")}</h2>
            <FindingList findings={review.findings} />
          </div>
          <aside className="grid content-start gap-6">
            <section>
              <h2 className="mb-2 text-14 font-semibold">{t("accessBeforeAfter")}</h2>
              <AccessTable
                access={review.access}
                base={review.base?.version ?? null}
                version={review.version}
              />
            </section>
            {review.base && (
              <section>
                <h2 className="mb-2 text-14 font-semibold">{t("whatChanged")}</h2>
                <DifferenceList differences={review.differences} />
              </section>
            )}
            <section>
              <h2 className="mb-2 text-14 font-semibold">{t("checklist")}</h2>
              <Checklist
                items={review.checklist}
                mark={review.own ? null : markAction.bind(null, versionId)}
              />
            </section>
            <Sign review={review} />
          </aside>
        </div>
      </div>
    </PageShell>
  );
}

async function Facts({ review }: { review: ReviewView }) {
  const t = await getTranslations("review");
  const { claim, duty, base, own, versionId } = review;
  return (
    <dl className="review-facts">
      <div>
        <dt>{t("scope")}</dt>
        <dd>{t(`duty.${duty}`)}</dd>
      </div>
      <div>
        <dt>{t("against")}</dt>
        <dd>
          {base
            ? t(base.audited ? "againstAudited" : "againstRelease", { version: base.version })
            : t("firstRelease")}
        </dd>
      </div>
      <div>
        <dt>{t("author")}</dt>
        <dd>{t("authorFacts", { name: review.publisher ?? "–", versions: review.versions })}</dd>
      </div>
      <div>
        <dt>{t("reservation")}</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {claim ? (
            <>
              {t(claim.mine ? "reservedMine" : "reservedOther")} <When iso={claim.until} as="minute" />
            </>
          ) : (
            t("notReserved")
          )}
          {!own && !(claim && !claim.mine) && (
            <form action={(claim ? releaseAction : reserveAction).bind(null, versionId)}>
              <button type="submit" className="btn btn-sm">
                {claim ? t("release") : t("reserve")}
              </button>
            </form>
          )}
        </dd>
      </div>
    </dl>
  );
}

interface ShownProps {
  review: ReviewView;
  split: boolean;
  hrefOf: (path: string, mode?: string) => string;
}

async function Shown({ review: { shown, files, findings }, split, hrefOf }: ShownProps) {
  const t = await getTranslations("review");
  if (!shown) return null;
  const file = files.find(({ path }) => path === shown.path);
  const here = findings.filter((finding) => finding.file === shown.path);
  return (
    <section aria-label={shown.path}>
      <p className="mb-2 flex flex-wrap items-center gap-3 font-mono text-13">
        {shown.path} <span>+{file?.added ?? 0}</span> <span>−{file?.removed ?? 0}</span>
        <span className="ms-auto flex gap-3">
          {(["unified", "split"] as const).map((mode) => (
            <SiteLink
              key={mode}
              className="link"
              aria-current={split === (mode === "split") ? "true" : undefined}
              href={hrefOf(shown.path, mode)}
            >
              {t(mode)}
            </SiteLink>
          ))}
        </span>
      </p>
      {shown.lines === null ? (
        <p className="text-14 text-ink-2">{t("binary")}</p>
      ) : (
        <FileDiff
          path={shown.path}
          split={split}
          findings={here}
          hunks={toHunks(shown.lines, new Set(here.flatMap(({ line }) => line ?? [])))}
        />
      )}
    </section>
  );
}

async function Sign({ review }: { review: ReviewView }) {
  const t = await getTranslations("review");
  const labels = Object.fromEntries(SIGN_LABELS.map((key) => [key, t(key)])) as SignBoxLabels;
  const { versionId, verifierAddress, own, sealable } = review;
  return (
    <section className="border border-edge bg-surface p-5">
      <h2 className="mb-3 font-serif text-21">{t("signTitle")}</h2>
      {own ? (
        <Note tone="warn" title={t("ownTitle")}>
          {t("ownDetail")}
        </Note>
      ) : (
        <>
          <SignBox
            versionId={versionId}
            verifierAddress={verifierAddress}
            localLedger={env().localLedger}
            labels={labels}
            prepare={prepareAuditAction.bind(null, versionId)}
            submit={signAuditAction}
          />
          {!sealable && <p className="mt-3 text-13 text-ink-2">{t("sealClosed")}</p>}
        </>
      )}
    </section>
  );
}
