import { showEvidence } from "../evidence";
import type { AccessUse } from "../facts/unit";
import type { Finding } from "../finding";
import type { DeclaredPermissions } from "../skill-facts";
import {
  UNDECLARED_PERMISSION,
  UNDECLARED_VARIABLE,
  undeclaredMessage,
  UNSAID_ACCESS,
  unsaidMessage,
} from "../undeclared-use";
import { findRule } from "./rule";

const NOTHING: DeclaredPermissions = { network: null, filesystem: null, subprocess: null, envVars: null };
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)test_[^/]+\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** Compares what is declared with what the code does (USK v1.0 section 3-5), and tells what nothing is declared of. */
export function judgeAccess(
  { uses, variables }: { readonly uses: readonly AccessUse[]; readonly variables: readonly AccessUse[] },
  permissions: DeclaredPermissions | null,
): Finding[] {
  const declared = permissions ?? NOTHING;
  const ofPermissions = firstUses(uses).flatMap((use): Finding[] => {
    if (use.kind === "secrets" || declared[use.kind] === true) return [];
    if (declared[use.kind] === null) return [unsaid(use)];
    const severity = TEST_FILE.test(use.file) ? "low" : "medium";
    return [
      toFinding(use, {
        code: UNDECLARED_PERMISSION,
        severity,
        message: undeclaredMessage(use.kind, use.what),
      }),
    ];
  });
  const ofVariables = firstUses(variables).flatMap((use): Finding[] => {
    if (declared.envVars === null) return [unsaid(use)];
    if (declared.envVars.includes(use.what)) return [];
    const message = `The variable ${use.what} is read, but permissions.env_vars does not list it.`;
    return [toFinding(use, { code: UNDECLARED_VARIABLE, severity: "low", message })];
  });
  return ofPermissions.concat(ofVariables);
}

const unsaid = (use: AccessUse) =>
  toFinding(use, { code: UNSAID_ACCESS, severity: "info", message: unsaidMessage(use.kind, use.what) });

function toFinding(
  { file, line, evidence }: AccessUse,
  { code, severity, message }: Pick<Finding, "code" | "severity" | "message">,
): Finding {
  const remedy = findRule(code)?.remedy.en ?? "";
  return {
    code,
    severity,
    confidence: "strong",
    file,
    line,
    message,
    evidence: showEvidence(evidence),
    remedy,
  };
}

/** One for each kind and file, the first; of variables one for each name. */
function firstUses(uses: readonly AccessUse[]): AccessUse[] {
  const first = new Map<string, AccessUse>();
  for (const use of uses) {
    const key = use.kind === "secrets" ? use.what : `${use.kind} ${use.file}`;
    const known = first.get(key);
    const isEarlier =
      known === undefined || use.file < known.file || (use.file === known.file && use.line < known.line);
    if (isEarlier) first.set(key, use);
  }
  return [...first.values()];
}
