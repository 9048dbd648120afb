import { formatDay } from "@/lib/platform/i18n/format";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { Security } from "@/lib/catalogue/security/decide-security";
import type { AuditMark, SkillDetail } from "@/lib/registry/views";

const NOT_DECLARED = "not declared: expect that it does";

/**
 * A version in one page of Markdown (`clawhub skill verify --card`): what the market has looked at, by whom and when,
 * what its author declares, and what a price buys. The author's words stand as code, so that they are no markup.
 */
export function writeCard(detail: SkillDetail, security: Security, market: string): string {
  const { slug, version, description, publisher, packageDigest, license } = detail;
  return `# ${slug} ${version}

- Publisher: ${publisher === null ? "nobody answers for it" : `@${publisher}`}
- Page: ${market}/skills/${slug}
- Description, by its author: ${asCode(description)}
- Licence, by its author: ${license === null ? "not stated" : asCode(license)}
- Package: ${packageDigest}

## What was looked at

- Scanner: ${describeScan(detail, security)}
- Audit: ${describeAudit(detail.auditState, detail.audit)}
${security.reasons.map((reason) => `- Against it: ${asCode(reason)}\n`).join("")}
## What it may touch, as declared

${describeAccess(detail.access)}

## Price

${describePrice(detail)}
`;
}

function describeScan({ vetting }: SkillDetail, { scan }: Security): string {
  const { engineVersion, finishedAt, reportDigest } = vetting;
  if (finishedAt === null) return "no report is known";
  const report = reportDigest === null ? "" : `, report ${reportDigest}`;
  return `emporion vet ${engineVersion ?? "of an unknown version"}, ${formatDay(finishedAt, "en")}: ${scan}${report}`;
}

function describeAudit(state: SkillDetail["auditState"], mark: AuditMark | null): string {
  if (mark === null)
    return state === "Optimistic" ? "nobody signed one; a deposit stands for it" : "nobody signed one";
  const { scope, baseVersion, carriedFrom, sealedAt, verifierAddress, confidential } = mark;
  const read = scope === "full" ? "every file" : `changes since ${baseVersion ?? "an unknown version"}`;
  const of = carriedFrom === null ? "" : ` of ${carriedFrom}, and not this patch,`;
  return `${read}${of} signed on ${formatDay(sealedAt, "en")} by the wallet ${verifierAddress}${confidential ? ", who read it under confidentiality" : ""}`;
}

function describeAccess({ network, filesystem, subprocess, envVars }: SkillDetail["access"]): string {
  const say = (is: boolean | null) => (is === null ? NOT_DECLARED : is ? "yes" : "no");
  const secrets =
    envVars === null ? NOT_DECLARED : envVars.length === 0 ? "none" : envVars.map(asCode).join(", ");
  return [
    `- Network: ${say(network)}`,
    `- Files: ${say(filesystem)}`,
    `- Subprocess: ${say(subprocess)}`,
    `- Environment variables: ${secrets}`,
  ].join("\n");
}

function describePrice(detail: SkillDetail): string {
  const buys = priceSentence(detail);
  return buys === null ? "None." : `A call costs ${detail.priceLamports} lamports. ${buys}`;
}

/** A text as one line of inline code, longer in its fence than any run of backticks in it. */
function asCode(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return line === "" ? "(empty)" : `${fence}${pad}${line}${pad}${fence}`;
}
