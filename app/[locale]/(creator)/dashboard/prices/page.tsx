import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { NoOwnSkill } from "@/components/dashboard/no-own-skill";
import { SendButton } from "@/components/forms/send-button";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { changePriceAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { organisationPage } from "@/components/dashboard/organisation-address";
import { InputField, SelectField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { PageSection } from "@/components/ui/page-parts";
import { Price } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { getOrganisation } from "@/lib/ownership/organisations/list-organisations";
import type { AnnouncedView } from "@/lib/registry/views";
import { formatLamports, formatMinute, formatSol, shortAddress } from "@/lib/platform/i18n/format";
import { listPrices, type OwnPrice } from "@/lib/publishing/price/change-price";
import { MAX_LAMPORTS } from "@/lib/skill-format";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.prices");

/** What calls of the reader's skills cost and whom they pay, and where one of them is given another price. */
export default async function PricesPage(props: PageProps<ActQuery>) {
  const { actor, frame, locale, query } = await loadCreator(props, "/dashboard/prices");
  const { done, about, field, skill } = query;
  const [t, prices, { wallets }] = await Promise.all([
    getTranslations("dashboard.prices"),
    listPrices(actor.accountId),
    getAccount(actor.accountId),
  ]);
  const wanted = writtenIn("price")?.["skill"] ?? skill ?? about;
  const chosen = prices.find(({ slug }) => slug === wanted) ?? null;
  const payees =
    chosen === null || chosen.organisation === null
      ? wallets.map(({ address }) => address)
      : await listOrganisationPayees(chosen.organisation);
  const changed = done === undefined ? undefined : prices.find(({ slug }) => slug === about);
  return (
    <DashboardFrame {...frame} entry="skills" path="/dashboard/prices" title={t("title")} lead={t("lead")}>
      <ActOutcome
        query={query}
        did={changed && t("done", { name: changed.slug })}
        more={[
          changed?.isWaiting && changed.priceLamports !== "0" ? t("waits") : "",
          changed?.announced ? t("announced", wordsOf(changed.slug, changed.announced, locale)) : "",
        ].join("")}
        fields={[
          { name: "price_lamports", id: "new-price", label: t("price") },
          { name: "payee", id: "new-payee", label: t("payee") },
        ]}
      />
      {chosen === null ? null : <PriceForm skill={chosen} wallets={payees} wrong={field} />}
      <PriceList prices={prices} />
    </DashboardFrame>
  );
}

/** What a skill of an organisation may pay: the wallet that it has named, if it has. */
async function listOrganisationPayees(organisation: string): Promise<string[]> {
  const { payeeAddress } = await getOrganisation(organisation, null);
  return payeeAddress === null ? [] : [payeeAddress];
}

const wordsOf = (name: string, { priceLamports, from }: AnnouncedView, locale: string) => ({
  name,
  price: formatSol(priceLamports),
  from: `${formatMinute(from, locale)} UTC`,
});

function PriceList({ prices }: { prices: readonly OwnPrice[] }) {
  const t = useTranslations("dashboard.prices");
  const words = useTranslations("dashboard");
  const run = useTranslations("run");
  const locale = useLocale();
  return (
    <PageSection id="prices" title={t("yours")} className="part">
      {prices.length === 0 ? (
        <NoOwnSkill>{t("no-skill")}</NoOwnSkill>
      ) : (
        <DataTable
          stacked
          caption={t("yours")}
          columns={[t("skill"), t("price"), t("payee"), atEnd(t("change"))]}
        >
          {prices.map(({ slug, organisation, priceLamports, payeeAddress, isWaiting, announced }) => (
            <tr key={slug}>
              <th scope="row">
                <SiteLink className="hover:underline" href={`/skills/${slug}`}>
                  {slug}
                </SiteLink>
                {organisation === null ? null : (
                  <small className="block text-13 font-normal text-ink-2">
                    {words("maintainers.of", { name: organisation })}
                  </small>
                )}
              </th>
              <td>
                <Price lamports={priceLamports} />
                {isWaiting && priceLamports !== "0" ? (
                  <small className="block text-13 text-ink-2">{t("waits")}</small>
                ) : null}
                {announced === null ? null : (
                  <small className="block text-13 text-ink-2">
                    {run("announced", wordsOf(slug, announced, locale))}
                  </small>
                )}
              </td>
              <td>
                {payeeAddress === null || priceLamports === "0" ? (
                  "–"
                ) : (
                  <span className="mono" title={payeeAddress}>
                    {shortAddress(payeeAddress)}
                  </span>
                )}
              </td>
              <td className="end">
                <SiteLink className="btn btn-sm" href={`/dashboard/prices?skill=${slug}#change-price`}>
                  {t("change")}
                  <span className="vh"> {slug}</span>
                </SiteLink>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}

interface PriceFormProps {
  skill: OwnPrice;
  /** Addresses that the account has linked, the first one first, or the one that its organisation has named. */
  wallets: readonly string[];
  /** Name of the field that was refused. */
  wrong: string | undefined;
}

function PriceForm({
  skill: { slug, organisation, priceLamports, payeeAddress },
  wallets,
  wrong,
}: PriceFormProps) {
  const t = useTranslations("dashboard.prices");
  const publish = useTranslations("publish");
  const words = useTranslations("organisations");
  const written = writtenIn("price");
  return (
    <PageSection id="change-price" title={t("change-of", { name: slug })} remark={t("what")} className="part">
      <form action={changePriceAction} className="grid max-w-[52ch] gap-4 pt-4">
        <input type="hidden" name="skill" value={slug} />
        <InputField
          id="new-price"
          name="price_lamports"
          label={t("price")}
          note={publish("priceNote")}
          hint={t("price-hint")}
          problem={
            wrong === "price_lamports"
              ? publish("priceRefused", { max: formatLamports(MAX_LAMPORTS.toString()) })
              : undefined
          }
          mono
          tall
          required
          inputMode="numeric"
          pattern="[0-9]*|[0-9]{1,3}([ ,_][0-9]{3})+"
          title={publish("priceFormat")}
          maxLength={27}
          autoComplete="off"
          defaultValue={written?.["price_lamports"] ?? priceLamports}
        />
        {wallets.length === 0 ? (
          <p className="text-14 text-ink-2">
            {organisation === null ? t("no-wallet") : words("payee-none")}{" "}
            <SiteLink
              className="link"
              href={organisation === null ? "/settings#wallets" : `${organisationPage(organisation)}#payee`}
            >
              {organisation === null ? t("link-wallet") : words("payee")}
            </SiteLink>
          </p>
        ) : (
          <SelectField
            id="new-payee"
            name="payee"
            label={t("payee")}
            note={organisation === null ? t("payee-note") : organisation}
            options={wallets.map((address) => ({ value: address, text: address }))}
            defaultValue={written?.["payee"] ?? payeeAddress ?? wallets[0] ?? ""}
            problem={wrong === "payee" ? t("payee-wrong") : undefined}
          />
        )}
        <SendButton>{t("send")}</SendButton>
      </form>
    </PageSection>
  );
}
