import type { Hono } from "hono";
import { sendJson } from "@/api/frame/answer";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { decisionOf, moderationOf, securityOf, toSecurityJson } from "@/api/clawhub/documents";
import { getAskedSkill, readAskedSkill } from "@/api/clawhub/requests";
import { hasUpheldChallenge } from "@/lib/audits/challenges";
import { getAudit } from "@/lib/audits/seals";
import { findYankReason } from "@/lib/catalogue/assert-not-yanked";
import { digestOfFlatPackage } from "@/lib/catalogue/discovery/flat-package";
import { env } from "@/lib/platform/config/env";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { isDomainError } from "@/lib/kernel/errors";
import { findQuarantine, type QuarantineView } from "@/lib/moderation/quarantine";
import type { SealView, SkillDetail, AuditMark } from "@/lib/registry/views";
import { formatDay } from "@/lib/platform/i18n/format";
import type { Security } from "@/lib/catalogue/security/decide-security";

const NOT_DECLARED = "not declared: expect that it does";

/**
 * A version in one page of Markdown (`clawhub skill verify --card`): what the market has looked at, by whom and when,
 * what its author declares, and what a price buys. The author's words stand as code, so that they are no markup.
 */
function writeCard(detail: SkillDetail, security: Security, market: string): string {
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

const SCHEMA = "clawhub.skill.verify.v1";
/** Seals sent with their signed statement. */
const MAX_SEALS = 10;

/** `clawhub skill verify`, and with `--card`: the seals of verifiers' wallets, in the members that are ours to fill. */
export function addVerifying(clawhub: Hono<ApiEnv>): void {
  clawhub.get("/skills/:slug/card", sendCard);
  clawhub.get("/skills/:slug/verify", async (c) => {
    try {
      return sendJson(c, await toVerdict(c, await getAskedSkill(c)));
    } catch (error) {
      const { slug, version } = readAskedSkill(c);
      const blocked = isDomainError(error, "SKILL_QUARANTINED") ? await findQuarantine(slug) : null;
      if (!blocked) throw error;
      return sendJson(c, blockedVerdict(blocked, version));
    }
  });
}

async function sendCard(c: ApiContext): Promise<Response> {
  const detail = await getAskedSkill(c);
  const security = await securityOfAsked(detail);
  return c.body(writeCard(detail, security, env().APP_URL), 200, {
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": "no-store",
  });
}

const securityOfAsked = async (detail: SkillDetail) =>
  securityOf(detail, {
    upheldChallenge: await hasUpheldChallenge(detail.versionId),
    yankReason: await findYankReason(detail),
  });

async function toVerdict(c: ApiContext, detail: SkillDetail) {
  const { version: askedVersion, tag } = readAskedSkill(c);
  const { slug, version, packageDigest } = detail;
  const security = await securityOfAsked(detail);
  const seals = await Promise.all(detail.seals.slice(0, MAX_SEALS).map(toSeal));
  const page = `${env().APP_URL}/skills/${slug}`;
  return {
    schema: SCHEMA,
    ok: security.ok,
    decision: decisionOf(security),
    reasons: security.reasons,
    slug,
    displayName: detail.displayName,
    pageUrl: page,
    publisherHandle: detail.publisher,
    publisherDisplayName: detail.publisher,
    publisherProfileUrl: null,
    version,
    resolvedFrom: tag === null ? (askedVersion === undefined ? "latest" : "version") : "tag",
    tag,
    createdAt: new Date(detail.publishedAt).getTime(),
    card: {
      available: true,
      url: `${env().APP_URL}/api/v1/skills/${slug}/card?version=${encodeURIComponent(version)}`,
      summary: detail.description,
      access: detail.access,
      priceLamports: detail.priceLamports,
      priceBuys: priceSentence(detail),
    },
    artifact: {
      packageDigest,
      zipDigest: await digestOfFlatPackage(detail),
      sizeBytes: detail.packageSizeBytes,
    },
    provenance: {
      authorAgent: detail.authorAgent,
      trustLevel: detail.trustLevel,
      claimStatus: detail.claimStatus,
    },
    security: {
      ...moderationOf(detail, security),
      ...toSecurityJson(security, { ...detail.vetting, scannedAt: detail.vetting.finishedAt }, detail),
      vettingStatus: detail.vettingStatus,
      reportDigest: detail.vetting.reportDigest,
    },
    signature: {
      status: seals.some(({ counts }) => counts) ? "sealed" : "unsealed",
      auditState: detail.auditState,
      audit: detail.audit,
      seals,
      verifyOffline: "emporion verify seal FILE --verifier ADDRESS --package DIRECTORY",
    },
  };
}

/** A seal with the statement the verifier's wallet signed, for anybody to verify. */
async function toSeal({
  auditId,
  verifierName,
  verifierAddress,
  scope,
  baseVersion,
  issuedAt,
  expiresAt,
  counts,
}: SealView) {
  const { envelope, packageDigest } = await getAudit(auditId);
  return {
    auditId,
    counts,
    scope,
    baseVersion,
    verifierName,
    verifierAddress,
    packageDigest,
    issuedAt,
    expiresAt,
    envelope,
  };
}

function blockedVerdict({ slug, since, reason }: QuarantineView, version: string | undefined) {
  return {
    schema: SCHEMA,
    ok: false,
    decision: "fail",
    reasons: [`quarantined: ${reason}`],
    slug,
    displayName: slug,
    pageUrl: `${env().APP_URL}/skills/${slug}`,
    publisherHandle: null,
    publisherDisplayName: null,
    publisherProfileUrl: null,
    version: version ?? "",
    resolvedFrom: version === undefined ? "latest" : "version",
    tag: null,
    createdAt: new Date(since).getTime(),
    card: { available: false },
    artifact: null,
    provenance: null,
    security: {
      status: "malicious",
      passed: false,
      verdict: "malicious",
      isMalwareBlocked: true,
      since,
      summary: reason,
    },
    signature: { status: "withheld", seals: [] },
  };
}
