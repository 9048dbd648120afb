import weights from "./weights.json";

/** A linear model: what each feature of a passage adds to its likeness to harmful instructions. */
export interface Model {
  readonly bias: number;
  /** A passage above it reads like a harmful instruction. */
  readonly threshold: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** Made by `npm run vetting:weights`; a change of it is a change of the engine. */
export const LIKENESS: Model = { ...weights, weights: new Map(Object.entries(weights.weights)) };

/** A short passage is weighed as one of so many features, so that one word alone decides little. */
const LEAST_FEATURES = 12;

/**
 * How much a passage reads like a harmful instruction. Features come sorted, and only sums and a square root are
 * taken, so that every machine gets the same number.
 */
export function scoreOf(features: readonly string[], model: Model): number {
  let sum = 0;
  let known = 0;
  for (const feature of features) {
    const weight = model.weights.get(feature);
    if (weight === undefined) continue;
    sum += weight;
    known++;
  }
  return model.bias + sum / Math.sqrt(Math.max(known, LEAST_FEATURES));
}

/** The features that counted most for it, the weightiest first. */
export function reasonsFor(features: readonly string[], model: Model, most: number): string[] {
  return features
    .flatMap((feature) => {
      const weight = model.weights.get(feature) ?? 0;
      return weight > 0 && !/^(?:shape|share|first):/.test(feature) ? [{ feature, weight }] : [];
    })
    .sort((left, right) => right.weight - left.weight)
    .slice(0, most)
    .map(({ feature }) => feature);
}
