import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../grade";
import type { Deed, DeedKind } from "./picture";

/**
 * How grave a deed is. `expected`: the purpose of the skill makes one expect it. `outside`: it does not. `always`: it
 * does not, and the deed comes with every task, or whatever the task is. `concealed`: it does not, and is kept from the
 * user. Only the last can reject; every other is for a person to decide, or a remark.
 */
type Weights = Readonly<Record<"expected" | "outside" | "always" | "concealed", Grade | null>>;

const WEIGHTS: Readonly<Record<DeedKind, Weights>> = {
  "sends-secrets": {
    expected: null,
    outside: HIGH_WEAK,
    always: HIGH_WEAK,
    concealed: HIGH_STRONG,
  },
  "sends-private-data": {
    expected: null,
    outside: MEDIUM_STRONG,
    always: HIGH_WEAK,
    concealed: HIGH_STRONG,
  },
  "sends-work": { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  destroys: { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "locks-away": { expected: null, outside: HIGH_WEAK, always: HIGH_WEAK, concealed: HIGH_STRONG },
  weakens: { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "opens-up": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "shows-secrets": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  falsifies: { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  deceives: { expected: null, outside: MEDIUM_STRONG, always: HIGH_WEAK, concealed: HIGH_WEAK },
  "sets-rules-aside": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "asks-for-secrets": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "acts-in-name": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  floods: { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "runs-input": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "obeys-others": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "runs-unasked": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "hides-itself": { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  exhausts: { expected: null, outside: MEDIUM_STRONG, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "settles-in": { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "reads-secrets": { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_STRONG, concealed: HIGH_WEAK },
  "weakens-slightly": { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_WEAK, concealed: MEDIUM_STRONG },
  "destroys-slightly": {
    expected: null,
    outside: MEDIUM_WEAK,
    always: MEDIUM_WEAK,
    concealed: MEDIUM_STRONG,
  },
  favours: { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_WEAK, concealed: MEDIUM_STRONG },
  "acts-unasked": { expected: null, outside: MEDIUM_WEAK, always: MEDIUM_WEAK, concealed: MEDIUM_STRONG },
};

/**
 * The grade of a deed by that table; null for one that is a fact and no finding. Where the user is asked it counts one step
 * less, and two where the text describes attacks.
 */
export function weighDeed(
  deed: Pick<Deed, "kind" | "isOutside" | "isConcealed" | "isUnconditional" | "isAgreed" | "isDescribed">,
): Grade | null {
  const weights = WEIGHTS[deed.kind];
  let grade = deed.isOutside ? weights.outside : weights.expected;
  if (deed.isOutside && deed.isUnconditional) grade = weights.always;
  if (deed.isOutside && deed.isConcealed) grade = weights.concealed;
  if (deed.isAgreed && !deed.isConcealed) grade = milder(grade);
  return deed.isDescribed ? milder(milder(grade)) : grade;
}

function milder(grade: Grade | null): Grade | null {
  if (grade === null) return null;
  if (grade.severity === "high") return grade.confidence === "strong" ? HIGH_WEAK : MEDIUM_WEAK;
  return grade.confidence === "strong" ? MEDIUM_WEAK : null;
}
