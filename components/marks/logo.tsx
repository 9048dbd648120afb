import { scallopPath, octagonPath } from "@/components/marks/geometry";

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

/** The six marks as SVG inside a 20 by 20 box. Shape tells the states apart, colour only follows. */
export const MARKS = {
  audited:
    `<path fill="currentColor" d="${scallopPath({ centre: 10, radius: 9.35, lobes: 11, depth: 1.5 })}"/>` +
    `<path fill="none" stroke="var(--paper)" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" d="M6.4 10.3l2.5 2.5 4.8-5.3"/>`,
  optimistic:
    `<path fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" d="${octagonPath({ centre: 10, radius: 8.7 })}"/>` +
    `<circle fill="currentColor" cx="10" cy="10" r="3.1"/>`,
  unverified: `<circle fill="none" stroke="currentColor" stroke-width="1.7" stroke-dasharray="2.9 2.13" cx="10" cy="10" r="8"/>`,
  verified: temple("M2.2 17.2h15.6M2.8 7.4L10 2.6l7.2 4.8z", "M4.9 10v4.6M10 10v4.6M15.1 10v4.6"),
  community: temple("M2.2 17.2h15.6M3 6.8h14", "M6 9.6v4.9M14 9.6v4.9"),
  sandbox: `<g ${pen()}><path d="M2.2 17.2h15.6"/><path d="M4 14V5.2h12V14" stroke-dasharray="2.4 2.3"/></g>`,
} as const;

/** A building: its outline, then its columns a little heavier. */
function temple(outline: string, columns: string): string {
  return `<g ${pen()}><path d="${outline}"/><path d="${columns}" stroke-width="1.9"/></g>`;
}

function pen(): string {
  return `fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"`;
}
