import { findingAt, textAt } from "./fields";
import type { Finding } from "./issues/issue";
import { jsonEqual } from "./json-schema/json-equal";
import type { CheckProfile, Dialect } from "./profiles";
import { nodeAt, toPlain, type MapNode } from "./yaml/node";

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

const unlimited = { spend: () => undefined };

/**
 * Warnings about values of other dialects that differ from this one's for the same canonical field. Each dialect
 * keeps its own value and exports it.
 */
export function findConflicts(profile: CheckProfile, viewOf: (dialect: Dialect) => MapNode): Finding[] {
  // most profiles share no field, and need not look
  if (!SHARING.has(profile)) return [];
  return SHARED.flatMap(({ what, places }) => {
    const own = places.find(({ dialect }) => dialect === profile);
    if (own === undefined) return [];
    const node = nodeAt(viewOf(own.dialect), ...own.keys);
    if (node === undefined) return [];
    const other = places.find(
      (place) => place !== own && differs(viewOf(own.dialect), own.keys, viewOf(place.dialect), place.keys),
    );
    if (other === undefined) return [];
    const path = own.keys.join(".");
    const message = `${other.keys.join(".")} gives another ${what}; each dialect exports its own`;
    return [findingAt(node, { severity: "warning", code: "DIALECT_CONFLICT", path, message })];
  });
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
  return !jsonEqual(unlimited, toPlain(a), toPlain(b));
}
