import type { Hono } from "hono";
import { sendJson } from "@/api/frame/answer";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { writeCard } from "@/api/clawhub/card";
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
import type { SealView, SkillDetail } from "@/lib/registry/views";

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
