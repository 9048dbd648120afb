import { toAuditMarkJson } from "@/lib/audits/seals";
import type { QuarantineView } from "@/lib/moderation/quarantine";
import type { PackageFileRow, SkillDetail, SkillRow, VersionRow } from "@/lib/registry/views";
import { deprecationSentence } from "@/lib/registry/deprecations/describe-deprecation";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { decideSecurity, UPHELD, type Security } from "@/lib/catalogue/security/decide-security";

/** What the published `clawhub` client reads (schema `ApiV1…`). Its `license` knows one value, so it is never sent. */

export const ms = (iso: string) => new Date(iso).getTime();

export function toListItem(row: SkillRow, stars: number) {
  const publishedAt = ms(row.publishedAt);
  return {
    slug: row.slug,
    displayName: row.displayName,
    summary: row.description,
    topics: row.tags,
    tags: { latest: row.version },
    stats: {
      downloads: row.downloadsTotal,
      installsAllTime: row.downloadsTotal,
      installsCurrent: row.downloads7d,
      calls: row.callsTotal,
      stars,
    },
    createdAt: publishedAt,
    updatedAt: publishedAt,
    latestVersion: { version: row.version, createdAt: publishedAt, changelog: "" },
    owner: { handle: row.publisher },
    price_lamports: row.priceLamports,
    audit_state: row.auditState,
    audit: toAuditMarkJson(row.audit),
    deprecated: row.deprecated,
  };
}

/** Position in an ordered list as the falling score the client prints. */
export function toSearchResult(row: SkillRow, position: number) {
  return {
    slug: row.slug,
    ownerHandle: row.publisher,
    displayName: row.displayName,
    summary: row.description,
    version: row.version,
    score: 1 / (1 + position),
    downloads: row.downloadsTotal,
    updatedAt: ms(row.publishedAt),
    price_lamports: row.priceLamports,
    audit_state: row.auditState,
    audit: toAuditMarkJson(row.audit),
  };
}

/** What a version's page knows, as `decideSecurity` takes it. */
export const securityOf = (
  detail: SkillDetail,
  { upheldChallenge, yankReason = null }: { upheldChallenge: boolean; yankReason?: string | null },
): Security =>
  decideSecurity({
    quarantineReason: null,
    yankReason,
    scannedAt: detail.vetting.finishedAt,
    findings: detail.findings,
    upheldChallenge,
  });

/** The client installs a suspicious version by force alone. */
export function moderationOf({ vetting }: SkillDetail, { reasonCodes }: Security) {
  const isSuspicious = reasonCodes.length > 0;
  return {
    isSuspicious,
    isMalwareBlocked: false,
    verdict: isSuspicious ? "suspicious" : "clean",
    reasonCodes,
    updatedAt: vetting.finishedAt === null ? null : ms(vetting.finishedAt),
    engineVersion: vetting.engineVersion,
    summary: vetting.summary,
  } as const;
}

export const decisionOf = ({ ok }: { ok: boolean }) => (ok ? ("pass" as const) : ("fail" as const));

/** What the market's scanner said of a version, and which it was. */
export interface ScannerReport {
  engineVersion: string | null;
  reportDigest: string | null;
  scannedAt: string | null;
}

/**
 * The member `security` of a verdict: who looked, with what, when, and whether a verifier's wallet has signed an audit.
 * The scanners of ClawHub are not run here, and said not to have been.
 */
export function toSecurityJson(
  { status, scan, reasonCodes }: Security,
  { engineVersion, reportDigest, scannedAt }: ScannerReport,
  { auditState, audit }: Pick<SkillDetail, "auditState" | "audit">,
) {
  return {
    status,
    passed: status === "clean",
    signals: {
      staticScan:
        scannedAt === null
          ? null
          : {
              status: scan,
              reasonCodes: scan === "suspicious" ? reasonCodes.filter((code) => code !== UPHELD) : [],
              scanner: "emporion vet",
              engineVersion,
              checkedAt: ms(scannedAt),
              reportDigest,
            },
      virusTotal: null,
      skillSpector: null,
      dependencyRegistry: null,
    },
    audit: { state: auditState, signed: audit !== null, mark: toAuditMarkJson(audit) },
  };
}

export function toSkillDocument(
  detail: SkillDetail,
  { stars, upheldChallenge }: { stars: number; upheldChallenge: boolean },
) {
  const { latestVersion, owner, ...skill } = toListItem(detail, stars);
  const priceBuys = priceSentence(detail);
  return {
    skill: {
      ...skill,
      // The client shows nothing of a price, or of a successor, but what stands here.
      summary: [
        deprecationSentence(detail),
        skill.summary,
        priceBuys && `A call costs ${detail.priceLamports} lamports. ${priceBuys}`,
      ]
        .filter(Boolean)
        .join(" "),
      tags: { latest: detail.latestVersion, ...(detail.nextVersion && { next: detail.nextVersion }) },
      description: detail.body,
      createdAt: ms(detail.createdAt),
    },
    latestVersion: { ...latestVersion, version: detail.latestVersion, changelog: detail.changelog ?? "" },
    metadata: null,
    owner,
    moderation: moderationOf(detail, securityOf(detail, { upheldChallenge })),
  };
}

/** A skill in quarantine is told of, so that a client can say why it installs nothing. */
export function toBlockedDocument({ slug, since, reason }: QuarantineView) {
  const at = ms(since);
  return {
    skill: { slug, displayName: slug, tags: {}, stats: {}, createdAt: at, updatedAt: at },
    latestVersion: null,
    owner: null,
    moderation: {
      isSuspicious: true,
      isMalwareBlocked: true,
      verdict: "malicious",
      reasonCodes: ["QUARANTINED"],
      updatedAt: at,
      summary: reason,
    },
  } as const;
}

export function toVersionItem({ version, publishedAt, changelog }: VersionRow) {
  return { version, createdAt: publishedAt === null ? 0 : ms(publishedAt), changelog: changelog ?? "" };
}

export function toVersionDocument(detail: SkillDetail, files: readonly PackageFileRow[]) {
  return {
    version: {
      version: detail.version,
      createdAt: ms(detail.publishedAt),
      changelog: detail.changelog ?? "",
      files: files.map(({ path, sizeBytes, sha256 }) => ({ path, size: sizeBytes, sha256 })),
    },
    skill: { slug: detail.slug, displayName: detail.displayName },
  };
}
