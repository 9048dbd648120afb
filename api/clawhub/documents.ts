import { toAuditMarkJson } from "@/lib/audits/seals";
import type { QuarantineView } from "@/lib/moderation/quarantine";
import type { PackageFileRow, SkillDetail, SkillRow, VersionRow } from "@/lib/registry/views";
import { decideVerdict } from "@/lib/vetting/verdict";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";

/** What the published `clawhub` client reads (schema `ApiV1…`). Its `license` knows one value, so it is never sent. */

const ms = (iso: string) => new Date(iso).getTime();

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

/** A held version that an administrator let through is still one whose findings a person should read first. */
export function moderationOf({ findings, vetting }: SkillDetail, upheldChallenge: boolean) {
  const held = decideVerdict(findings) === "caution";
  const isSuspicious = held || upheldChallenge;
  return {
    isSuspicious,
    isMalwareBlocked: false,
    verdict: isSuspicious ? "suspicious" : "clean",
    reasonCodes: [
      ...new Set([
        ...(held ? findings.map(({ code }) => code) : []),
        ...(upheldChallenge ? ["CHALLENGE_UPHELD"] : []),
      ]),
    ],
    updatedAt: vetting.finishedAt === null ? null : ms(vetting.finishedAt),
    engineVersion: vetting.engineVersion,
    summary: vetting.summary,
  } as const;
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
      // The client shows nothing of a price but what stands here.
      ...(priceBuys && {
        summary: `${skill.summary} A call costs ${detail.priceLamports} lamports. ${priceBuys}`,
      }),
      tags: { latest: detail.latestVersion, ...(detail.nextVersion && { next: detail.nextVersion }) },
      description: detail.body,
      createdAt: ms(detail.createdAt),
    },
    latestVersion: { ...latestVersion, version: detail.latestVersion, changelog: detail.changelog ?? "" },
    metadata: null,
    owner,
    moderation: moderationOf(detail, upheldChallenge),
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
