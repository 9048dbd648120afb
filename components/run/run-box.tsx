import { labelsOf } from "@/lib/platform/i18n/labels";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CallPrice } from "@/components/run/payment/call-price";
import { PriceSaid } from "@/components/run/payment/price-said";
import { MAX_CALLS } from "@/components/run/payment/count-calls";
import { callFields, chooseCall, callChoices } from "@/components/run/form/call-fields";
import { offerExamples } from "@/components/run/form/offer-examples";
import type { RunPlainly } from "@/components/run/plain-run";
import { isCalled, NotCalled } from "@/components/run/not-called";
import { Island } from "@/components/site/island";
import { RunFormWhole } from "@/components/run/form/run-form-whole";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import type { MedianPrice } from "@/lib/catalogue/prices/prices";
import { formatSol, formatLamports } from "@/lib/platform/i18n/format-amount";
import type { SolRate } from "@/lib/payments/rates/sol-rate";
import type { PayeeHint } from "@/lib/payments/quotes/payee-hint";
import type { SkillDetail } from "@/lib/registry/views";
import { languageOf } from "@/components/skill/files/language-of";
import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/links";
import type { SkillTool } from "@/lib/skill-format";

const NETWORK_FEE_LAMPORTS = 5_000n; // one signature

/** The rail's first box: what one call costs, and a form that buys and runs it. */
export async function RunBox({
  skill,
  median,
  payee,
  market,
  rate,
  network,
  runPlainly,
  tool,
  pinned,
}: {
  skill: SkillDetail;
  /** The tool that was chosen, by its name. */
  tool?: string | undefined;
  pinned?: string | undefined;
  median: MedianPrice | null;
  /** Whether its creator's wallet can be paid now; null where that is not known, or nothing is paid. */
  payee: PayeeHint | null;
  /** Where the market takes its share of a price, and how much; null where nothing is paid. */
  market: { treasuryAddress: string; feeBasisPoints: number } | null;
  /** What one SOL is in a currency; null where no source is named, or it has said nothing lately. */
  rate: SolRate | null;
  network: { localLedger: boolean; chain: `solana:${string}` };
  /** What a free skill's form is sent to while there are no scripts. */
  runPlainly: RunPlainly;
}) {
  const t = await getTranslations("run");
  const price = BigInt(skill.priceLamports);
  const free = price === 0n;
  const values = { most: MAX_CALLS, example: '{"text": "…"}', price: free ? "free" : "priced" };
  const missing = payee?.missingLamports ?? null;
  const fields = callFields(skill, tool);
  const form = {
    slug: skill.slug,
    version: skill.version,
    priceLamports: skill.priceLamports,
    networkFeeLamports: NETWORK_FEE_LAMPORTS.toString(),
    payee: skill.payeeAddress,
    market,
    publisher: skill.publisher,
    fields,
    examples: offerExamples(fields, skill.examples),
    authorLanguage: languageOf(skill.contentLanguage),
    payable: payee && {
      missingLamports: (missing ?? 0n).toString(),
      creatorLamports: payee.creatorLamports.toString(),
      leastLamports: payee.leastLamports.toString(),
    },
    labels: labelsOf(await getTranslations(), "run.form", values),
    locale: await getLocale(),
    network,
  };

  return (
    <section id="run" aria-labelledby="run-title" className="border border-edge bg-surface rounded-1">
      {skill.runnable ? <CallPrice skill={skill} median={median} /> : null}
      {free || !isCalled(skill) ? null : <PriceSaid priceLamports={skill.priceLamports} rate={rate} />}
      <div className="px-5 pb-5 pt-4">
        {skill.runnable && !free && (
          <noscript>
            <p className="mb-3 text-14 text-ink-2">
              {t.rich("needsScripts", { api: linkTo(`/skills/${skill.slug}/api`) })}
            </p>
          </noscript>
        )}
        {skill.withdrawn && isCalled(skill) ? (
          <p className="mb-3 text-14 text-danger">{t("withdrawnPaid")}</p>
        ) : null}
        {missing === null ? null : (
          <div className="mb-3">
            <Note tone="warn" title={t("notYetPayable")}>
              {t("notYetPayableDetail", {
                missing: formatLamports(missing.toString()),
                sol: formatSol(missing.toString()),
              })}
            </Note>
          </div>
        )}
        {isCalled(skill) && <ToolChoice skill={skill} pinned={pinned} chosen={chooseCall(skill, tool)} />}
        {!isCalled(skill) ? null : skill.skillAccess === "private" ? (
          // Scripts ask the agent API, which knows no session: the form alone says who asks.
          <RunFormWhole {...form} runPlainly={runPlainly} />
        ) : (
          <Island name="run" props={form}>
            <RunFormWhole {...form} runPlainly={runPlainly} />
          </Island>
        )}
        {isCalled(skill) ? null : (
          <>
            <h2 id="run-title" className="mb-3 text-15 font-semibold">
              {t("form.title")}
            </h2>
            <NotCalled skill={skill} />
          </>
        )}
      </div>
    </section>
  );
}

const linkTo = (href: string) => (words: ReactNode) => (
  <SiteLink className="link" href={href}>
    {words}
  </SiteLink>
);

/** Which of its tools the form of a VibeLife skill is for; nothing where there is no choice. */
export function ToolChoice({
  skill,
  pinned,
  chosen,
}: {
  skill: Pick<SkillDetail, "slug" | "tools" | "entryPoint">;
  pinned: string | undefined;
  chosen: SkillTool | null;
}) {
  const t = useTranslations("run.tools");
  const choices = callChoices(skill);
  if (choices.length < 2) return null;
  const path = skillPath(skill.slug, "overview", pinned);
  const hrefOf = (tool: SkillTool | null) =>
    tool === null
      ? `${path}#run`
      : `${path}${path.includes("?") ? "&" : "?"}tool=${encodeURIComponent(tool.name)}#run`;
  return (
    <nav aria-label={t("choose")} className="mb-3 text-13">
      <p className="text-ink-2">{t("choose")}</p>
      <ul className="mt-1">
        {choices.map((tool) => (
          <li key={tool?.name ?? ""} className="wrap-anywhere">
            <SiteLink
              className="link font-mono"
              href={hrefOf(tool)}
              rel="nofollow"
              aria-current={tool?.name === chosen?.name ? "true" : undefined}
            >
              {tool?.name ?? t("whole")}
            </SiteLink>
          </li>
        ))}
      </ul>
      {chosen === null || chosen.whenToCall === "" ? null : (
        <p className="mt-1 text-ink-2">{t("when", { when: chosen.whenToCall })}</p>
      )}
    </nav>
  );
}
