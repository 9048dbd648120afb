import type { ContentLanguage } from "@/lib/registry/views";

export const CASE_SIZES = ["small", "medium", "large"] as const;
export type CaseSize = (typeof CASE_SIZES)[number];

/** The gravest finding of the last vetting; `none` where it found nothing. */
export const CASE_SEVERITIES = ["high", "medium", "low", "info", "none"] as const;
export type CaseSeverity = (typeof CASE_SEVERITIES)[number];

export const CASE_SORTS = ["waiting", "severity"] as const;

/** Which versions a verifier or administrator wants to see of those that wait; what is left out is not asked. */
export interface CaseFilter {
  /** Of the description. */
  language?: ContentLanguage;
  /** What its code runs on; `none` for instructions alone. */
  runtime?: string;
  /** Unpacked. */
  size?: CaseSize;
  /** The present or a former user name. */
  owner?: string;
  severity?: CaseSeverity;
  /** Longest waiting first unless given. */
  sort?: (typeof CASE_SORTS)[number];
}

/** From and below how many bytes a package counts as of this size. */
export const CASE_SIZE_BYTES: Readonly<Record<CaseSize, { from: number; below: number | null }>> = {
  small: { from: 0, below: 10_000 },
  medium: { from: 10_000, below: 100_000 },
  large: { from: 100_000, below: null },
};
