import type { AuditState } from "@/lib/registry/views";

const NAMES: Record<AuditState, "audited" | "optimistic" | "unverified"> = {
  Audited: "audited",
  Optimistic: "optimistic",
  Unverified: "unverified",
};

/** The seal of an audit state. Decorative: its word always stands beside it or is read aloud in its place. */
export function Seal({ state, size = 18 }: { state: AuditState; size?: number }) {
  const name = NAMES[state];
  return (
    <svg className={`seal-${name}`} width={size} height={size} aria-hidden="true">
      <use href={`#m-${name}`} />
    </svg>
  );
}

/** The CSS class that gives a state's word its colour. */
export function auditWordClass(state: AuditState): string {
  return `word-${NAMES[state]}`;
}
