import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { decideTogetherAction } from "@/app/[locale]/(account)/administration/actions";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { casePath, CaseAge, UnlessOwn, versionCasePath } from "@/components/administration/case";
import { HeldVersionItem } from "@/components/administration/held-version-item";
import { type WaitsAs, useVersionChoices } from "@/components/administration/version-form";
import type { PageQuery } from "@/components/browse/search-params";
import { readCaseFilter, writeCaseFilter } from "@/components/console/case-filter-address";
import { CaseFilters } from "@/components/console/case-filters";
import { RuleLink } from "@/components/docs/rule-link";
import { DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { DECISION_DAYS, listLeftToOthers } from "@/lib/identity/decided-by";
import { PageSection } from "@/components/ui/page-parts";
import type { Actor } from "@/lib/identity/actor";
import { listHeld, listHeldVersions, type HeldVersion } from "@/lib/moderation/held";
import type { WaitingCase } from "@/lib/moderation/list-waiting";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { listRuleRecords, type RuleRecord } from "@/lib/moderation/rule-records";
import { loadAdministrator } from "./load-administrator";
import { DecisionForm } from "@/components/administration/decision-form";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration");

export default async function AdministrationPage(props: PageProps<AdministrationOutcome & PageQuery>) {
  const { actor, outcome, cases, frame } = await loadAdministrator(props, "/administration");
  const filter = readCaseFilter(outcome);
  const t = await getTranslations("administration");
  return (
    <AdministrationFrame {...frame} section="overview" reason={t("reason")}>
      <WaitingTable cases={cases} days={DECISION_DAYS} />
      <CaseFilters filter={filter} path="/administration" />
      <WaitingVersions actor={actor} waits="held" filter={filter} />
      <WaitingVersions actor={actor} waits="doubted" filter={filter} />
      <RuleRecordTable records={await listRuleRecords(actor)} />
    </AdministrationFrame>
  );
}

interface WaitingVersionsProps {
  actor: Actor;
  waits: WaitsAs;
  filter: CaseFilter;
}

const WORDS = {
  held: { title: "held", remark: "heldRemark", none: "noneHeld" },
  doubted: { title: "doubted", remark: "doubtedRemark", none: "noneDoubted" },
} as const;

/** Versions that wait, each with its reason and the way to its files; those of one owner can be decided together. */
async function WaitingVersions({ actor, waits, filter }: WaitingVersionsProps) {
  const t = await getTranslations("administration");
  const versions = await (waits === "held" ? listHeld : listHeldVersions)(actor, filter);
  const leftToOthers = await listLeftToOthers(
    actor,
    versions.map(({ skill }) => skill.id),
  );
  const words = WORDS[waits];
  const isTogether = filter.owner !== undefined && versions.length > 1;
  return (
    <PageSection id={waits} title={t(words.title)} remark={t(words.remark)}>
      {versions.length === 0 && (
        <p className="py-3 text-14 text-ink-2">
          {t(writeCaseFilter(filter) === "" ? words.none : "noneSuch")}
        </p>
      )}
      <ul className="divide-y divide-line">
        {versions.map((held) => (
          <HeldVersionItem key={held.id} held={held} href={`/publish/${held.id}`}>
            <UnlessOwn leftToOthers={leftToOthers.has(held.skill.id)}>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <SiteLink className="btn" href={versionCasePath(held.id, { filter }) + placeOf(held)}>
                  {t("readAndDecide")}
                  <span className="vh"> {held.skill.slug}</span>
                </SiteLink>
                {isTogether ? (
                  <TogetherBox waits={waits} versionId={held.id} name={held.skill.slug} />
                ) : held.skill.owner !== null && countOf(versions, held) > 1 ? (
                  <SiteLink
                    className="link text-14"
                    href={`/administration${writeCaseFilter({ ...filter, owner: held.skill.owner })}`}
                  >
                    {t("ofOwner", { count: countOf(versions, held), name: held.skill.owner })}
                  </SiteLink>
                ) : null}
              </p>
            </UnlessOwn>
          </HeldVersionItem>
        ))}
      </ul>
      {isTogether ? (
        <TogetherForm waits={waits} list={writeCaseFilter(filter)} action={decideTogetherAction} />
      ) : null}
    </PageSection>
  );
}

const placeOf = ({ place }: HeldVersion) => (place === null ? "" : `#L${place.line}`);
const countOf = (versions: readonly HeldVersion[], { skill }: HeldVersion) =>
  versions.filter((each) => each.skill.owner === skill.owner).length;

/** How often each rule of vetting was right, by what administrators decided. */
function RuleRecordTable({ records }: { records: readonly RuleRecord[] }) {
  const t = useTranslations("administration");
  return (
    <PageSection id="rules" title={t("rules")} remark={t("rulesRemark")}>
      {records.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noRecords")}</p>
      ) : (
        <DataTable
          stacked
          caption={t("rules")}
          columns={[t("rule"), t("heldCount"), t("letThrough"), t("right")]}
        >
          {records.map(({ code, held, letThrough, right, isDoubtful }) => (
            <tr key={code}>
              <th scope="row" className="font-normal">
                {code === null ? t("otherReason") : <RuleLink code={code} className="font-mono text-13" />}
                {isDoubtful ? (
                  <span className="block text-13 font-medium text-caution">{t("isDoubtful")}</span>
                ) : null}
              </th>
              <td>{held}</td>
              <td>{letThrough}</td>
              <td>{right}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}

const SHOWN = 20;

/** What an administrator has to decide about within `days`, of every kind, longest waiting first. */
function WaitingTable({ cases, days }: { cases: readonly WaitingCase[]; days: number }) {
  const t = useTranslations("administration");
  const more = cases.length - SHOWN;
  return (
    <PageSection id="waiting" title={t("allWaiting")} remark={t("allWaitingRemark", { days })}>
      {cases.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("noneWaiting")}</p>
      ) : (
        <DataTable stacked caption={t("allWaiting")} columns={[t("about"), t("what"), t("waitingSince")]}>
          {cases.slice(0, SHOWN).map((each) => (
            <tr key={`${each.kind} ${each.id}`}>
              <th scope="row" className="wrap-anywhere">
                <SiteLink className="font-semibold hover:underline" href={casePath(each)}>
                  {each.name}
                </SiteLink>
              </th>
              <td>{t(`kind.${each.kind}`)}</td>
              <td>
                <CaseAge age={each} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {more > 0 ? <p className="hint">{t("moreWaiting", { count: more })}</p> : null}
    </PageSection>
  );
}

interface TogetherProps {
  waits: WaitsAs;
  list: string;
  action: (form: FormData) => Promise<void>;
}

/** The id of the form that the boxes of a list belong to. */
const togetherForm = (waits: WaitsAs) => `together-${waits}`;

/** One decision, with one reason, about the versions of an owner that are ticked in the list above it. */
function TogetherForm({ waits, list, action }: TogetherProps) {
  const t = useTranslations("administration");
  return (
    <section
      className="border border-edge bg-surface px-4 py-3"
      aria-labelledby={`${togetherForm(waits)}-title`}
    >
      <h3 id={`${togetherForm(waits)}-title`} className="font-semibold">
        {t("together")}
      </h3>
      <p className="pb-3 text-14 text-ink-2">{t("togetherDetail")}</p>
      <DecisionForm
        id={togetherForm(waits)}
        subject={["together", waits]}
        list={list}
        action={action}
        reason={{ label: t("reason"), note: t("togetherReason"), required: true }}
        choices={useVersionChoices(waits)}
      />
    </section>
  );
}

/** The box that takes a version of a list into that decision. */
function TogetherBox({ waits, versionId, name }: { waits: WaitsAs; versionId: string; name: string }) {
  const t = useTranslations("administration");
  return (
    <label className="flex w-fit items-center gap-2 text-14">
      <input type="checkbox" name="version" value={versionId} form={togetherForm(waits)} />
      {t("choose")}
      <span className="vh"> {name}</span>
    </label>
  );
}
