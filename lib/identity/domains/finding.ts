import { hasRecord } from "@/lib/identity/domains/domain-record";
import type { TxtAnswer } from "@/lib/identity/domains/txt-lookup";

/**
 * What the DNS said of an account's record: there, not there, or not there but other texts; that nobody could tell; or
 * there, beside that of the account which has proven the domain before (`taken`).
 */
export type Finding = "seen" | "missing" | "another" | "taken" | "no-answer";

/** What a program is told of each. */
export const FINDING_TEXTS: Readonly<Record<Finding, string>> = {
  seen: "The record is there: the domain is proven.",
  missing: "There is no such record in the DNS, or not yet.",
  another: "There is a record of this name, but not with the value of this account.",
  taken: "Another account has proven this domain, and its record is still there: it must be removed first.",
  "no-answer": "The DNS did not answer, so nothing is known: try again in a few minutes.",
};

export function findingOf(
  answer: TxtAnswer,
  { accountId, domain }: { accountId: string; domain: string },
): Exclude<Finding, "taken"> {
  if (answer.kind === "no-answer") return "no-answer";
  if (answer.kind === "none" || answer.texts.length === 0) return "missing";
  return hasRecord(answer.texts, accountId, domain) ? "seen" : "another";
}
