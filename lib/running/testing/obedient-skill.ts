import { buildSkillPackage, type SkillParts } from "@/lib/testing/builders";
import type { SkillPackage } from "@/lib/package";

/** What the obedient skill is told to do; every member may be left out. */
export interface CountedQuery {
  text?: string;
  sleepMs?: number;
  /** Bytes written to standard output instead of the usual answer. */
  printHex?: string;
  complainBytes?: number;
  status?: number;
}

// `nonce` is another one in each run, so that two runs of one call can be told apart.
const SCRIPT = `import json, os, sys, time
wish = json.load(sys.stdin)
time.sleep(wish.get("sleepMs", 0) / 1000)
sys.stderr.write("x" * wish.get("complainBytes", 0))
if "printHex" in wish:
    sys.stdout.buffer.write(bytes.fromhex(wish["printHex"]))
else:
    json.dump({"nonce": os.urandom(8).hex(), "echo": wish.get("text", "")}, sys.stdout)
sys.exit(wish.get("status", 0))
`;

const INPUT = {
  type: "object",
  properties: {
    text: { type: "string", description: "Any text" },
    sleepMs: { type: "integer", description: "Time to sleep", maximum: 60_000 },
    printHex: { type: "string", description: "Bytes to print" },
    complainBytes: { type: "integer", description: "Bytes for standard error" },
    status: { type: "integer", description: "Exit status" },
  },
  additionalProperties: false,
  maxProperties: 20,
};
const OUTPUT = {
  type: "object",
  properties: {
    nonce: { type: "string", description: "New in each run" },
    echo: { type: "string", description: "The same text" },
  },
};

/** A skill that runs in the real sandbox and does what its input says. */
export function buildObedientSkill(parts: SkillParts = {}): SkillPackage {
  const schemas = { input_schema: INPUT, output_schema: OUTPUT };
  return buildSkillPackage({
    ...parts,
    files: { "scripts/main.py": SCRIPT, ...parts.files },
    frontMatter: { ...schemas, ...(parts.paid ? { io: schemas } : {}), ...parts.frontMatter },
  });
}

/** The wish to print this text and nothing else. */
export const printing = (text: string): CountedQuery => ({ printHex: Buffer.from(text).toString("hex") });
