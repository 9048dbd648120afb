/**
 * Why somebody says that a skill should not be here. Stored and sent as they stand; never reused for another meaning.
 */
export const REPORT_REASONS = [
  "malware",
  "data_theft",
  "misleading",
  "infringement",
  "spam",
  "broken",
  "other",
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

export function isReportReason(text: string): text is ReportReason {
  return REPORT_REASONS.some((reason) => reason === text);
}

export const MAX_REPORT_CHARACTERS = 2000;
export const MAX_APPEAL_CHARACTERS = 2000;
