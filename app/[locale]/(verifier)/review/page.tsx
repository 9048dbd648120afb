import { signInPath } from "@/lib/web/auth/safe-return";
import { unlistedPage } from "@/components/site/page-metadata";
import "@/app/styles/audits.css";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { applyAction, reserveAction, revokeAction } from "@/app/[locale]/(verifier)/review/actions";
import { LinkHere } from "@/app/[locale]/link-here";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ApplicationForm } from "@/components/review/application-form";
import { readCaseFilter, writeCaseFilter } from "@/components/console/case-filter-address";
import { CaseFilters } from "@/components/console/case-filters";
import { NextReview, nextToRead } from "@/components/review/next-review";
import { QueueTable } from "@/components/review/queue-table";
import { ProblemNote, type NamedField, useFieldProblem } from "@/components/forms/problem-note";
import { refusedForm, writtenIn, wrongIn } from "@/components/forms/written-in";
import { PageShell } from "@/components/site/page-shell";
import { Empty, Note } from "@/components/ui/note";
import { OlderNewer, pageNumber } from "@/components/ui/pager";
import { PageSection, PageTitle } from "@/components/ui/page-parts";
import { findOwnApplication, prepareKeyStatement } from "@/lib/audits/applications";
import { listOwnAudits, type OwnAudit } from "@/lib/audits/seals";
import { listQueue } from "@/lib/audits/queue";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { isDomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/field";
import { verdictOf } from "@/components/review/signed-verdict";
import { skillPath } from "@/components/skill/links";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";

interface QueueProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<
    Record<"problem" | "field", string | undefined> & Record<string, string | string[] | undefined>
  >;
}

const PAGE_SIZE = 50;

export const generateMetadata = unlistedPage("review", "queue");

export default async function QueuePage({ params, searchParams }: QueueProps) {
  const { locale } = await params;
  const { problem, field, ...query } = await searchParams;
  const [page, auditsPage] = [pageNumber(query["page"]), pageNumber(query["audits"])];
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, "/review"));
  await recallWritten(field);
  const t = await getTranslations("review");
  const filter = readCaseFilter(query);
  const reviewPath = (toPage: number, toAudits: number) => pathOf(filter, toPage, toAudits);
  const queue = await listQueue(actor.accountId, { page, limit: PAGE_SIZE, filter }).catch(
    (error: unknown) => {
      if (isDomainError(error, "VERIFIER_REQUIRED")) return null;
      throw error;
    },
  );
  const signed = queue && (await listOwnAudits(actor.accountId, auditsPage));
  // Beyond the end, which comes nearer while others read: its beginning.
  const gone = (page > 1 && queue?.rows.length === 0) || (auditsPage > 1 && signed?.audits.length === 0);
  if (gone) redirect(localizedPath(locale, "/review"));
  return (
    <PageShell path="/review" section="audits">
      <div className="wrap">
        <PageTitle title={t("queue")} lead={t("queueLead")} />
        <ProblemNote code={problem} field={field} fields={refusedFields(t)} />
        <div className="pt-6">
          {queue === null ? (
            <NotEnrolled actor={actor} />
          ) : (
            <div className="grid gap-6">
              <CaseFilters filter={filter} path="/review" />
              {page === 1 && writeCaseFilter(filter) === "" ? (
                <NextReview next={nextToRead(queue.rows)} />
              ) : null}
              <QueueTable
                rows={queue.rows}
                reserve={reserveAction}
                isFiltered={writeCaseFilter(filter) !== ""}
              />
            </div>
          )}
        </div>
        {queue && (
          <OlderNewer
            page={page}
            more={queue.more}
            hrefOf={(to) => reviewPath(to, auditsPage)}
            words={["previous", "next"]}
            label={t("queue")}
          />
        )}
        {signed && (
          <>
            {query["done"] === "revoked" ? (
              <div role="status" className="mt-6">
                <Note tone="ok" title={t("revokedNow")}>
                  {t("revokedNowDetail")}
                </Note>
              </div>
            ) : null}
            <OwnAudits
              audits={signed.audits}
              revoke={revokeAction.bind(null, reviewPath(page, auditsPage))}
            />
            <OlderNewer
              page={auditsPage}
              more={signed.more}
              hrefOf={(to) => `${reviewPath(page, to)}#signed`}
              label={t("ownAudits")}
            />
          </>
        )}
      </div>
    </PageShell>
  );
}

/** The address of a page of the queue as it is filtered, and of a page of what the verifier has signed. */
function pathOf(filter: CaseFilter, page: number, auditsPage: number): string {
  const filtered = writeCaseFilter(filter);
  const parts = [...(page > 1 ? [`page=${page}`] : []), ...(auditsPage > 1 ? [`audits=${auditsPage}`] : [])];
  if (parts.length === 0) return `/review${filtered}`;
  return `/review${filtered}${filtered === "" ? "?" : "&"}${parts.join("&")}`;
}

/** The fields of the form that was refused: of the application, or of an audit that was to be taken back. */
function refusedFields(t: Awaited<ReturnType<typeof getTranslations<"review">>>): NamedField[] {
  const [form, audit] = refusedForm()?.split(" ") ?? [];
  if (form === "revoke") return [{ name: "reason", id: `revoke-${audit}`, label: t("revokeReason") }];
  return [
    { name: "name", id: "apply-name", label: t("apply.name") },
    { name: "about", id: "apply-about", label: t("apply.about") },
  ];
}

async function NotEnrolled({ actor }: { actor: Actor }) {
  const t = await getTranslations("review");
  return (
    <div className="grid max-w-[640px] gap-8">
      <Empty title={t("notEnrolled")}>{t("notEnrolledDetail")}</Empty>
      <ApplicationForm
        state={await findOwnApplication(actor.accountId)}
        address={actor.address}
        apply={applyAction}
        statement={
          actor.address === null
            ? null
            : prepareKeyStatement({
                market: new URL(env().APP_URL).host,
                accountId: actor.accountId,
                address: actor.address,
              })
        }
        localLedger={env().localLedger}
        link={<LinkHere path="/review" inForm />}
      />
    </div>
  );
}

interface OwnAuditsProps {
  audits: readonly OwnAudit[];
  revoke: (form: FormData) => Promise<void>;
}

/** What the verifier has signed; each can be taken back with a reason. */
function OwnAudits({ audits, revoke }: OwnAuditsProps) {
  const t = useTranslations("review");
  if (audits.length === 0) return null;
  return (
    <PageSection id="signed" title={t("ownAudits")} remark={t("ownAuditsRemark")} className="mt-10">
      <ul className="divide-y divide-line">
        {audits.map((audit) => (
          <li key={audit.id} className="flex flex-wrap items-end justify-between gap-4 py-3">
            <p>
              <SiteLink className="link" href={skillPath(audit.slug, "security", audit.version)}>
                {audit.slug}
              </SiteLink>{" "}
              <span className="font-mono">{audit.version}</span>{" "}
              <span className="text-14 text-ink-2">
                {t(`signedVerdict.${verdictOf(audit.verdict)}`)} <When iso={audit.issuedAt} as="day" />
              </span>
              {audit.overturned ? <span className="text-14 text-danger"> {t("overturned")}</span> : null}
              {audit.unfounded ? <span className="text-14 text-danger"> {t("unfounded")}</span> : null}
            </p>
            {audit.revokedAt === null ? (
              <div className="flex flex-wrap items-end gap-4">
                <SiteLink
                  className="link text-14"
                  href={`/review/advisory?skill=${encodeURIComponent(audit.slug)}&version=${encodeURIComponent(audit.version)}`}
                >
                  {t("adviseTitle")}
                  <span className="vh"> {audit.slug}</span>
                </SiteLink>
                <RevokeForm audit={audit} revoke={revoke} />
              </div>
            ) : (
              <p className="text-14 text-danger">{t("revoked")}</p>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function RevokeForm({ audit, revoke }: { audit: OwnAudit; revoke: OwnAuditsProps["revoke"] }) {
  const t = useTranslations("review");
  const form = `revoke ${audit.id}`;
  const written = writtenIn(form);
  const problem = useFieldProblem(wrongIn(form));
  return (
    <details open={written !== null}>
      <summary className="text-14">
        {t("revoke")}
        <span className="vh"> {audit.slug}</span>
      </summary>
      <form action={revoke} className="flex flex-wrap items-end gap-3 pt-2">
        <input type="hidden" name="audit" value={audit.id} />
        <InputField
          id={`revoke-${audit.id}`}
          name="reason"
          label={t("revokeReason")}
          required
          maxLength={500}
          defaultValue={written?.["reason"]}
          problem={problem("reason", t("revokeReason"))}
        />
        <button type="submit" className="btn btn-danger">
          {t("revokeNow")}
        </button>
      </form>
    </details>
  );
}
