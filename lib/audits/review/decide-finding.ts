import { assertMayAudit } from "@/lib/audits/assert-may-audit";
import { listDecisions, listFindings, setDecision } from "@/lib/audits/review/repository";
import {
  FINDING_DECISIONS,
  findingKey,
  findingsDocument,
  MAX_DECISION_REASON_CHARACTERS,
  withDecisions,
} from "@/lib/audits/review/reviewed-findings";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { readText } from "@/lib/kernel/read-reason";

interface Decided {
  accountId: string;
  versionId: string;
  findingKey: string;
  /** accepted, change, or open to take the decision back. */
  decision: string;
  reason: string;
}

/**
 * Keeps what the verifier says to one finding of the latest vetting: accepted as it is, or to be changed, each with a
 * reason. It becomes part of the audit they sign. Throws REQUEST_INVALID for a finding there is not or without a
 * reason, and what `assertMayAudit` throws.
 */
export async function decideFinding(
  { accountId, versionId, findingKey: key, decision: given, reason: text }: Decided,
  clock: Clock = systemClock,
): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const findings = await listFindings(database(), versionId);
  if (!findings.some((finding) => findingKey(finding) === key))
    throw new DomainError("REQUEST_INVALID", "Vetting reported no such finding.");
  const place = { versionId, verifierId: verifier.id, findingKey: key };
  if (given === "open") return setDecision(database(), place, null);
  const decision = FINDING_DECISIONS.find((each) => each === given);
  if (!decision) throw new DomainError("REQUEST_INVALID", "Accept a finding or ask for a change.");
  const reason = readText(text, { name: "reason", maxCharacters: MAX_DECISION_REASON_CHARACTERS });
  await setDecision(database(), place, { decision, reason, decidedAt: clock.now() });
}

/** The findings of a version as this verifier has decided them, canonical JSON for the audit. */
export async function readFindingsDocument(
  versionId: string,
  { verifierId, vettingReport }: { verifierId: string; vettingReport: string | null },
): Promise<string> {
  const [findings, decisions] = await Promise.all([
    listFindings(database(), versionId),
    listDecisions(database(), versionId, verifierId),
  ]);
  return findingsDocument(withDecisions(findings, decisions), vettingReport);
}
