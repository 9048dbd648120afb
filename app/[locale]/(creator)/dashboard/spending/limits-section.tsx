import { getLocale, getTranslations } from "next-intl/server";
import {
  pasteLimitAction,
  prepareLimitAction,
  prepareRemovalAction,
  setLimitAction,
} from "@/app/[locale]/(creator)/dashboard/spending/actions";
import { describeTerms } from "@/app/[locale]/(creator)/dashboard/spending/describe-limit";
import { pageLocale, withQuery } from "@/app/[locale]/form-outcome";
import { LimitForm, type WrittenLimit } from "@/components/dashboard/limit-form";
import { WalletLimit } from "@/components/dashboard/wallet-limit";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { systemClock } from "@/lib/kernel/clock";
import { getSpending, type WalletSpending } from "@/lib/payments/limits/get-spending";
import { LEAST_AUDIT_STATES, type SpendingTerms } from "@/lib/payments/limits/spending-statement";
import { env } from "@/lib/platform/config/env";
import { shortAddress } from "@/lib/platform/i18n/format";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { localizedPath } from "@/lib/platform/i18n/paths";

const SPENDING_PAGE = "/dashboard/spending";

/** Refusals that have a sentence: of a field, of what was signed, or of a code. */
const PROBLEMS = [
  "perCall",
  "perDay",
  "lastDay",
  "leastAuditState",
  "askAbove",
  "scopes",
  "unknownScope",
  "signature",
  "statement",
  "SPENDING_LIMIT_CHANGED",
  "RATE_LIMITED",
  "AUTH_REQUIRED",
] as const;

interface LimitsSectionProps {
  accountId: string;
  wallets: readonly string[];
  /** The wallet whose limit is being changed, or removed. */
  open: { change: string | undefined; remove: string | undefined };
  /** What the address says of the last act. */
  problem: string | undefined;
  done: string | undefined;
}

/** What each wallet of the account has signed about how much may be paid from it, with the forms that change it. */
export async function LimitsSection({ accountId, wallets, open, problem, done }: LimitsSectionProps) {
  const t = await getTranslations("spending.limit");
  const all = await Promise.all(wallets.map((address) => getSpending({ address, accountId, before: null })));
  const said = done === "set" ? "done" : done === "removed" ? "doneRemoved" : null;
  const refused = PROBLEMS.find((each) => each === problem);
  return (
    <PageSection id="limits" title={t("title")} className="mt-10">
      <p className="mt-3 max-w-[68ch] text-14 text-ink-2">{t("lead")}</p>
      <div className="mt-3 grid gap-3">
        <div role="status">{said ? <Note tone="ok" title={t(said)} /> : null}</div>
        {refused ? (
          <div role="alert">
            <Note tone="bad" title={t("refused")}>
              {t(`problems.${refused}`)}
            </Note>
          </div>
        ) : null}
      </div>
      {all.map((spending) => (
        <OneWallet key={spending.address} spending={spending} open={open} />
      ))}
    </PageSection>
  );
}

async function OneWallet({
  spending,
  open,
}: { spending: WalletSpending } & Pick<LimitsSectionProps, "open">) {
  const [t, all, locale] = [
    await getTranslations("spending.limit"),
    await getTranslations(),
    await getLocale(),
  ];
  const { address } = spending;
  const terms = spending.limit?.terms ?? null;
  const isEnded = terms !== null && terms.until !== null && new Date(terms.until) <= systemClock.now();
  const words = { address: shortAddress(address) };
  const signing = {
    verifierAddress: address,
    localLedger: env().localLedger,
    labels: {
      ...labelsOf(all, "review.signing"),
      ...labelsOf(all, "review.wallet"),
      ...labelsOf(all, "spending.limitForm", words),
    },
    problems: Object.fromEntries(PROBLEMS.map((code) => [code, t(`problems.${code}`)])),
    auditStates: LEAST_AUDIT_STATES.map((value) => ({ value, text: t(`least.${value}`) })),
    signInHref: withQuery(
      localizedPath(locale, "/sign-in"),
      `return=${encodeURIComponent(localizedPath(locale, hrefOf("change", address)))}`,
    ),
    doneHref: localizedPath(locale, SPENDING_PAGE),
    submit: setLimitAction.bind(null, address),
    paste: pasteLimitAction.bind(null, address),
  };
  const asked =
    open.remove === address && terms !== null ? "remove" : open.change === address ? "change" : null;
  return (
    <WalletLimit
      spending={spending}
      rows={terms === null ? [] : describeTerms(terms, await pageLocale())}
      isEnded={isEnded}
      changeHref={hrefOf("change", address)}
      removeHref={hrefOf("remove", address)}
    >
      {asked === null ? null : (
        <div className="mt-4 max-w-[640px]">
          <h4 className="mb-3 text-15 font-semibold">
            {t(asked === "remove" ? "remove" : terms === null ? "set" : "change")}
          </h4>
          {asked === "remove" ? <p className="mb-3 text-14 text-ink-2">{t("removeDetail")}</p> : null}
          <LimitForm
            {...signing}
            id="limit"
            written={asked === "remove" ? null : toWritten(terms)}
            prepare={
              asked === "remove"
                ? prepareRemovalAction.bind(null, address)
                : prepareLimitAction.bind(null, address)
            }
          />
          <p className="mt-3">
            <SiteLink className="link text-14" href={`${SPENDING_PAGE}#limit-of-${address}`}>
              {t("cancel")}
            </SiteLink>
          </p>
        </div>
      )}
    </WalletLimit>
  );
}

const hrefOf = (act: "change" | "remove", address: string) =>
  `${SPENDING_PAGE}?${act}=${address}#limit-of-${address}`;

/** What the form begins with: the limit in force, or nothing. */
function toWritten(terms: SpendingTerms | null): WrittenLimit {
  if (terms === null)
    return { perCall: "", perDay: "", lastDay: "", leastAuditState: "Unverified", askAbove: "", scopes: "" };
  return {
    perCall: terms.perCallLamports,
    perDay: terms.perDayLamports,
    lastDay: terms.until === null ? "" : new Date(Date.parse(terms.until) - 1).toISOString().slice(0, 10),
    leastAuditState: terms.leastAuditState,
    askAbove: terms.askAboveLamports ?? "",
    scopes: terms.scopes.map(({ kind, id, perDayLamports }) => `${kind} ${id} ${perDayLamports}`).join("\n"),
  };
}
