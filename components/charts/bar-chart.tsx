import { coordinate, labelledDays, ticksFor, Drawing } from "@/components/charts/drawing";

const WIDTH = 720;
const HEIGHT = 372;
const LEFT = 44;
const TOP = 40;
const BASE = 346;
const BAR_SHARE = 0.6;
const FLAG_WIDTH_PER_CHARACTER = 6.8;

interface BarChartProps {
  /** One bar each; the last day is not over and pale. */
  values: readonly number[];
  /** What stands under a bar, where there is room. */
  labels: readonly string[];
  /** Words on a line over a bar. */
  flags: readonly { day: number; text: string }[];
  /** The sentence that says what the picture shows. */
  description: string;
  formatTick: (value: number) => string;
}

/** Bars of a daily count, drawn on the server. */
export function BarChart({ values, labels, flags, description, formatTick }: BarChartProps) {
  const ticks = ticksFor(Math.max(...values), 1);
  const top = ticks.at(-1) ?? 1;
  const slot = (WIDTH - LEFT) / values.length;
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const barOf = (value: number, day: number) => {
    const x = LEFT + slot * (day + (1 - BAR_SHARE) / 2);
    return `M${coordinate(x)} ${BASE}V${coordinate(yOf(value))}h${coordinate(slot * BAR_SHARE)}V${BASE}z`;
  };
  const centre = (day: number) => LEFT + slot * (day + 0.5);
  const edgeOf = (next: BarChartProps["flags"][number] | undefined) =>
    next ? Math.min(centre(next.day), WIDTH - flagWidth(next.text)) : WIDTH + 1;
  return (
    <Drawing width={WIDTH} height={HEIGHT} description={description}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="stroke-line" d={`M${LEFT} ${coordinate(yOf(tick))}H${WIDTH}`} />
          <text x={LEFT - 8} y={coordinate(yOf(tick) + 4)} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <path className="fill-accent" d={values.slice(0, -1).map(barOf).join("")} />
      <path className="fill-accent-line" d={barOf(values.at(-1) ?? 0, values.length - 1)} />
      {labelledDays(values.length, 5).map((day) => (
        <text key={day} x={coordinate(centre(day))} y={BASE + 18} textAnchor={day === 0 ? "start" : "middle"}>
          {labels[day]}
        </text>
      ))}
      {flags.map(({ day, text }, at) => (
        <Flag key={day} x={centre(day)} end={edgeOf(flags[at + 1])} text={text} />
      ))}
    </Drawing>
  );
}

/** A line over a bar; its words only where they do not reach into the next flag, which starts at `end`. */
function Flag({ x, end, text }: { x: number; end: number; text: string }) {
  const width = flagWidth(text);
  const left = Math.min(x - 1, WIDTH - width);
  return (
    <g>
      <path className="stroke-ink [stroke-dasharray:2_3]" d={`M${coordinate(x)} 4V${BASE}`} />
      {left + width > end ? null : (
        <>
          <rect className="fill-ink" x={coordinate(left)} y="2" width={coordinate(width)} height="17" />
          <text className="fill-paper" x={coordinate(left + width / 2)} y="14" textAnchor="middle">
            {text}
          </text>
        </>
      )}
    </g>
  );
}

function flagWidth(text: string): number {
  return 12 + text.length * FLAG_WIDTH_PER_CHARACTER;
}
