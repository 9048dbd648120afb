import type { FindingView, OpinionView } from "@/lib/registry/views";
import { decideVerdict } from "@/lib/vetting/verdict";

/** The one thing that keeps a version from being listed. */
export type HoldReason =
  | { kind: "finding"; finding: FindingView }
  /** What a model said, in its own words. */
  | { kind: "opinion"; text: string; file: string; line: number }
  /** A format alone, or a vetting that failed, in the engine's words. */
  | { kind: "summary"; text: string };

/**
 * Pure: of all that vetting said the gravest finding that holds a version by itself; without one, what the model asked; without
 * that, what was summed up. Findings come in the order of the report, the gravest first.
 */
export function reasonOfHold({
  findings,
  opinion,
  summary,
}: {
  findings: readonly FindingView[];
  opinion: OpinionView | null;
  summary: string | null;
}): HoldReason {
  const finding = findings.find((each) => decideVerdict([each]) !== "approved");
  if (finding !== undefined) return { kind: "finding", finding };
  const asked = opinion?.verdict === "hold" ? opinion.reasons[0] : undefined;
  if (asked !== undefined) return { kind: "opinion", ...asked };
  return { kind: "summary", text: summary ?? "" };
}
