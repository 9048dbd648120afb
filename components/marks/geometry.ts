/** Outlines of seals and stamps, as SVG path data. All functions are pure; angles run clockwise from the top. */

interface Disc {
  /** x and y of the centre are the same: every mark is square. */
  centre: number;
  radius: number;
}

/** A scalloped disc: `lobes` soft waves of `depth` inwards from `radius`. */
export function scallopPath({
  centre,
  radius,
  lobes,
  depth,
}: Disc & { lobes: number; depth: number }): string {
  const middle = radius - depth / 2;
  const step = Math.PI / lobes;
  // A quadratic curve reaches half-way to its control; these controls put its top exactly on crest and trough.
  const base = middle * (2 - Math.cos(step / 2));
  const segments = Array.from({ length: 2 * lobes }, (_, index) => {
    const control = point(centre, index % 2 === 0 ? base + depth : base - depth, index * step);
    return `Q${control} ${point(centre, middle, (index + 0.5) * step)}`;
  });
  return `M${point(centre, middle, -step / 2)}${segments.join("")}Z`;
}

/** A regular octagon with flat sides at the top, bottom, left and right. */
export function octagonPath({ centre, radius }: Disc): string {
  const corners = Array.from({ length: 8 }, (_, index) =>
    point(centre, radius, ((index + 0.5) * Math.PI) / 4),
  );
  return `M${corners.join("L")}Z`;
}

/** A whole circle from its left point, clockwise, for text to run along. */
export function ringPath({ centre, radius }: Disc): string {
  const left = centre - radius;
  return `M${left} ${centre}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0`;
}

function point(centre: number, radius: number, angle: number): string {
  return `${round(centre + radius * Math.sin(angle))} ${round(centre - radius * Math.cos(angle))}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
