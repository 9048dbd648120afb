import type { AccessView } from "@/lib/registry/views";
import type { Origin } from "@/lib/skill-format";

export type AccessWord = "network" | "filesystem" | "subprocess" | "secrets";

const WORDS: readonly AccessWord[] = ["network", "filesystem", "subprocess", "secrets"];

/** What a skill says it touches outside its package, in the order it is always told. */
export function accessWords(access: AccessView): AccessWord[] {
  return WORDS.filter((word) => touches(access, word));
}

/** What nobody says anything of. */
export function undeclaredWords(access: AccessView): AccessWord[] {
  return WORDS.filter((word) => originOf(access, word) === "not_declared");
}

/** What it says it does not touch: by the author's own word, or as the format reads what is left out. */
export function deniedWords(access: AccessView, origin: Exclude<Origin, "not_declared">): AccessWord[] {
  return WORDS.filter((word) => originOf(access, word) === origin && !touches(access, word));
}

/** Where a statement comes from. */
export function originOf({ origins }: AccessView, word: AccessWord): Origin {
  return origins[word === "secrets" ? "envVars" : word];
}

function touches(access: AccessView, word: AccessWord): boolean {
  return word === "secrets" ? (access.envVars?.length ?? 0) > 0 : access[word] === true;
}
