import type { SkillParts } from "@/lib/testing/builders";

/** A date is a version of Skill Metadata only, so the file must not say it is anything else. */
export const PLAIN = Object.fromEntries(
  "spec category tags interface input_schema output_schema capabilities permissions platform_compatibility requirements examples"
    .split(" ")
    .map((member) => [member, undefined]),
);
const OPEN = { network: false, filesystem: false, subprocess: false, env_vars: [] };
const DIGEST = `sha256:${"b".repeat(64)}`;
const NUMBER_INPUT = {
  type: "object",
  properties: { text: { type: "number", description: "A number" } },
  required: ["text"],
  additionalProperties: false,
  maxProperties: 20,
};

/** How a new version differs, by the words of an event. */
export const CHANGES: readonly [RegExp, (wallet: string) => SkillParts][] = [
  [/price/, (payee) => ({ paid: { lamports: 200_000, payee } })],
  [
    /hint|destructive|read-?only|idempotent|open-?world/i,
    () => ({ frontMatter: { annotations: { readOnlyHint: false, destructiveHint: true } } }),
  ],
  [
    /image|runtime|docker/,
    (payee) => ({
      frontMatter: {
        author: payee,
        runtime: {
          docker_image: "exo-runtime-python-3.11",
          docker_image_hash: DIGEST,
          entrypoint: "scripts/main.py",
          timeout_seconds: 30,
        },
      },
    }),
  ],
  [
    /schema|input/,
    () => ({
      frontMatter: {
        input_schema: NUMBER_INPUT,
        io: { input_schema: NUMBER_INPUT, output_schema: { type: "object" } },
        examples: [],
      },
    }),
  ],
  [
    /permission|access|filesystem|subprocess|network|env/,
    () => ({ frontMatter: { permissions: { ...OPEN, filesystem: true } } }),
  ],
  [/code|byte|content|text|instruction|file|doc/, () => ({ files: { "scripts/notes.py": "NOTE = 1\n" } })],
];
