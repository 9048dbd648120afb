import { DomainError } from "@/lib/kernel/errors";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import type { RunView } from "@/lib/running/runs/run-view";

const MAX_INPUT_CHARACTERS = 100 * 1024;

/**
 * Runs a version for whoever publishes it, with an input that is written as JSON; a valid answer puts its price into
 * force. Throws INPUT_INVALID for what is no JSON, and what `runFreeSkill` throws.
 */
export async function runFirst({
  input,
  ...request
}: {
  skill: string;
  version: string;
  input: string;
  accountId: string;
}): Promise<RunView> {
  return (await runFreeSkill({ ...request, input: readInput(input) })).run;
}

function readInput(text: string): unknown {
  try {
    if (text.length <= MAX_INPUT_CHARACTERS) return JSON.parse(text);
  } catch {
    // told below, with the field
  }
  throw new DomainError("INPUT_INVALID", "The input is no JSON object.", {
    details: { errors: [{ pointer: "#/input", detail: "a JSON object expected" }] },
  });
}
