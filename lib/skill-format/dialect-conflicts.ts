import type { Findings } from "./issues/issue";
import { jsonEqual } from "./json-schema/match-schema";
import type { CheckProfile, Dialect } from "./profiles";
import { type MapNode, nodeAt, textAt, toPlain } from "./yaml/node";

interface Place {
  dialect: Dialect;
  keys: readonly string[];
}

/** Canonical fields that two dialects write in two places. */
const SHARED: readonly { what: string; places: readonly Place[] }[] = [
  {
    what: "entry point",
    places: [
      { dialect: "exo", keys: ["runtime", "entrypoint"] },
      { dialect: "usk", keys: ["interface", "entry_point"] },
      { dialect: "metadata", keys: ["entry_point"] },
    ],
  },
  {
    what: "input schema",
    places: [
      { dialect: "exo", keys: ["io", "input_schema"] },
      { dialect: "usk", keys: ["input_schema"] },
    ],
  },
  {
    what: "output schema",
    places: [
      { dialect: "exo", keys: ["io", "output_schema"] },
      { dialect: "usk", keys: ["output_schema"] },
    ],
  },
];

const SHARING: ReadonlySet<CheckProfile> = new Set(
  SHARED.flatMap(({ places }) => places.map(({ dialect }) => dialect)),
);

/**
 * Warnings about values of other dialects that differ from this one's for the same canonical field. Each dialect
 * keeps its own value and exports it.
 */
export function checkConflicts(
  profile: CheckProfile,
  viewOf: (dialect: Dialect) => MapNode,
  findings: Findings,
): void {
  // most profiles share no field, and need not look
  if (!SHARING.has(profile)) return;
  for (const { what, places } of SHARED) {
    const own = places.find(({ dialect }) => dialect === profile);
    const node = own && nodeAt(viewOf(own.dialect), ...own.keys);
    if (own === undefined || node === undefined) continue;
    const other = places.find(
      (place) => place !== own && differs(viewOf(own.dialect), own.keys, viewOf(place.dialect), place.keys),
    );
    if (other === undefined) continue;
    const message = `${other.keys.join(".")} gives another ${what}; each dialect exports its own`;
    findings.warning("DIALECT_CONFLICT", own.keys.join("."), message, node);
  }
}

function differs(
  left: MapNode,
  leftKeys: readonly string[],
  right: MapNode,
  rightKeys: readonly string[],
): boolean {
  const a = nodeAt(left, ...leftKeys);
  const b = nodeAt(right, ...rightKeys);
  if (a === undefined || b === undefined) return false;
  const textA = textAt(left, ...leftKeys);
  const textB = textAt(right, ...rightKeys);
  if (textA !== undefined && textB !== undefined) return textA !== textB;
  return !jsonEqual(toPlain(a), toPlain(b));
}
