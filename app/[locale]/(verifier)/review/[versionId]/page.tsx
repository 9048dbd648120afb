import { signInPath } from "@/lib/web/auth/safe-return";
import "@/app/styles/diff.css";
import "@/app/styles/review.css";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import {
  decideFindingAction,
  markAction,
  markFilesAction,
  releaseAction,
  reserveAction,
} from "@/app/[locale]/(verifier)/review/actions";
import { SignSection } from "@/app/[locale]/(verifier)/review/[versionId]/sign-section";
import { ShownFile } from "@/app/[locale]/(verifier)/review/[versionId]/shown-file";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { DifferenceList } from "@/components/audits/difference-list";
import { KeyDialog, KeyLine } from "@/components/browse/key-list";
import { ProblemNote } from "@/components/forms/problem-note";
import { refusedForm } from "@/components/forms/written-in";
import { AccessTable } from "@/components/review/access-table";
import { Checklist } from "@/components/review/checklist";
import { ExampleTable } from "@/components/review/example-table";
import { FileNav } from "@/components/review/file-nav";
import {
  findingReason,
  queryOf,
  readPlace,
  type ReviewPlace,
  findingAnchor,
} from "@/components/review/review-address";
import { NextReview, nextToRead } from "@/components/review/next-review";
import { ReviewFacts } from "@/components/review/review-facts";
import { PageShell } from "@/components/site/page-shell";
import { AgentBadge } from "@/components/skill/publisher";
import { skillPath } from "@/components/skill/links";
import { Avatar } from "@/components/ui/avatar";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { type ChallengeView, listChallenges } from "@/lib/audits/challenges";
import { getReview, type ReviewView } from "@/lib/audits/review/get-review";
import { listQueue, type Queue } from "@/lib/audits/queue";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import { FindingWords } from "@/components/review/finding-words";
import { Icon } from "@/components/ui/icon";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";
import type { PageProps } from "@/app/[locale]/page-props";

type ReviewProps = PageProps<Record<string, string | string[] | undefined>, "versionId">;

/** Read once per request, by the page and its title. */
const readReview = cache((accountId: string, versionId: string, file: string | null, part: number) =>
  getReview(accountId, versionId, { file: file ?? undefined, part }).catch((error: unknown) => {
    if (isDomainError(error, "VERIFIER_REQUIRED") || isDomainError(error, "VERSION_NOT_FOUND")) notFound();
    throw error;
  }),
);

export async function generateMetadata({ params, searchParams }: ReviewProps): Promise<Metadata> {
  const { locale, versionId } = await params;
  const { file, part } = readPlace(await searchParams);
  const [t, actor] = await Promise.all([getTranslations({ locale, namespace: "review" }), currentActor()]);
  const review = actor && (await readReview(actor.accountId, versionId, file, part));
  const name = review ? ` · ${review.slug} ${review.version}` : "";
  return { title: t("title") + name, robots: { index: false } };
}

export default async function ReviewPage({ params, searchParams }: ReviewProps) {
  const { locale, versionId } = await params;
  const query = await searchParams;
  const place = readPlace(query);
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, `/review/${versionId}`));
  const [review, queue, challenges] = await Promise.all([
    readReview(actor.accountId, versionId, place.file, place.part),
    listQueue(actor.accountId).catch((error: unknown) => {
      if (isDomainError(error, "VERIFIER_REQUIRED")) notFound();
      throw error;
    }),
    listChallenges({ versionId }),
  ]);
  const wrong = typeof query["field"] === "string" ? query["field"] : undefined;
  await recallWritten(wrong);
  const t = await getTranslations("review");
  const path = `/review/${versionId}`;
  const hrefOf = (file: string | null) => path + queryOf({ ...place, file, open: new Set(), part: 1 });
  const decide = review.own ? null : decideFindingAction.bind(null, versionId, queryOf(place));
  return (
    <PageShell path={path} section="audits" wide>
      <div className="wrap wrap-wide">
        <header className="border-b border-edge pb-3.5">
          <Breadcrumbs
            crumbs={[{ name: t("queue"), href: "/review" }, { name: placeInQueue(queue, review, t) }]}
          />
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <h1 className="flex flex-wrap items-baseline gap-3 font-serif text-26 leading-[1.15] font-medium tracking-[-0.018em]">
              {review.slug}{" "}
              <span className="font-mono text-14 tracking-normal text-ink-2">
                {review.base
                  ? t("fromTo", { from: review.base.version, to: review.version })
                  : review.version}
              </span>
            </h1>
            <ReviewFacts
              review={review}
              reserve={reserveAction.bind(null, versionId)}
              release={releaseAction.bind(null, versionId)}
            />
          </div>
        </header>
        <ProblemNote
          code={typeof query["problem"] === "string" ? query["problem"] : undefined}
          field={wrong}
          fields={review.findings
            .filter(({ key }) => refusedForm() === `finding ${key}`)
            .map(({ key }) => ({ name: "reason", id: findingReason(key), label: t("reason") }))}
        />
        {review.claim?.mine && review.claim.endsSoon ? (
          <div role="status" className="pt-4">
            <Note tone="warn" title={t("endsSoon")}>
              {t("endsSoonDetail")}
            </Note>
          </div>
        ) : null}
        <div className="review-grid">
          <div className="review-pane">
            <FileNav
              files={review.files}
              findings={review.findings}
              shown={review.shown?.path ?? null}
              hrefOf={hrefOf}
            />
            <FindingNav findings={review.findings} hrefOf={hrefOf} />
            <ReviewAuthor review={review} />
            <ReviewKeys />
          </div>
          <div className="review-pane">
            <ShownFile
              review={review}
              place={place}
              path={path}
              decide={decide}
              mark={review.own ? null : markFilesAction.bind(null, versionId, nextUnseen(review, place))}
            />
            <section aria-labelledby="examples">
              <h2 id="examples">
                {t("examplesBoth")} <span className="count">{review.examples.length}</span>
              </h2>
              <ExampleTable {...review} />
            </section>
          </div>
          <aside className="review-pane">
            <section aria-labelledby="access">
              <h2 id="access">{t("accessBeforeAfter")}</h2>
              <AccessTable
                access={review.access}
                base={review.base?.version ?? null}
                version={review.version}
              />
            </section>
            {review.base && (
              <section aria-labelledby="changed">
                <h2 id="changed">{t("whatChanged")}</h2>
                <DifferenceList differences={review.differences} />
              </section>
            )}
            <ChallengeList challenges={challenges} />
            <Checklist
              items={review.checklist}
              mark={review.own ? null : markAction.bind(null, versionId, queryOf(place))}
            />
            <SignSection review={review} fresh={query["signed"] === "1"} path={path} />
            {review.signed === null ? null : <NextReview next={nextToRead(queue.rows, versionId)} />}
          </aside>
        </div>
      </div>
    </PageShell>
  );
}

/** The page with the next file that a seal would cover and the verifier has not seen, for when this one is. */
function nextUnseen({ files, shown }: ReviewView, place: ReviewPlace): string {
  const at = files.findIndex(({ path }) => path === shown?.path);
  const binary = files[at]?.isText === false;
  const isNext = ({ covered, seen, isText }: ReviewView["files"][number]) =>
    covered && !seen && !(binary && !isText);
  const next = files.slice(at + 1).find(isNext) ?? files.slice(0, Math.max(at, 0)).find(isNext);
  return queryOf({ ...place, file: next?.path ?? shown?.path ?? null, open: new Set(), part: 1 });
}

/** "7 of 23, those asked for first", or the name for a version that is not in the queue, or far behind in it. */
function placeInQueue(
  { rows, more }: Queue,
  { versionId, slug }: ReviewView,
  t: Awaited<ReturnType<typeof getTranslations<"review">>>,
): string {
  const place = rows.findIndex((row) => row.versionId === versionId) + 1;
  return place === 0 ? slug : t(more ? "positionOfMore" : "position", { place, all: rows.length });
}

/**
 * What others have said against the version that is read, and how it ended; each leads to the evidence. Nothing where
 * nobody did.
 */
function ChallengeList({ challenges }: { challenges: readonly ChallengeView[] }) {
  const t = useTranslations("audits.challenge");
  if (challenges.length === 0) return null;
  return (
    <section aria-labelledby="challenged">
      <h2 id="challenged">{t("title")}</h2>
      <ul className="grid gap-2 text-13">
        {challenges.map(({ id, state, claim, slug, version, standing }) => (
          <li key={id} className="wrap-anywhere">
            <b className="font-semibold">{t(`state.${state}`)}</b>{" "}
            <SiteLink className="link" href={`${skillPath(slug, "security", version)}#challenges`}>
              {claim}
            </SiteLink>{" "}
            <span className="text-ink-2">({t(`by.${standing ?? "none"}`)})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who published it, and the agent it says wrote it. */
function ReviewAuthor({ review: { publisher, agent, versions } }: { review: ReviewView }) {
  const t = useTranslations("review");
  return (
    <section aria-labelledby="author">
      <h2 id="author">{t("author")}</h2>
      <div className="grid justify-items-start gap-1.5 text-13">
        {publisher === null ? null : (
          <span className="flex items-center gap-2 font-semibold">
            <Avatar name={publisher} /> {publisher}
          </span>
        )}
        {agent === null ? null : <AgentBadge agent={agent} />}
        <span className="text-ink-2">{t("versionsAndAgent", { versions })}</span>
      </div>
    </section>
  );
}

const KEYS = [
  { keys: ["N", "P"], name: "finding" },
  { keys: ["[", "]"], name: "file" },
  { keys: ["E"], name: "expand" },
  { keys: ["M"], name: "note" },
] as const;

/**
 * The keys of the workspace, and the list in which single keys can be turned off. Where they are not shown, neither is
 * their heading.
 */
function ReviewKeys() {
  const t = useTranslations("review");
  const all = useTranslations("browse.keys");
  const named = KEYS.map(({ keys, name }) => ({ keys, name: t(`keys.${name}`) }));
  return (
    <section aria-labelledby="review-keys" className="to-720:hidden noscript:hidden">
      <h2 id="review-keys">{t("keysTitle")}</h2>
      <KeyLine keys={named} />
      <KeyDialog keys={[{ keys: ["/"], name: all("search") }, ...named]} />
    </section>
  );
}

interface FindingNavProps {
  findings: readonly ReviewedFinding[];
  /** The page with a file shown; findings without one stand on every page. */
  hrefOf: (path: string | null) => string;
}

/** All findings of the version, each a link to its place in the diff. */
function FindingNav({ findings, hrefOf }: FindingNavProps) {
  const t = useTranslations("review");
  return (
    <nav aria-label={t("findings")}>
      <h2>
        {t("findings")} <span className="count">{findings.length}</span>
      </h2>
      {findings.length === 0 ? <p className="text-13 text-ink-2">{t("noFindings")}</p> : null}
      <ul className="finding-links">
        {findings.map(({ key, code, severity, file, line, message, decision }) => (
          <li key={key}>
            <Icon
              name={decision?.decision === "accepted" ? "good" : severity === "high" ? "bad" : "alert"}
              size={16}
            />
            <SiteLink
              href={`${hrefOf(file)}#${findingAnchor(key)}`}
              aria-keyshortcuts="n p"
              data-finding-link={findingAnchor(key)}
            >
              <FindingWords code={code} message={message} strong />
              <span className="place">
                {code} {file === null ? null : `· ${file}${line === null ? "" : `:${line}`}`} ·{" "}
                {t(`decision.${decision?.decision ?? "open"}`)}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
