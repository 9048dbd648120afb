import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LimitsSection } from "@/app/[locale]/(creator)/dashboard/spending/limits-section";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { firstOf } from "@/app/[locale]/skills/[slug]/load-skill";
import { ChartFrame, ChartKey, LamportsChart, NONE, PeriodLinks } from "@/components/dashboard/chart-parts";
import { ConfirmPayment } from "@/components/dashboard/confirm-payment";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { OlderLink, PurchaseTable } from "@/components/dashboard/payment-table";
import { InputField } from "@/components/forms/field";
import { unlistedPage } from "@/components/site/page-metadata";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { Empty, Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { linkTo, SiteLink } from "@/components/ui/site-link";
import { PERIODS, readPeriod, type Period } from "@/lib/kernel/day-window";
import { findConfirmation } from "@/lib/payments/limits/ask-person";
import { getAccount } from "@/lib/identity/accounts/accounts";
import {
  findPurchase,
  getSpendingOfPeriod,
  listPurchases,
  type Purchase,
  type Spending,
} from "@/lib/payments/purchases";
import { formatCount, formatDay, formatLamports, formatSol } from "@/lib/platform/i18n/format";
import type { PageProps } from "@/app/[locale]/page-props";

const PATH = "/dashboard/spending";
const MAX_ID_CHARACTERS = 64;
/** A signature in base58 has at most 88. */
const MAX_SIGNATURE_CHARACTERS = 100;

type Parameter =
  | "days"
  | "table"
  | "before"
  | "transaction"
  | "change"
  | "remove"
  | "problem"
  | "done"
  | "confirm";

export const generateMetadata = unlistedPage("spending");

/** What the wallets of whoever is signed in have paid: by day, by skill and by key, and each payment. */
export default async function SpendingPage(props: PageProps<Partial<Record<Parameter, string | string[]>>>) {
  const query = await props.searchParams;
  const asked = firstOf(query.confirm)?.slice(0, MAX_ID_CHARACTERS) ?? null;
  const back = asked === null ? PATH : `${PATH}?confirm=${encodeURIComponent(asked)}`;
  const { actor, frame } = await loadCreator(props, back);
  const period = readPeriod(firstOf(query.days));
  const before = firstOf(query.before)?.slice(0, MAX_ID_CHARACTERS) ?? null;
  const signature = firstOf(query.transaction)?.trim().slice(0, MAX_SIGNATURE_CHARACTERS) ?? "";
  const [t, words, spending, { purchases, next }, found, { wallets }, confirmation] = await Promise.all([
    getTranslations("spending"),
    getTranslations("dashboard.payments"),
    getSpendingOfPeriod(actor.accountId, period),
    listPurchases(actor.accountId, before),
    signature === "" ? null : findPurchase(actor.accountId, signature),
    getAccount(actor.accountId),
    asked === null ? null : findConfirmation(actor.accountId, asked),
  ]);
  const find = <FindPayment signature={signature} found={found} />;
  const isEmpty = purchases.length === 0 && before === null;
  return (
    <DashboardFrame
      {...frame}
      entry="spending"
      path={PATH}
      title={t("title")}
      lead={t("lead")}
      actions={
        isEmpty ? null : (
          <>
            <PeriodLinks path={PATH} periods={PERIODS} period={period} />
            <a className="btn btn-sm" href="/api/spending.csv" download>
              <Icon name="download" size={15} />
              {t("export")}
            </a>
          </>
        )
      }
    >
      {asked === null ? null : <ConfirmPayment confirmation={confirmation} />}
      {signature === "" ? null : find}
      {isEmpty ? (
        <div className="mt-6">
          <Empty
            title={t("none")}
            actions={
              <>
                <SiteLink className="btn" href="/docs/payment">
                  {t("how")}
                </SiteLink>
                <SiteLink className="btn" href="/settings#wallets">
                  {t(wallets.length === 0 ? "link" : "linkAnother")}
                </SiteLink>
              </>
            }
          >
            {t("noneDetail")}
          </Empty>
        </div>
      ) : null}
      {isEmpty || before !== null ? null : (
        <PeriodSpending spending={spending} period={period} asTable={firstOf(query.table) === "spending"} />
      )}
      {wallets.length === 0 ? null : (
        <LimitsSection
          accountId={actor.accountId}
          wallets={wallets.map(({ address }) => address)}
          open={{ change: firstOf(query.change), remove: firstOf(query.remove) }}
          problem={firstOf(query.problem)}
          done={firstOf(query.done)}
        />
      )}
      {isEmpty ? null : (
        <PageSection id="bought" title={words("bought")} className="mt-10">
          <PurchaseTable purchases={purchases} caption={words("bought")} />
          {next === null ? null : <OlderLink href={`${PATH}?before=${next}`} label={words("older")} />}
        </PageSection>
      )}
      {signature === "" ? find : null}
    </DashboardFrame>
  );
}

/** A payment by the signature of its transaction: the field, and what was found. */
function FindPayment({ signature, found }: { signature: string; found: Purchase | null }) {
  const t = useTranslations("spending");
  return (
    <PageSection id="find" title={t("find")} className="mt-10">
      {found === null ? null : <PurchaseTable purchases={[found]} caption={t("find")} />}
      {signature === "" || found !== null ? null : (
        <div className="mt-3">
          <Note title={t("notFound")}>{t.rich("wrongWallet", { link: linkTo("/settings#wallets") })}</Note>
        </div>
      )}
      <form method="get" className="mt-4 grid max-w-[640px] gap-3">
        <InputField
          id="transaction"
          name="transaction"
          label={t("transaction")}
          hint={t("transactionHint")}
          mono
          required
          maxLength={MAX_SIGNATURE_CHARACTERS}
          defaultValue={signature}
          autoComplete="off"
          spellCheck={false}
        />
        <p>
          <button type="submit" className="btn btn-sm">
            {t("findNow")}
          </button>
        </p>
      </form>
    </PageSection>
  );
}

interface PeriodSpendingProps {
  spending: Spending;
  period: Period;
  asTable: boolean;
}

/** A chart of the days, and which skills and keys it went to. */
function PeriodSpending({
  spending: { days, lamports, skills, keys },
  period,
  asTable,
}: PeriodSpendingProps) {
  const t = useTranslations("spending");
  const charts = useTranslations("dashboard.charts");
  const locale = useLocale();
  const isNothing = [...lamports.current, ...lamports.previous].every((amount) => amount === 0n);
  const sentence = (amounts: readonly string[]) =>
    t("sentence", {
      from: formatDay(days[0] ?? "", locale),
      to: formatDay(days.at(-1) ?? "", locale),
      first: amounts[0] ?? "0",
      last: amounts.at(-2) ?? "0",
    });
  const other = asTable
    ? { href: `${PATH}?days=${period}#spending`, words: charts("as-chart") }
    : { href: `${PATH}?days=${period}&table=spending#spending`, words: charts("as-table") };
  return (
    <>
      <div className="mt-8 max-w-[560px]">
        <ChartFrame
          id="spending"
          title={t("perDay")}
          remark={isNothing ? null : "SOL"}
          other={isNothing ? null : other}
        >
          {isNothing ? (
            <p className={NONE}>{t("noSpending")}</p>
          ) : (
            <>
              <LamportsChart
                title={t("perDayLamports")}
                days={days}
                series={lamports}
                asTable={asTable}
                sentence={sentence}
              />
              <ChartKey period={period} />
            </>
          )}
        </ChartFrame>
      </div>
      {skills.length === 0 ? null : (
        <>
          <div className="mt-10 grid grid-cols-2 gap-x-11 gap-y-8 to-1080:grid-cols-[minmax(0,1fr)]">
            <PageSection id="by-skill" title={t("bySkill")} remark={t("partsRemark", { days: period })}>
              <PartTable parts={skills} of="skill" />
            </PageSection>
            <PageSection id="by-key" title={t("byKey")} remark={t("partsRemark", { days: period })}>
              <PartTable parts={keys} of="key" />
            </PageSection>
          </div>
          <p className="mt-3 text-13 text-ink-2">{t("tokens")}</p>
        </>
      )}
    </>
  );
}

/** What was spent on each skill, or with each key of the account. */
function PartTable({ parts, of }: { parts: Spending["skills"]; of: "skill" | "key" }) {
  const t = useTranslations("spending");
  return (
    <DataTable
      className="mt-3 w-full"
      caption={t(of === "skill" ? "bySkill" : "byKey")}
      columns={[t(of), atEnd(t("calls")), atEnd(t("lamports"))]}
    >
      {parts.map(({ name, keyName, calls, lamports }) => (
        <tr key={name}>
          <th scope="row" className="font-normal wrap-anywhere">
            {name === null ? (
              t("noKey")
            ) : of === "skill" ? (
              <SiteLink className="hover:underline" href={`/skills/${name}`}>
                {name}
              </SiteLink>
            ) : (
              <>
                {keyName} <span className="mono text-ink-3">{name}</span>
              </>
            )}
          </th>
          <td className="end num">{formatCount(calls)}</td>
          <td className="end num">
            {formatLamports(lamports.toString())}
            <small className="block text-12 text-ink-3">{formatSol(lamports.toString())} SOL</small>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
