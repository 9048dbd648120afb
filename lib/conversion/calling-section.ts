import { codeBlock } from "./literals/markdown-text";
import { inertJson } from "./literals/inert-json";
import type { ConversionSource } from "./conversion-source";

/** A larger schema is named, not shown: it would crowd out what the model is there for. */
const SHOWN_SCHEMA_MAX_CHARACTERS = 8_000;
const SHOWN_EXAMPLE_MAX_CHARACTERS = 4_000;

export interface Calling {
  /** Shell words that start the wrapper, for instance `bash emporion/run.sh`. */
  readonly command: string;
  /** Where `command` works. */
  readonly where: string;
  /** Path of call.json as the reader finds it. */
  readonly callFile: string;
}

/**
 * How a model calls the skill: the command with the first example, and the input schema. All texts of the skill stand
 * in JSON that neither Markdown nor a prompt format acts on; the example can be pasted into a shell as it is.
 */
export function callingSection({ manifest }: ConversionSource, calling: Calling): string {
  const example = manifest.examples[0];
  const input = example === undefined ? null : inertJson(example.input);
  const shown = input !== null && input.length <= SHOWN_EXAMPLE_MAX_CHARACTERS ? input : null;
  const schema = inertJson(manifest.schemas.input ?? {});
  const command = `${calling.command} <<'JSON'\n${shown ?? "{}"}\nJSON`;
  return `## How to call this skill

${calling.where} Pass one JSON object on standard input; the answer is one JSON object on standard output. On failure it is
\`{"error": "why"}\` and the status is not 0: tell the user why, and do not guess an answer.

${codeBlock("sh", command)}

${shown === null ? "Replace the empty object by an input that matches the schema. " : "The input above is an example. "}Schemas and examples: \`${calling.callFile}\`.
${schema.length <= SHOWN_SCHEMA_MAX_CHARACTERS ? `\nInput schema:\n\n${codeBlock("json", schema)}\n` : ""}`;
}
