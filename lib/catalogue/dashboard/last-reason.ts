/** What became of a version that vetting did not pass, or of a skill in quarantine, after its first cause. */
export interface Aftermath {
  /** The last decision of an administrator about a version that vetting had held. */
  decision: { decision: string; at: Date } | null;
  /** The owner's last appeal against it. */
  appeal: { state: string; filedAt: Date; decidedAt: Date | null } | null;
}

/** `refused`: by an administrator; `denied`, `appealed`: the appeal about it. */
export type LastReason = { kind: "refused" | "denied" | "appealed"; at: Date } | null;

/**
 * The last of what was said of a version that is not listed, or of a skill in quarantine; null where the first cause is
 * the last. Pure.
 */
export function decideLastReason({ decision, appeal }: Aftermath): LastReason {
  const said: NonNullable<LastReason>[] = [
    ...(decision?.decision === "reject" ? [{ kind: "refused" as const, at: decision.at }] : []),
    ...(appeal?.state === "open" ? [{ kind: "appealed" as const, at: appeal.filedAt }] : []),
    ...(appeal?.state === "denied"
      ? [{ kind: "denied" as const, at: appeal.decidedAt ?? appeal.filedAt }]
      : []),
  ];
  return said.reduce<LastReason>((last, each) => (last === null || each.at >= last.at ? each : last), null);
}
