import type { JsonObject } from "@/lib/kernel/json/canonical-json";
import type { AdvisoryKind, AdvisorySeverity } from "@/lib/advisories/kinds";

/** The schema that documents follow: https://ossf.github.io/osv-schema/, version 1.7.5 of 21 January 2026. */
export const OSV_SCHEMA_VERSION = "1.7.5";
/** The ecosystem that packages of a market belong to. It is not in OSV's list of ecosystems, nor `EMP` in that of databases. */
export const OSV_ECOSYSTEM = "Emporion";
/** What an envelope says of its payload: OSV JSON. */
export const OSV_PAYLOAD_TYPE = "application/osv+json";

export interface AffectedVersion {
  version: string;
  packageDigest: string;
}

/** All that a document says. */
export interface AdvisoryFacts {
  id: string;
  kind: AdvisoryKind;
  causeId: string;
  /** Null for a key of the market. */
  slug: string | null;
  severity: AdvisorySeverity;
  summary: string;
  details: string;
  whatToDo: string;
  reason: string;
  /** Path of the page where it is objected to. */
  appeal: string;
  verifier: string | null;
  happenedAt: Date;
  publishedAt: Date;
  modifiedAt: Date;
  withdrawnAt: Date | null;
  withdrawReason: string | null;
  versions: readonly AffectedVersion[];
}

/**
 * An advisory as an OSV document; `market` is the address of the market, without a slash at its end. The words that
 * people wrote stand in `database_specific` as they are: `details` is Markdown, and nobody else's words go into that.
 */
export function toOsvDocument(facts: AdvisoryFacts, market: string): JsonObject {
  const { slug, versions, verifier, withdrawnAt } = facts;
  const page = `${market}/advisories/${facts.id}`;
  return {
    schema_version: OSV_SCHEMA_VERSION,
    id: facts.id,
    published: facts.publishedAt.toISOString(),
    modified: facts.modifiedAt.toISOString(),
    ...(withdrawnAt === null ? {} : { withdrawn: withdrawnAt.toISOString() }),
    summary: facts.summary,
    details: verifier === null ? `${facts.details}\n\n${facts.whatToDo}` : asMarkdown(facts),
    ...(slug === null ? {} : { affected: [affectedOf(slug, versions)] }),
    references: [
      { type: "ADVISORY", url: page },
      { type: "WEB", url: market + facts.appeal },
    ],
    ...(verifier === null ? {} : { credits: [{ name: verifier, type: "FINDER" }] }),
    database_specific: {
      market,
      kind: facts.kind,
      cause: facts.causeId,
      severity: facts.severity,
      happened: facts.happenedAt.toISOString(),
      what_to_do: facts.whatToDo,
      reason: facts.reason,
      appeal: market + facts.appeal,
      verifier,
      withdraw_reason: facts.withdrawReason,
    },
  };
}

function affectedOf(slug: string, versions: readonly AffectedVersion[]): JsonObject {
  return {
    package: { ecosystem: OSV_ECOSYSTEM, name: slug },
    versions: versions.map(({ version }) => version),
    database_specific: {
      package_digests: Object.fromEntries(
        versions.map(({ version, packageDigest }) => [version, packageDigest]),
      ),
    },
  };
}

/** A verifier's words as Markdown that shows them as they are: no link, image or markup of theirs. */
const asMarkdown = ({ details, whatToDo }: AdvisoryFacts) =>
  `${details}\n\n${whatToDo}`.replace(/[\\`*_{}[\]()#+!<>|~&-]/g, String.raw`\$&`);
