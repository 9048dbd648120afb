import { publicPage } from "@/components/site/page-metadata";
import { Icon } from "@/components/ui/icon";
import { Fact } from "@/components/ui/fact";
import { getTranslations } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { PageSection } from "@/components/ui/page-parts";
import { useTranslations } from "next-intl";
import { auditWordClass, Seal, TrustMark } from "@/components/marks/audit-mark";
import { DataTable } from "@/components/ui/data-table";
import { Proven } from "@/components/skill/examples/proven";
import { Price, When } from "@/components/ui/values";
import { shortAddress, shortDigest } from "@/lib/platform/i18n/format";

export const generateMetadata = publicPage("/docs/marks", "docs.marks");

export default async function MarksPage() {
  const t = await getTranslations("docs.marks");
  return (
    <DocsFrame path="/docs/marks" title={t("title")} lead={t("lead")}>
      <PageSection id="states" title={t("states")} className="part">
        <MarkTable />
      </PageSection>
      <PageSection id="facts" title={t("facts")} className="part">
        <FactTable />
      </PageSection>
      <PageSection id="forms" title={t("forms")} className="part">
        <WrittenForms />
      </PageSection>
      <PageSection id="words" title={t("words")} className="part">
        <Words />
      </PageSection>
    </DocsFrame>
  );
}

const STATES = ["Audited", "Optimistic", "Unverified"] as const;

const LEVELS = ["verified", "community", "sandbox"] as const;

/** The six marks: how each looks, so that it is known without its colour, and what it says. */
function MarkTable() {
  const t = useTranslations("docs.marks");
  const common = useTranslations("common");
  const legend = useTranslations("home.legend");
  return (
    <DataTable stacked className="mt-3" caption={t("states")} columns={[t("mark"), t("shape"), t("says")]}>
      {STATES.map((state) => (
        <tr key={state} id={state === "Audited" ? "audit" : undefined}>
          <th scope="row">
            <span className={`mark ${auditWordClass(state)}`}>
              <Seal state={state} size={20} />
              {common(`audit.${state}`)}
            </span>
          </th>
          <td>{t(`shapes.${state}`)}</td>
          <td className="text-ink-2">{legend(state)}</td>
        </tr>
      ))}
      {LEVELS.map((level) => (
        <tr key={level} id={level === "verified" ? "trust" : undefined}>
          <th scope="row">
            <span className="mark">
              <TrustMark level={level} size={20} />
              {common(`trust.${level}`)}
            </span>
          </th>
          <td>{t(`shapes.${level}`)}</td>
          <td className="text-ink-2">{legend(level)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const FACTS = [
  ["may-touch", "lock"],
  ["examples", "proven"],
  ["source", "commit"],
] as const;

/** The facts of a skill that have no mark of their own: what each says. */
function FactTable() {
  const t = useTranslations("docs.marks");
  const vouch = useTranslations("skill.vouch");
  return (
    <DataTable stacked className="mt-3" caption={t("facts")} columns={[t("mark"), t("says")]}>
      {FACTS.map(([name, icon]) => (
        <tr key={name} id={name}>
          <th scope="row">
            <span className="mark">
              <Icon name={icon} size={17} />
              {vouch(name)}
            </span>
          </th>
          <td className="text-ink-2">{vouch.rich(`means.${name}`, { security: (words) => words })}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const WORDS = ["digest", "seal", "bond", "claim", "dialect", "default", "latency", "checkpoint"] as const;

/** Words of the pages that not everybody has met, each with its meaning. */
function Words() {
  const t = useTranslations("docs.marks.word");
  return (
    <dl className="facts">
      {WORDS.map((word) => (
        <Fact key={word} name={t(`${word}.name`)}>
          {t(`${word}.means`)}
        </Fact>
      ))}
    </dl>
  );
}

const WHOLE_THOUSANDS = "42000";

const FINER = "1234567";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";

const EMPTY_DIGEST = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const FIRST_BLOCK = "2020-03-16T14:29:00.000Z";

/** How amounts, addresses, digests, times and proofs are written in lists. */
function WrittenForms() {
  const t = useTranslations("docs.marks.form");
  return (
    <dl className="facts">
      <Fact name={t("price")}>
        <Price lamports={WHOLE_THOUSANDS} />
      </Fact>
      <Fact name={t("finer")}>
        <Price lamports={FINER} />
      </Fact>
      <Fact name={t("free")}>
        <Price lamports="0" />
      </Fact>
      <Fact name={t("address")}>
        <span className="mono" title={SYSTEM_PROGRAM}>
          {shortAddress(SYSTEM_PROGRAM)}
        </span>
      </Fact>
      <Fact name={t("digest")}>
        <span className="mono" title={EMPTY_DIGEST}>
          {shortDigest(EMPTY_DIGEST)}
        </span>
      </Fact>
      <Fact name={t("time")}>
        <span className="mono">
          <When iso={FIRST_BLOCK} as="second" />
        </span>
      </Fact>
      <Fact name={t("proven")}>
        <Proven proven={5} total={5} />
      </Fact>
      <Fact name={t("part")}>
        <Proven proven={2} total={3} />
      </Fact>
    </dl>
  );
}
