import {
  coordinate,
  labelledDays,
  ticksFor,
  Drawing,
  LINE_BEFORE,
  LINE_NOW,
} from "@/components/charts/drawing";

const WIDTH = 470;
const HEIGHT = 140;
const LEFT = 56;
const RIGHT = 464;
const TOP = 10;
const BASE = 114;

interface LineChartProps {
  values: readonly number[];
  /** The period before, dashed. */
  previous: readonly number[];
  labels: readonly string[];
  description: string;
  /** The least step of the axis: 1 for what is counted. */
  smallest: number;
  formatTick: (value: number) => string;
}

/** A daily amount as a line over its area, with the period before dashed; drawn on the server. */
export function LineChart({ values, previous, labels, description, smallest, formatTick }: LineChartProps) {
  const ticks = ticksFor(Math.max(...values, ...previous), smallest);
  const top = ticks.at(-1) ?? 1;
  const last = Math.max(1, values.length - 1);
  const xOf = (day: number) => LEFT + (day / last) * (RIGHT - LEFT);
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const lineOf = (series: readonly number[]) =>
    series
      .map((value, day) => `${day === 0 ? "M" : "L"}${coordinate(xOf(day))} ${coordinate(yOf(value))}`)
      .join("");
  return (
    <Drawing width={WIDTH} height={HEIGHT} description={description}>
      {ticks.map((tick, at) => (
        <g key={tick}>
          <path className="stroke-line" d={`M${LEFT} ${coordinate(yOf(tick))}H${WIDTH}`} />
          {at % 2 === 0 || ticks.length < 4 ? (
            <text x={LEFT - 8} y={coordinate(yOf(tick) + 4)} textAnchor="end">
              {formatTick(tick)}
            </text>
          ) : null}
        </g>
      ))}
      <path
        className="fill-accent-wash opacity-60"
        d={`${lineOf(values)}L${RIGHT} ${BASE}L${LEFT} ${BASE}Z`}
      />
      <path className={LINE_BEFORE} d={lineOf(previous)} />
      <path className={LINE_NOW} d={lineOf(values)} />
      <circle className="fill-accent" cx={RIGHT} cy={coordinate(yOf(values.at(-1) ?? 0))} r="3.5" />
      {labelledDays(values.length, 4).map((day) => (
        <text
          key={day}
          x={coordinate(xOf(day))}
          y={BASE + 18}
          textAnchor={day === 0 ? "start" : day === values.length - 1 ? "end" : "middle"}
        >
          {labels[day]}
        </text>
      ))}
    </Drawing>
  );
}
