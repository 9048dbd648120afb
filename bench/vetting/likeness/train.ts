import { scoreOf, type Model } from "@/lib/vetting/likeness/likeness";

export interface Example {
  readonly features: readonly string[];
  readonly isHarmful: boolean;
  readonly weight: number;
}

/** A harmful example counts so much more than an honest one, of which there are many. */
const HARMFUL_WEIGHT = 15;
const EPOCHS = 8;
const STEP = 0.3;
const DECAY = 2e-4;
const LEAST_KNOWN = 12;
/** A weight below says nothing. */
const LEAST_WEIGHT = 0.1;

/** Logistic regression by adaptive steps in an order that is always the same; the threshold is left at 0. */
export function train(examples: readonly Example[]): Model {
  const ids = featuresThatRecur(examples);
  const rows = examples.map(({ features, isHarmful, weight }) => ({
    known: features.flatMap((feature) => ids.get(feature) ?? []),
    target: isHarmful ? 1 : 0,
    weight: isHarmful ? weight * HARMFUL_WEIGHT : weight,
  }));
  const weights = new Float64Array(ids.size);
  const squares = new Float64Array(ids.size).fill(1e-6);
  let bias = -3;
  let biasSquares = 1e-6;
  const next = randomNumbers();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = rows.length - 1; at > 0; at--) {
      const other = Math.floor(next() * (at + 1));
      [rows[at], rows[other]] = [rows[other]!, rows[at]!];
    }
    for (const { known, target, weight } of rows) {
      const share = 1 / Math.sqrt(Math.max(known.length, LEAST_KNOWN));
      const sum = known.reduce((all, id) => all + weights[id]! * share, bias);
      const slope = (1 / (1 + Math.exp(-sum)) - target) * weight;
      if (Math.abs(slope) < 1e-4) continue;
      for (const id of known) {
        const step = slope * share + DECAY * weights[id]!;
        squares[id]! += step * step;
        weights[id]! -= (STEP * step) / Math.sqrt(squares[id]!);
      }
      biasSquares += slope * slope;
      bias -= (0.1 * slope) / Math.sqrt(biasSquares);
    }
  }
  const rounded = [...ids].map(([feature, id]) => [feature, Math.round(weights[id]! * 100) / 100] as const);
  return {
    bias: Math.round(bias * 100) / 100,
    threshold: 0,
    weights: new Map(rounded.filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)),
  };
}

/** What occurs once tells only of its own example. */
function featuresThatRecur(examples: readonly Example[]): Map<string, number> {
  const all = new Map<string, { count: number; harmful: number }>();
  for (const { features, isHarmful, weight } of examples) {
    for (const feature of features) {
      const known = all.get(feature) ?? { count: 0, harmful: 0 };
      all.set(feature, { count: known.count + 1, harmful: known.harmful + (isHarmful ? weight : 0) });
    }
  }
  const kept = [...all].filter(([, { count, harmful }]) => count >= 15 || (count >= 3 && harmful >= 2));
  return new Map(
    kept
      .map(([feature]) => feature)
      .sort()
      .map((feature, id) => [feature, id]),
  );
}

function randomNumbers(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

/** The least threshold above which at most `share` of the documents, each by its highest passage, are held. */
export function thresholdFor(highest: readonly number[], share: number): number {
  const sorted = [...highest].sort((left, right) => right - left);
  return Math.ceil((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
}

export const highestScore = (passages: readonly (readonly string[])[], model: Model): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...passages.map((features) => scoreOf(features, model)));
