import { quarantinePage, securityPage } from "@/lib/log/events/notices/news";

/** How grave something is, mildest first: the words of vetting, without what is no risk. */
export const ADVISORY_SEVERITIES = ["low", "medium", "high"] as const;
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number];

/** What makes an advisory; the key of its texts in the messages `advisories.kinds`. */
export const ADVISORY_KINDS = [
  "skill-quarantined",
  "challenge-upheld",
  "secret-exposed",
  "key-leaked",
  "seal-revoked",
  "version-withdrawn",
  "verifier-finding",
] as const;
export type AdvisoryKind = (typeof ADVISORY_KINDS)[number];

/** The kinds that the market writes by itself: for these it has the words and the severity. */
export type MarketKind = Exclude<AdvisoryKind, "verifier-finding">;

/**
 * How grave each kind is that the market writes: high where using the copy, or trusting the key, can do harm at once;
 * medium where somebody does not stand by the version any more; low where its own publisher took it back.
 */
export const SEVERITY_OF_KIND: Readonly<Record<MarketKind, AdvisorySeverity>> = {
  "skill-quarantined": "high",
  "challenge-upheld": "high",
  "secret-exposed": "high",
  "key-leaked": "high",
  "seal-revoked": "medium",
  "version-withdrawn": "low",
};

/** Where it says how somebody objects to what has no page of its own for that. */
const HOW_TO_OBJECT = "/docs/advisories#objections";

/** The page, as a path, where whoever it concerns objects. */
export function appealPage(
  kind: AdvisoryKind,
  { slug, version }: { slug: string | null; version: string | null },
): string {
  if (slug === null) return HOW_TO_OBJECT;
  if (kind === "skill-quarantined") return quarantinePage(slug);
  if (kind === "challenge-upheld" && version !== null) return securityPage(slug, version);
  return HOW_TO_OBJECT;
}

/** The id of the `number`-th advisory of a year: at least four digits, more when they are needed. */
export const advisoryId = (year: number, number: number) => `EMP-${year}-${String(number).padStart(4, "0")}`;

/** What such an id looks like. */
export const ADVISORY_ID = /^EMP-[0-9]{4}-[0-9]{4,9}$/;
