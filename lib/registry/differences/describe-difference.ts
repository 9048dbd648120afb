import type { Difference } from "@/lib/registry/differences/difference";

/** A difference in words for a problem's text: the fact and both values where there are two. */
export function describeDifference({ fact, before, after }: Difference): string {
  const name = NAMES[fact] ?? fact;
  if (before === null) return after === null ? name : `${name} (${after})`;
  return `${name}: ${before} → ${after}`;
}

const NAMES: Partial<Record<Difference["fact"], string>> = {
  network: "permission network",
  filesystem: "permission filesystem",
  subprocess: "permission subprocess",
  env_vars: "permission env_vars",
  image: "runtime image",
  entry_point: "entry point",
  call_pattern: "call pattern",
  input_schema: "input schema",
  output_schema: "output schema",
  allowed_tools: "allowed-tools",
};
