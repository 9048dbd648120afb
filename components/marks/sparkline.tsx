const HEIGHT = 20;
const GAP = 1.5;
const LEAST = 1;

interface SparklineProps {
  values: readonly number[];
  width?: number;
}

/** Bars of a short series, the last one in full colour. Nothing when there is nothing to show. */
export function Sparkline({ values, width = 78 }: SparklineProps) {
  const highest = Math.max(0, ...values);
  if (highest === 0) return null;
  const bar = (width - GAP * (values.length - 1)) / values.length;
  const path = (value: number, index: number) => {
    const height = Math.max(LEAST, (value / highest) * HEIGHT);
    return `M${round(index * (bar + GAP))} ${round(HEIGHT - height)}h${round(bar)}V${HEIGHT}h${-round(bar)}z`;
  };
  return (
    <svg
      className="spark fill-accent-line"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={values.slice(0, -1).map(path).join("")} />
      <path className="fill-accent" d={path(values.at(-1) ?? 0, values.length - 1)} />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
