import type { PartState } from "@/lib/registry/sets/find-set";

const MAX_REASON_CHARACTERS = 200;

interface LeftOut {
  skill: string;
  /** Not `given`. */
  state: PartState;
  /** What its publisher or an administrator said; null where nothing was said. */
  reason: string | null;
}

/** Why a part of a set is not given: `withdrawn: a fault`. One line; what was said is cut at 200 characters. */
export function whyLeftOut({ state, reason }: Omit<LeftOut, "skill">): string {
  const words = state.replaceAll("_", " ");
  const said = (reason ?? "")
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  if (said === "") return words;
  const characters = Array.from(said);
  const isLong = characters.length > MAX_REASON_CHARACTERS;
  return `${words}: ${isLong ? `${characters.slice(0, MAX_REASON_CHARACTERS - 1).join("")}…` : said}`;
}

/** A part that is not given, as text: `csv-profile (withdrawn: a fault)`. */
export const describeLeftOut = (part: LeftOut): string => `${part.skill} (${whyLeftOut(part)})`;
