import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LinkHere } from "@/app/[locale]/link-here";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ConfirmedNote, ProblemNote, useFieldProblem } from "@/components/forms/problem-note";
import { AccessChoice } from "@/components/publish/access-choice";
import { PayeeNote } from "@/components/publish/payee-note";
import { UsernameField } from "@/components/forms/username-field";
import { writtenIn } from "@/components/forms/written-in";
import { rulesAddress } from "@/components/docs/rule-link";
import { LastStepFacts } from "@/components/publish/last-step-facts";
import { PublishSummary } from "@/components/publish/publish-summary";
import { stepPath, WizardFrame } from "@/components/publish/wizard-frame";
import { PageShell } from "@/components/site/page-shell";
import { FormFoot } from "@/components/ui/page-parts";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { env } from "@/lib/platform/config/env";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { isMadeUpUsername } from "@/lib/identity/accounts/username";
import { listDialectDocuments } from "@/lib/web/documents/read-document";
import { verdictLabels } from "@/components/validate/check-labels";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import { checkPackage } from "@/lib/publishing/check-package";
import { listFacts } from "@/lib/publishing/last-step/list-facts";
import { gatherLastStep } from "@/lib/publishing/last-step/last-step";
import { examplesOf } from "@/lib/publishing/publications/publication";
import type { DeclaredTerms } from "@/lib/registry/versions/terms";
import { findBondCost } from "@/lib/publishing/preview-version";
import { shownOf } from "@/lib/publishing/publications/publish-publication";
import { publishShownAction } from "../actions";
import { loadPublication, stepMetadata, type StepProps } from "../load-publication";
import { StepLead } from "../step-lead";

const PUBLISH_FORM = "publish";

export const generateMetadata = (props: StepProps): Promise<Metadata> => stepMetadata(props, "review");

export default async function ReviewPage(props: StepProps) {
  const { locale, accountId, publication, preview, maintains, problem, field, confirmed } =
    await loadPublication(props, "review");
  const t = await getTranslations("publish");
  const { id, slug, listing, package: skillPackage, priceLamports, vettingStatus } = publication;
  const shown = shownOf(publication);
  if (listing === null) redirect(localizedPath(locale, stepPath("price", id)));
  const { files, digest } = skillPackage;
  const { manifest } = await checkPackage({ skillPackage: { files, digest } });
  const examples = examplesOf(publication);
  const step = await gatherLastStep({
    accountId,
    package: skillPackage,
    priceLamports,
    examples,
    preview,
    organisation: publication.organisation ?? undefined,
  });
  await recallWritten(field);
  const { username } = await getAccount(accountId);
  const asksName = preview.ok && preview.change === "first" && !maintains && isMadeUpUsername(username);
  return (
    <PageShell path={`/publish/steps/${id}/review`} wide>
      <WizardFrame
        step="review"
        publicationId={id}
        reach="review"
        title={t("reviewTitle", { name: slug || t("unnamed") })}
        lead={preview.ok ? <StepLead preview={preview} /> : null}
      >
        <div className="grid max-w-[720px] gap-6 pt-6">
          <ProblemNote
            code={problem}
            field={field}
            fields={[
              { name: "username", id: "username", label: t("yourName.label") },
              { name: "access", id: "access", label: t("access.title"), refused: t("access.refused") },
            ]}
          />
          {confirmed ? <ConfirmedNote /> : null}
          {preview.ok ? (
            <NameNote slug={slug} renames={preview.renames} isFirst={preview.change === "first"} />
          ) : null}
          {publication.stagedBy === null ? null : (
            <Note tone="warn" title={t("staged.title", { by: publication.stagedBy })}>
              {t("staged.text")}
            </Note>
          )}
          {preview.ok && preview.otherTerms ? (
            <OtherTermsNote declared={preview.otherTerms} maintains={maintains} />
          ) : null}
          {preview.ok ? (
            <PublishSummary
              publication={publication}
              preview={preview}
              bond={listing === "optimistic" ? findBondCost(manifest.hints) : null}
            />
          ) : null}
          <LastStepFacts
            step={step}
            facts={listFacts(step)}
            remarks={
              <DialectVerdicts
                reports={step.reports}
                labels={verdictLabels(await getTranslations(), rulesAddress(locale, listDialectDocuments()))}
                meanings={issueMeanings(locale, step.reports)}
                open
              />
            }
            remedies={step.blockers
              .filter(({ kind }) => kind !== "cannot_run" && kind !== "not_run")
              .map((blocker) => (
                <PayeeNote
                  key={blocker.kind}
                  blocker={blocker}
                  path={localizedPath(locale, stepPath("review", id))}
                  localLedger={env().localLedger}
                  link={<LinkHere path={stepPath("review", id)} />}
                />
              ))}
            filePath={stepPath("check", id)}
          />
          {vettingStatus === "caution" ? (
            <Note
              tone="warn"
              title={t("vetted.caution")}
              action={
                <SiteLink className="btn btn-sm" href={stepPath("vetting", id)}>
                  {t("fullReport")}
                </SiteLink>
              }
            >
              {t("cautionAhead")}
            </Note>
          ) : null}
          {preview.ok && preview.change === "first" && !maintains ? (
            <AccessChoice chosen={writtenIn("last step")?.["access"] ?? "public"} form={PUBLISH_FORM} />
          ) : null}
          {asksName ? <YourName username={username} wrong={field} /> : null}
          <p className="text-13 text-ink-2">
            {t("reviewNote")} {listing === "optimistic" ? t("reviewBond") : null}
          </p>
        </div>
        <FormFoot className="max-w-[720px]">
          <SiteLink className="btn btn-lg btn-quiet" href={stepPath("price", id)}>
            {t("back")}
          </SiteLink>
          <form id={PUBLISH_FORM} action={publishShownAction.bind(null, id)}>
            <input type="hidden" name="package_digest" value={shown.packageDigest} />
            <input type="hidden" name="price_lamports" value={shown.priceLamports} />
            <input type="hidden" name="listing" value={shown.listing} />
            <input type="hidden" name="organisation" value={shown.organisation} />
            <button type="submit" className="btn btn-primary btn-lg" disabled={!preview.ok}>
              {t("publish", { version: preview.ok ? preview.version : "" })}
            </button>
          </form>
        </FormFoot>
      </WizardFrame>
    </PageShell>
  );
}

interface NameNoteProps {
  /** What the package calls the skill. */
  slug: string;
  /** What the skill is called now, if that is something else. */
  renames: string | null;
  /** It is the first version under this name. */
  isFirst: boolean;
}

/** That publishing renames a skill; or, of a first version, where a skill is renamed that has versions already. */
function NameNote({ slug, renames, isFirst }: NameNoteProps) {
  const t = useTranslations("publish");
  if (renames !== null) {
    return (
      <Note title={t("renames", { before: renames, name: slug })}>
        {t("renames-text", { before: renames })}
      </Note>
    );
  }
  if (!isFirst) return null;
  return (
    <p className="text-13 text-ink-2">
      {t("first-name", { name: slug })}{" "}
      <SiteLink className="link" href="/dashboard/names">
        {t("first-name-link")}
      </SiteLink>
    </p>
  );
}

/** Says that the file declares another price or wallet than the skill's, that this changes nothing, and where it changes. */
function OtherTermsNote({ declared, maintains }: { declared: DeclaredTerms; maintains: boolean }) {
  const t = useTranslations("publish.other-terms");
  const { priceLamports, payeeAddress } = declared;
  return (
    <Note
      tone="warn"
      title={t("title")}
      action={
        maintains ? undefined : (
          <SiteLink className="btn btn-sm" href="/dashboard/prices">
            {t("change")}
          </SiteLink>
        )
      }
    >
      <span className="wrap-anywhere">
        {priceLamports === null ? null : `${t("price", { lamports: priceLamports.toString() })} `}
        {payeeAddress === null ? null : `${t("payee", { address: payeeAddress })} `}
        {t(maintains ? "kept" : "kept-own")}
      </span>
    </Note>
  );
}

/** Asks whoever has not chosen a name yet, once they publish. */
function YourName({ username, wrong }: { username: string; wrong: string | undefined }) {
  const t = useTranslations("publish.yourName");
  return (
    <UsernameField
      id="username"
      name="username"
      asks="free"
      form={PUBLISH_FORM}
      label={t("label")}
      note={t("note")}
      hint={t("hint", { name: username })}
      problem={useFieldProblem(wrong)("username", t("label"))}
      defaultValue={writtenIn("last step")?.["username"]}
    />
  );
}
