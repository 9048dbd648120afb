import type { ContentLanguage } from "@/lib/registry/views";

type CaseSize = "small" | "medium" | "large";

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
  /** Of the gravest finding of the last vetting; `none` where it found nothing. */
  severity?: "high" | "medium" | "low" | "info" | "none";
  /** Longest waiting first unless given. */
  sort?: "waiting" | "severity";
}

/** From and below how many bytes a package counts as of this size. */
export const CASE_SIZE_BYTES: Readonly<Record<CaseSize, { from: number; below: number | null }>> = {
  small: { from: 0, below: 10_000 },
  medium: { from: 10_000, below: 100_000 },
  large: { from: 100_000, below: null },
};
