import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { countOutcomes, type RuleOutcome } from "@/lib/moderation/held-repository";
import { ENGINE_VERSION } from "@/lib/vetting/report";

/** What became of the versions that one rule held. */
export interface RuleRecord {
  /** Null for what a model, a format or a vetting that failed held. */
  code: string | null;
  held: number;
  /** Decided: a false alarm. */
  letThrough: number;
  /** Decided: rightly held. */
  right: number;
  /** More often wrong than right, in enough cases to say so. */
  isDoubtful: boolean;
}

/** So many decided cases say something about a rule. */
const ENOUGH = 5;

/**
 * How often each rule of the present engine was right, by what administrators decided; the most often held first. For
 * administrators alone: whoever knows which rule is about to be taken back waits for it. Throws PERMISSION_DENIED.
 */
export async function listRuleRecords(actor: Actor): Promise<RuleRecord[]> {
  assertAdministrator(actor);
  const [engine = ""] = ENGINE_VERSION.split(".");
  return recordsOf(await countOutcomes(database(), engine));
}

/** Pure: the sums of each rule. */
export function recordsOf(outcomes: readonly RuleOutcome[]): RuleRecord[] {
  const records = new Map<string | null, RuleRecord>();
  for (const { code, outcome, count } of outcomes) {
    const record = records.get(code) ?? { code, held: 0, letThrough: 0, right: 0, isDoubtful: false };
    record.held += count;
    if (outcome === "let-through") record.letThrough += count;
    if (outcome === "right") record.right += count;
    records.set(code, record);
  }
  return [...records.values()]
    .map((record) => ({ ...record, isDoubtful: isDoubtful(record) }))
    .toSorted((a, b) => b.held - a.held || (a.code ?? "").localeCompare(b.code ?? "", "en"));
}

const isDoubtful = ({ letThrough, right }: RuleRecord) =>
  letThrough + right >= ENOUGH && letThrough * 2 > letThrough + right;
