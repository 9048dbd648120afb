import type { AccessView } from "@/lib/registry/views";

export type AccessWord = "network" | "filesystem" | "subprocess" | "secrets";

/** What a skill may touch outside its package, in the order it is always told. */
export function accessWords(access: AccessView): AccessWord[] {
  const words: AccessWord[] = [];
  if (access.network) words.push("network");
  if (access.filesystem) words.push("filesystem");
  if (access.subprocess) words.push("subprocess");
  if (access.envVars.length > 0) words.push("secrets");
  return words;
}
