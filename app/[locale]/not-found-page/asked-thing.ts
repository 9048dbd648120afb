import { nameInAddress } from "@/app/[locale]/name-in-address";

/** What an address without a page was about. */
export type AskedThing =
  | { kind: "skill"; name: string; version: string | null }
  | { kind: "set" | "person" | "receipt" | "document" | "error"; name: string };

const LONGEST = 64;
const KINDS = {
  sets: "set",
  people: "person",
  receipts: "receipt",
  docs: "document",
  errors: "error",
} as const;

/**
 * Reads from a path (without a language) and its `version` parameter what somebody looked for; null for what is no
 * address of something that has a name.
 */
export function askedThing(path: string, version: string | undefined): AskedThing | null {
  const [, first = "", second = "", third, fourth] = path.split("/");
  const name = nameInAddress(second, LONGEST);
  if (name === null || name === "") return null;
  if (first === "skills") {
    const inPath = third === "v" && fourth !== undefined ? nameInAddress(fourth, LONGEST) : null;
    return { kind: "skill", name, version: inPath ?? version?.slice(0, LONGEST) ?? null };
  }
  return Object.hasOwn(KINDS, first) ? { kind: KINDS[first as keyof typeof KINDS], name } : null;
}
