import { scallopPath } from "@/components/marks/geometry";

const DISC = scallopPath({ centre: 14, radius: 13.65, lobes: 16, depth: 1.7 });

/** The seal with an E: the sign of the market. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path d={DISC} fill="var(--accent)" />
      <path
        d="M9.4 8v12M9.4 8.7h9.6M9.4 14h6.8M9.4 19.3h9.6"
        stroke="var(--on-accent)"
        strokeWidth="2"
        fill="none"
      />
    </svg>
  );
}
