import { hasRecord } from "@/lib/proven-domains/domain-record";
import type { TxtAnswer } from "@/lib/proven-domains/txt-lookup";

/**
 * What the DNS said of an account's record: there, not there, or not there but other texts; that nobody could tell; or there, beside that of the
 * account which has proven the domain before (`taken`).
 */
export type Finding = "seen" | "missing" | "another" | "taken" | "no-answer";

export function findingOf(
  answer: TxtAnswer,
  { accountId, domain }: { accountId: string; domain: string },
): Exclude<Finding, "taken"> {
  if (answer.kind === "no-answer") return "no-answer";
  if (answer.kind === "none" || answer.texts.length === 0) return "missing";
  return hasRecord(answer.texts, accountId, domain) ? "seen" : "another";
}
