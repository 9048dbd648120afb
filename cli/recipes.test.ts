import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { MARKET_PACKAGES } from "@/lib/web/documents/market-packages";
import { COMMANDS } from "./commands";

const ROOT = path.join(import.meta.dirname, "..");
const readRecipe = (name: string) => readFileSync(path.join(ROOT, "docs/recipes", name), "utf8");

const step = z.union([
  z.strictObject({
    name: z.string(),
    // A tag can be moved to other code; a commit cannot.
    uses: z.string().regex(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/),
    with: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  }),
  z.strictObject({
    name: z.string(),
    if: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    "working-directory": z.string().optional(),
    // What somebody else may write must not become part of a script.
    run: z.string().refine((text) => !text.includes("${{"), "an expression inside a script"),
  }),
]);
const jobs = z.record(
  z.string(),
  z.strictObject({
    "runs-on": z.string(),
    "timeout-minutes": z.int().max(30),
    env: z.record(z.string(), z.string()).optional(),
    steps: z.array(step),
  }),
);
const named = { name: z.string(), jobs };
const WORKFLOWS = {
  "publish-skill.yml": z.strictObject({
    ...named,
    on: z.strictObject({
      pull_request: z.null(),
      release: z.strictObject({ types: z.tuple([z.literal("published")]) }),
    }),
    permissions: z.strictObject({ contents: z.literal("read"), "id-token": z.literal("write") }),
  }),
  "audit-skills.yml": z.strictObject({
    ...named,
    // Never for what a stranger has sent: its token may write.
    on: z.strictObject({
      schedule: z.tuple([z.strictObject({ cron: z.string() })]),
      workflow_dispatch: z.null(),
    }),
    permissions: z.strictObject({ contents: z.literal("write"), "pull-requests": z.literal("write") }),
  }),
};

/** The steps of a workflow, those that are given a secret or the token, and the commands it calls, in their order. */
function readWorkflow(name: keyof typeof WORKFLOWS) {
  const parsed = WORKFLOWS[name].parse(parse(readRecipe(name), { strict: true, uniqueKeys: true }));
  const steps = Object.values(parsed.jobs).flatMap(({ steps: all }) => all);
  const secret = steps.filter((each) => /secrets\.|github\.token/.test(JSON.stringify(each)));
  const commands = steps.flatMap((each) =>
    "run" in each ? [...each.run.matchAll(/^emporion ([\w-]+)/gm)].map(([, command = ""]) => command) : [],
  );
  for (const command of commands) expect(Object.keys(COMMANDS)).toContain(command);
  return { secret, commands };
}

test("the workflow is well-formed, pins what it uses and has no secret", () => {
  const { secret, commands } = readWorkflow("publish-skill.yml");
  expect(secret).toEqual([]);
  expect(commands).toEqual(["validate", "vet", "publish"]);
});

test("so is the one that audits, whose token no step has that speaks to a market", () => {
  const { secret, commands } = readWorkflow("audit-skills.yml");
  expect(secret.map(({ name }) => name)).toEqual(["Open a pull request"]);
  expect(JSON.stringify(secret)).not.toMatch(/emporion (?:audit|update)/);
  expect(commands).toEqual(["audit", "update", "audit"]);
});

const INSTRUCTION = /^(FROM|ENV|WORKDIR|COPY|RUN|USER|ENTRYPOINT|CMD) (.+)$/;

test("the image is made of known instructions, an exact base, what the market serves, and does not run as root", () => {
  const lines = readRecipe("Containerfile")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const instructions = lines.map((line) => {
    const [, name = "", rest = ""] = INSTRUCTION.exec(line) ?? [];
    expect(name, line).not.toBe("");
    return { name, rest };
  });
  const of = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);
  expect(of("FROM")).toEqual([expect.stringMatching(/^[\w./-]+:\d+\.\d+\.\d+-[\w-]+$/) as unknown]);
  for (const rest of of("COPY")) {
    for (const source of rest.split(" ").slice(0, -1)) expect(MARKET_PACKAGES, source).toContain(source);
  }
  expect(of("USER")).toEqual(["node"]);
  const order = instructions.map(({ name }) => name);
  expect(order.lastIndexOf("RUN")).toBeLessThan(order.indexOf("USER"));
  for (const rest of [...of("ENTRYPOINT"), ...of("CMD")]) expect(Array.isArray(JSON.parse(rest))).toBe(true);
});
