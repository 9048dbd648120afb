import { useTranslations } from "next-intl";
import { SchemaTable } from "@/components/skill/schema-table";
import { callSamples } from "@/components/skill/commands";
import { CodeBlock } from "@/components/ui/code-block";
import { SectionHead } from "@/components/ui/section-head";
import { ShellText } from "@/components/ui/shell-text";
import type { SkillDetail } from "@/lib/registry/views";

/** How an agent calls this skill: fields, the call in three languages, headers and error codes. */
export function ApiTab({ skill, origin }: { skill: SkillDetail; origin: string }) {
  const t = useTranslations("skill.api");
  return (
    <>
      <SchemaTable id="input" title={t("input")} schema={skill.inputSchema} />
      <SchemaTable id="output" title={t("output")} schema={skill.outputSchema} />
      <section className="part" aria-labelledby="call">
        <SectionHead
          id="call"
          title={t("call")}
          remark={skill.priceLamports === "0" ? t("call-free") : t("call-paid")}
        />
        {skill.runnable ? (
          <Calls skill={skill} origin={origin} />
        ) : (
          <p className="pt-3 text-14 text-ink-2">{t("not-runnable")}</p>
        )}
      </section>
      <section className="part" aria-labelledby="headers">
        <SectionHead id="headers" title={t("headers")} remark={t("headers-remark")} />
        <Headers skill={skill} />
      </section>
      <section className="part" aria-labelledby="errors">
        <SectionHead id="errors" title={t("errors")} remark={t("errors-remark")} />
        <Errors paid={skill.priceLamports !== "0"} />
      </section>
    </>
  );
}

function Calls({ skill, origin }: { skill: SkillDetail; origin: string }) {
  const t = useTranslations("skill.api");
  const { curl, python, typescript } = callSamples(origin, skill);
  const quote = `curl -s ${origin}/v1/quotes \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify({ skill: skill.slug, version: skill.version, payer: "<your address>", input: skill.examples[0]?.input ?? {} }).replaceAll("'", String.raw`'\''`)}'`;
  if (skill.priceLamports !== "0") {
    return (
      <ol className="do-steps">
        <li>
          <div>
            <p>{t("paid-quote")}</p>
            <CodeBlock code={quote} title="curl" wrap>
              <ShellText code={quote} />
            </CodeBlock>
          </div>
        </li>
        <li>
          <p>{t("paid-sign")}</p>
        </li>
        <li>
          <p>{t("paid-run")}</p>
        </li>
      </ol>
    );
  }
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

/** The three headers an agent can choose its isolation by, with the values of this version. */
function Headers({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.api");
  const headers = [
    ["X-Skill-Trust", skill.trustLevel],
    ["X-Skill-Claim-Status", skill.claimStatus],
    ["X-Skill-Verified", String(skill.trustLevel === "verified")],
  ] as const;
  return (
    <table className="ledger mt-3">
      <caption className="vh">{t("headers")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("header")}</th>
          <th scope="col">{t("value")}</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td className="num">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
  "SIGNATURE_ALREADY_USED",
] as const;

function Errors({ paid }: { paid: boolean }) {
  const t = useTranslations("skill.api");
  return (
    <table className="ledger mt-3">
      <caption className="vh">{t("errors")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("code")}</th>
          <th scope="col">{t("happened")}</th>
        </tr>
      </thead>
      <tbody>
        {[...(paid ? PAID_CODES : []), ...FREE_CODES].map((code) => (
          <tr key={code}>
            <th scope="row" className="mono">
              {code}
            </th>
            <td>{t(`error.${code}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
