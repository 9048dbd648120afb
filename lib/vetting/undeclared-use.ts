import { ACCESS_KINDS, type AccessKind } from "./access-kinds";
import type { Finding } from "./finding";

export type Permission = Exclude<AccessKind, "secrets">;

export const UNDECLARED_PERMISSION = "suspicious.undeclared_permission";
export const UNDECLARED_VARIABLE = "suspicious.undeclared_env_var";
/** A remark: of what the code does, nothing is declared at all. Nobody is contradicted, and nobody was told. */
export const UNSAID_ACCESS = "info.access_not_declared";

/** What a finding says of a permission that is denied and used; `undeclaredAccess` reads it again. */
export function undeclaredMessage(permission: Permission, what: string): string {
  return `permissions.${permission} is false, but the code uses ${what}.`;
}

const UNSAID: Readonly<Record<AccessKind, string>> = {
  network: "network",
  filesystem: "files",
  subprocess: "subprocess",
  secrets: "environment",
};

/** What a remark says of a use that nothing is declared of; `undeclaredAccess` reads it again. */
export function unsaidMessage(kind: AccessKind, what: string): string {
  return `Not declared; seen: ${UNSAID[kind]} (${what}).`;
}

const KIND_OF_MESSAGE = /^Not declared; seen: (\w+)/;

const PERMISSION_OF_MESSAGE = /^permissions\.(network|filesystem|subprocess) is false/;

/** The kind of access a finding says is used and denied, or not declared; null where it speaks of another matter. */
export function undeclaredAccess({ code, message }: Pick<Finding, "code" | "message">): AccessKind | null {
  if (code === UNDECLARED_VARIABLE) return "secrets";
  if (code === UNSAID_ACCESS) {
    const said = KIND_OF_MESSAGE.exec(message)?.[1];
    return ACCESS_KINDS.find((kind) => UNSAID[kind] === said) ?? null;
  }
  if (code !== UNDECLARED_PERMISSION) return null;
  return (PERMISSION_OF_MESSAGE.exec(message)?.[1] ?? null) as Permission | null;
}

/** How often vetting saw the code do what is denied, or what nothing is declared of, for each kind of access. */
export function countUndeclared(
  findings: readonly Pick<Finding, "code" | "message">[],
): Record<AccessKind, number> {
  const counts = { network: 0, filesystem: 0, subprocess: 0, secrets: 0 };
  for (const finding of findings) {
    const kind = undeclaredAccess(finding);
    if (kind !== null) counts[kind]++;
  }
  return counts;
}
