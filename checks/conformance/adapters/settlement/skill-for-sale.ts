/** Gives back the text it is given. */
export const SCRIPT = "import json, sys\njson.dump({'echo': json.load(sys.stdin)['text']}, sys.stdout)\n";

const INPUT = {
  type: "object",
  properties: { text: { type: "string", description: "Any text" } },
  required: ["text"],
  additionalProperties: false,
  maxProperties: 20,
};
const OUTPUT = { type: "object", properties: { echo: { type: "string", description: "The same text" } } };

export interface SaleTerms {
  name: string;
  version: string;
  model: string;
  lamports: bigint;
  author: string;
}

/** The front matter of a skill that can be called at a price. YAML knows no big integers, so the price is a number. */
export function frontMatterOf({
  name,
  version,
  model,
  lamports,
  author,
}: SaleTerms): Record<string, unknown> {
  return {
    name,
    version,
    description: "Gives back the text it is given, unchanged.",
    license: "MIT",
    spec: "usk/1.0",
    category: "developer-tools",
    author,
    pricing: { model, price_lamports: lamports },
    interface: {
      type: "cli",
      runtime: "python3",
      entry_point: "scripts/main.py",
      call_pattern: "stdin_stdout",
    },
    runtime: {
      docker_image: "exo-runtime-python-3.11",
      docker_image_hash: `sha256:${"a".repeat(64)}`,
      entrypoint: "scripts/main.py",
      timeout_seconds: 30,
    },
    io: { input_schema: INPUT, output_schema: OUTPUT },
    input_schema: INPUT,
    output_schema: OUTPUT,
    capabilities: ["text_generation"],
    permissions: { network: false, filesystem: false, subprocess: false, env_vars: [] },
    platform_compatibility: ["any"],
    requirements: { python: [] },
    // Proven once it is listed, which puts the price into force.
    examples: [{ name: "hello", input: { text: "hello" }, output: { echo: "hello" } }],
  };
}
