import type { TrustLevel } from "@/lib/registry/views";

/** Temple, stoa or plot: who stands behind a skill. Decorative: its word always stands beside it. */
export function TrustMark({ level, size = 18 }: { level: TrustLevel; size?: number }) {
  return (
    <svg className={`trust-${level}`} width={size} height={size} aria-hidden="true">
      <use href={`#m-${level}`} />
    </svg>
  );
}
