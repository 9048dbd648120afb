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
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z.null(),
    release: z.strictObject({ types: z.tuple([z.literal("published")]) }),
  }),
  permissions: z.strictObject({ contents: z.literal("read") }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      "runs-on": z.string(),
      "timeout-minutes": z.int().max(30),
      env: z.record(z.string(), z.string()).optional(),
      steps: z.array(step),
    }),
  ),
});

test("the workflow is well-formed, pins what it uses and gives its secret to one step alone", () => {
  const parsed = workflow.parse(parse(readRecipe("publish-skill.yml"), { strict: true, uniqueKeys: true }));
  const steps = Object.values(parsed.jobs).flatMap(({ steps: all }) => all);
  const secret = steps.filter((each) => JSON.stringify(each).includes("secrets."));
  expect(secret.map(({ name }) => name)).toEqual(["Publish"]);
  expect(secret[0]).toMatchObject({ if: "github.event_name == 'release'" });
  const commands = steps.flatMap((each) =>
    "run" in each ? [...each.run.matchAll(/^emporion ([\w-]+)/gm)] : [],
  );
  expect(commands.map(([, name]) => name)).toEqual(["validate", "vet", "publish"]);
  for (const [, name = ""] of commands) expect(Object.keys(COMMANDS)).toContain(name);
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
