import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import { NotCalled } from "@/components/run/not-called";
import { CommandStep } from "@/components/skill/install/install-box";
import { callSamples, paidSamples } from "@/components/skill/install/commands";
import { CodeBlock } from "@/components/ui/code/code-block";
import { DataTable } from "@/components/ui/data-table";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { ShellText } from "@/components/ui/code/shell-text";
import type { SkillDetail } from "@/lib/registry/views";
import { schemaFields } from "@/components/skill/overview/schema-fields";
import { JsonText } from "@/components/ui/code/coloured-code";
import { printJson } from "@/components/ui/code/json";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

/** How an agent calls this skill: fields, the call in three languages, headers and error codes. */
export function ApiTab({ skill, origin }: { skill: SkillDetail; origin: string }) {
  const t = useTranslations("skill.api");
  return (
    <>
      <SchemaTable id="input" title={t("input")} schema={skill.inputSchema} />
      <SchemaTable id="output" title={t("output")} schema={skill.outputSchema} />
      <PageSection
        id="call"
        title={t("call")}
        remark={!skill.runnable ? null : skill.priceLamports === "0" ? t("call-free") : t("call-paid")}
        className="part"
      >
        {skill.runnable ? (
          <Calls skill={skill} origin={origin} />
        ) : (
          <div className="pt-3">
            <NotCalled skill={skill} />
          </div>
        )}
      </PageSection>
      <PageSection id="headers" title={t("headers")} remark={t("headers-remark")} className="part">
        <Headers skill={skill} />
      </PageSection>
      <PageSection id="errors" title={t("errors")} remark={t("errors-remark")} className="part">
        <Errors paid={skill.priceLamports !== "0"} />
      </PageSection>
    </>
  );
}

function Calls({ skill, origin }: { skill: SkillDetail; origin: string }) {
  if (skill.priceLamports !== "0") return <PaidCalls skill={skill} origin={origin} />;
  const { curl, python, typescript } = callSamples(origin, skill);
  return (
    <div className="mt-3 grid gap-3">
      <CodeBlock code={curl} title="curl" wrap>
        <ShellText code={curl} />
      </CodeBlock>
      <CodeBlock code={python} title="Python" wrap />
      <CodeBlock code={typescript} title="TypeScript" wrap />
    </div>
  );
}

const linkTransaction = (words: ReactNode) => (
  <SiteLink className="link" href="/docs/payment#the-transaction-exactly">
    {words}
  </SiteLink>
);

/** One command that does all of it, then the same step by step for programs. */
function PaidCalls({ skill, origin }: { skill: SkillDetail; origin: string }) {
  const t = useTranslations("skill.api");
  const samples = paidSamples(origin, skill);
  const steps = [
    { text: t("paid-quote"), code: samples.quote },
    { text: t.rich("paid-sign", { link: linkTransaction }), code: samples.payment },
    { text: t("paid-run"), code: samples.run },
  ];
  return (
    <>
      <p className="pb-2 pt-3 text-14">{t("paid-whole")}</p>
      <CodeBlock code={samples.whole} title="emporion" wrap>
        <ShellText code={samples.whole} />
      </CodeBlock>
      <p className="pt-5 text-14">{t("paid-steps")}</p>
      <ol className="do-steps">
        {steps.map(({ text, code }) => (
          <CommandStep key={code} text={text} command={code} title="curl" />
        ))}
      </ol>
    </>
  );
}

/** The three headers an agent can choose its isolation by, with the values of this version. */
function Headers({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.api");
  const headers = [
    ["X-Skill-Trust", skill.trustLevel],
    ["X-Skill-Claim-Status", skill.claimStatus],
    ["X-Skill-Verified", String(skill.trustLevel === "verified")],
  ] as const;
  return (
    <DataTable className="mt-3" caption={t("headers")} columns={[t("header"), t("value")]}>
      {headers.map(([name, value]) => (
        <tr key={name}>
          <th scope="row" className="mono">
            {name}
          </th>
          <td className="num">{value}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const FREE_CODES = [
  "INPUT_INVALID",
  "SKILL_NOT_RUNNABLE",
  "VERSION_NOT_AVAILABLE",
  "RUNNER_BUSY",
  "RUNNER_UNAVAILABLE",
  "RATE_LIMITED",
] as const;
const PAID_CODES = [
  "PAYMENT_REQUIRED",
  "AUDIT_STATE_CHANGED",
  "PRICE_NOT_PAYABLE",
  "QUOTE_EXPIRED",
  "TRANSACTION_REJECTED",
  "SPENDING_LIMIT_EXCEEDED",
  "SIGNATURE_ALREADY_USED",
] as const;

function Errors({ paid }: { paid: boolean }) {
  const t = useTranslations("skill.api");
  return (
    <DataTable className="mt-3" caption={t("errors")} columns={[t("code"), t("happened")]}>
      {[...(paid ? PAID_CODES : []), ...FREE_CODES].map((code) => (
        <tr key={code}>
          <th scope="row" className="mono">
            {code}
          </th>
          <td>{t(`error.${code}`)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

/** A call schema as a table of its fields, and whole as JSON. */
function SchemaTable({
  id,
  title,
  schema,
}: {
  id: string;
  title: string;
  schema: Record<string, unknown> | null;
}) {
  const t = useTranslations("skill.api");
  const fields = schemaFields(schema);
  return (
    <PageSection id={id} title={title} className="part">
      {schema === null ? <p className="pt-3 text-14 text-ink-2">{t("no-schema")}</p> : null}
      {fields.length > 0 ? (
        <div className="overflow-x-auto" {...SCROLLABLE}>
          <DataTable
            className="mt-3"
            caption={title}
            columns={[t("field"), t("type"), t("default"), t("meaning")]}
          >
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row" className="mono">
                  {field.name}
                </th>
                <td className="num">{field.type}</td>
                <td>
                  {field.required ? (
                    <span className="text-ink-3">{t("required")}</span>
                  ) : (
                    <code>{field.standard}</code>
                  )}
                </td>
                <td>
                  {field.meaning}
                  {field.limits === "" ? null : <span className="mono block text-ink-3">{field.limits}</span>}
                </td>
              </tr>
            ))}
          </DataTable>
        </div>
      ) : null}
      {schema === null ? null : (
        <details className="mt-3">
          <summary className="link w-fit text-14">{t("raw")}</summary>
          <div className="mt-2">
            <CodeBlock code={printJson(schema)} title="JSON Schema">
              <JsonText value={schema} />
            </CodeBlock>
          </div>
        </details>
      )}
    </PageSection>
  );
}
