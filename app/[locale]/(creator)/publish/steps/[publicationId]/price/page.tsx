import { labelsOf } from "@/lib/platform/i18n/labels";
import type { Metadata } from "next";
import { PriceBuys } from "@/components/ui/price-buys";
import { getTranslations } from "next-intl/server";
import { LinkHere } from "@/app/[locale]/link-here";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { InputField } from "@/components/forms/field";
import { ProblemNote } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { PayeeNote } from "@/components/publish/payee-note";
import { PriceArrives } from "@/components/publish/price-arrives";
import { PriceAmong } from "@/components/publish/price-among";
import { PublishSummary } from "@/components/publish/publish-summary";
import { stepOf } from "@/components/publish/under-way";
import { VettingChecks } from "@/components/publish/vetting-checks";
import { stepPath, WizardFrame } from "@/components/publish/wizard-frame";
import { PageShell } from "@/components/site/page-shell";
import { FormFoot, PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { env } from "@/lib/platform/config/env";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { findBlockers } from "@/lib/publishing/last-step/last-step";
import { findBondCost } from "@/lib/publishing/preview-version";
import { listLikePrices } from "@/lib/catalogue/prices/prices";
import { checkPackage } from "@/lib/publishing/check-package";
import { MAX_LAMPORTS } from "@/lib/skill-format";
import { saveTermsAction } from "../actions";
import { loadPublication, stepMetadata, type StepProps } from "../load-publication";
import { StepLead } from "../step-lead";
import { useTranslations } from "next-intl";
import { Seal } from "@/components/marks/audit-mark";
import type { Listing } from "@/lib/publishing/publications/publication";
import type { AuditDuty } from "@/lib/audits/audit-duty";
import type { AuditState } from "@/lib/registry/views";

const BASIS_POINTS_PER_PERCENT = 100;

export const generateMetadata = (props: StepProps): Promise<Metadata> => stepMetadata(props, "price");

export default async function PricePage(props: StepProps) {
  await recallWritten();
  const { locale, accountId, publication, keptPrice, preview, maintains, problem, field } =
    await loadPublication(props, "price");
  const t = await getTranslations("publish");
  const max = formatLamports(MAX_LAMPORTS.toString());
  const priceRefused = t("priceRefused", { max });
  const wrongPrice = field === "price" ? priceRefused : undefined;
  const { id, slug, package: skillPackage, priceLamports, listing, checks, vettingStatus } = publication;
  const { files, digest } = skillPackage;
  const { manifest } = await checkPackage({ skillPackage: { files, digest } });
  const declared = manifest.pricing === undefined ? null : BigInt(manifest.pricing.lamports);
  const stated = keptPrice ?? declared;
  const seconds = checks.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / 1000;
  const price = stated ?? priceLamports ?? 0n;
  const blockers = await findBlockers({
    accountId,
    slug,
    named: manifest.author.wallet ?? null,
    preview,
    // Who has not chosen yet hears of a wallet that no small price can be paid to.
    priceLamports: stated ?? priceLamports ?? (listing === null ? 1n : 0n),
    obstacles: preview.ok ? preview.obstacles : [],
  });
  const bond = findBondCost(manifest.hints);
  const written = writtenIn("price");
  return (
    <PageShell path={`/publish/steps/${id}/price`} wide>
      <WizardFrame
        step="price"
        publicationId={id}
        reach={stepOf(publication)}
        title={t("steps.price.name")}
        lead={
          <>
            <b className="font-medium">{slug}</b> · <StepLead preview={preview} />
          </>
        }
      >
        <form action={saveTermsAction.bind(null, id)}>
          {/* What Enter in a field presses, whatever other buttons of the form come before the last one. */}
          <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
          <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-12 gap-y-8 pt-6 to-1240:grid-cols-[minmax(0,1fr)]">
            <div className="grid min-w-0 content-start gap-8">
              <ProblemNote
                code={problem}
                field={field}
                fields={[{ name: "price", id: "price", label: t("priceLabel"), refused: priceRefused }]}
              />
              {checks.length === 0 ? null : (
                <PageSection
                  id="vetting"
                  title={t("steps.vetting.name")}
                  remark={vettingStatus === null ? null : t(`vetted.${vettingStatus}`, { seconds })}
                  more={
                    <SiteLink className="link" href={stepPath("vetting", id)}>
                      {t("fullReport")}
                    </SiteLink>
                  }
                >
                  <VettingChecks checks={checks} />
                </PageSection>
              )}
              <PageSection id="price-head" title={t("price")}>
                {blockers.map((blocker) => (
                  <div key={blocker.kind} className="pb-4">
                    <PayeeNote
                      blocker={blocker}
                      path={localizedPath(locale, stepPath("price", id))}
                      localLedger={env().localLedger}
                      link={<LinkHere path={stepPath("price", id)} inForm />}
                    />
                  </div>
                ))}
                <div className="mt-4 grid grid-cols-[200px_minmax(0,1fr)] items-start gap-5 to-900:grid-cols-[minmax(0,1fr)]">
                  <div>
                    <InputField
                      id="price"
                      name={keptPrice === null ? "price_lamports" : undefined}
                      label={t("priceLabel")}
                      note={t("priceNote")}
                      hint={
                        maintains
                          ? t("priceKept")
                          : keptPrice !== null
                            ? t("priceOfSkill")
                            : stated === null
                              ? t("priceHint", { percent: env().FEE_BASIS_POINTS / BASIS_POINTS_PER_PERCENT })
                              : t("priceStated", { sol: formatSol(stated.toString()) })
                      }
                      problem={wrongPrice}
                      mono
                      inputMode="numeric"
                      pattern="[0-9]*|[0-9]{1,3}([ ,_][0-9]{3})+"
                      title={t("priceFormat")}
                      maxLength={27}
                      defaultValue={
                        stated?.toString() ?? written?.["price_lamports"] ?? priceLamports?.toString() ?? ""
                      }
                      readOnly={stated !== null || maintains}
                    />
                    {keptPrice === null || maintains ? null : (
                      <SiteLink
                        className="link text-13"
                        href={`/dashboard/prices?skill=${slug}#change-price`}
                      >
                        {t("other-terms.change")}
                      </SiteLink>
                    )}
                    <PriceArrives
                      fieldId="price"
                      lamports={
                        stated?.toString() ?? written?.["price_lamports"] ?? priceLamports?.toString() ?? ""
                      }
                      feeBasisPoints={env().FEE_BASIS_POINTS}
                      labels={labelsOf(await getTranslations(), "publish.arrives")}
                    />
                    <p className="mt-2 text-13 text-ink-2">
                      <PriceBuys priceLamports={1n} />
                    </p>
                  </div>
                  <PriceAmong like={await listLikePrices(manifest)} price={price} />
                </div>
              </PageSection>
              <PageSection id="listing-head" title={t("listing.title")}>
                <ListingChoice
                  chosen={written?.["listing"] ?? listing ?? "unverified"}
                  bond={bond}
                  destructive={manifest.hints.destructive}
                  duty={preview.ok ? preview.duty : "full"}
                />
              </PageSection>
            </div>
            {preview.ok ? (
              <PublishSummary publication={publication} preview={preview} bond={null} open />
            ) : null}
          </div>
          <FormFoot>
            <SiteLink className="btn btn-lg btn-quiet" href={stepPath("vetting", id)}>
              {t("back")}
            </SiteLink>
            <button type="submit" className="btn btn-primary btn-lg">
              {t("toReview")}
            </button>
          </FormFoot>
        </form>
      </WizardFrame>
    </PageShell>
  );
}

const OFFERS = [
  ["optimistic", "Optimistic"],
  ["audit", "Audited"],
  ["unverified", "Unverified"],
] as const satisfies readonly (readonly [Listing, AuditState])[];

interface ListingChoiceProps {
  /** One of the listings; any other text chooses none. */
  chosen: string;
  /** Lamports to be locked; null where the market takes no deposits. */
  bond: bigint | null;
  destructive: boolean;
  duty: AuditDuty;
}

/** The three ways to be listed, as equal boxes with what each costs. */
function ListingChoice({ chosen, bond, destructive, duty }: ListingChoiceProps) {
  const t = useTranslations("publish.listing");
  return (
    <fieldset className="mt-4 grid gap-2.5">
      <legend className="vh">{t("title")}</legend>
      {OFFERS.map(([listing, state]) => {
        const closed = listing === "optimistic" && bond === null;
        return (
          <label
            key={listing}
            className="grid grid-cols-[auto_auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-1 border border-line-2 bg-surface px-4 py-3.5 has-checked:border-accent has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-disabled:bg-sunken"
          >
            <input
              type="radio"
              className="m-0 size-4 accent-accent"
              name="listing"
              value={listing}
              defaultChecked={listing === chosen && !closed}
              disabled={closed}
              required
            />
            <Seal state={state} size={20} />
            <b className="font-semibold">{t(`${listing}.name`)}</b>
            <span className="text-14">
              {listing === "optimistic" && bond !== null ? (
                <span
                  title={`${formatSol(bond.toString())} SOL, ${formatLamports(bond.toString())} lamports`}
                >
                  <span className="mono">{formatSol(bond.toString())}</span> SOL
                </span>
              ) : (
                t(closed ? "closed" : `${listing === "audit" ? "audit" : "unverified"}.cost`)
              )}
            </span>
            <p className="col-[3/-1] text-13 text-ink-2">
              {listing === "audit"
                ? t(`audit.about-${duty}`)
                : t(closed ? "optimistic.none" : `${listing}.about`)}
              {listing === "optimistic" && destructive && !closed ? ` ${t("optimistic.destructive")}` : ""}
            </p>
          </label>
        );
      })}
    </fieldset>
  );
}
