import type { FindingView } from "@/lib/registry/views";
import { decideVerdict } from "@/lib/vetting/verdict";

/** The code of an upheld challenge among the codes of findings. */
export const UPHELD = "CHALLENGE_UPHELD";

/** What is known for or against a version that somebody has installed or is about to. */
export interface SecurityFacts {
  /** Why its skill is in quarantine; null when it is not. */
  quarantineReason: string | null;
  /** Why its publisher withdrew it; null while it stands. */
  yankReason: string | null;
  /** When the scanner ended; null where no report of it is known. */
  scannedAt: string | null;
  /** What the scanner found. */
  findings: readonly Pick<FindingView, "code" | "severity" | "confidence">[];
  /** A challenge of this version was upheld. */
  upheldChallenge: boolean;
}

/** The words of the protocol; `malicious` is also what a client is told of a quarantine, so that it installs nothing. */
export type SecurityStatus = "clean" | "suspicious" | "malicious" | "pending";

export interface Security {
  status: SecurityStatus;
  /** The scanner's own word, whatever people decided since. */
  scan: "clean" | "suspicious" | "pending";
  /** Whether nothing speaks against it: false also while it is not known. */
  ok: boolean;
  /** A sentence or code for each thing that speaks against it; empty where `ok`. */
  reasons: string[];
  /** Codes of what makes it suspicious. */
  reasonCodes: string[];
}

/**
 * What a client of other markets is told of a version. No report is not a clean report: it is `pending`. A version that
 * vetting held or rejected and an administrator let through is still one whose findings a person should read first. A
 * withdrawn version keeps what was found of it, and is not ok.
 */
export function decideSecurity(facts: SecurityFacts): Security {
  const { quarantineReason, yankReason, scannedAt, findings, upheldChallenge } = facts;
  const isHeld = decideVerdict(findings) !== "approved";
  const scan = scannedAt === null ? "pending" : isHeld ? "suspicious" : "clean";
  const reasonCodes = [
    ...new Set([...(isHeld ? findings.map(({ code }) => code) : []), ...(upheldChallenge ? [UPHELD] : [])]),
  ];
  const reasons = [
    ...(quarantineReason === null ? [] : [`quarantined: ${quarantineReason}`]),
    ...(yankReason === null ? [] : [`withdrawn: ${yankReason}`]),
    ...(scannedAt === null ? ["scan_pending"] : []),
    ...reasonCodes.map((code) => `suspicious: ${code}`),
  ];
  const status = quarantineReason !== null ? "malicious" : reasonCodes.length > 0 ? "suspicious" : scan;
  return { status, scan, ok: reasons.length === 0, reasons, reasonCodes };
}
