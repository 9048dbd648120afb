import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { containing } from "@/cli/testing/run-cli";
import { newProject } from "@/cli/testing/served-market";
import { testRunner } from "@/lib/running/testing/test-runner";
import { testDatabase } from "@/lib/testing/database";
import { Outbox } from "../adapters/api/outbox";
import { Variables } from "../adapters/api/variables";
import { CASES_DIRECTORY, loadCases } from "../runner/load-cases";
import { readSamples, type DocumentSamples, type SampleStep } from "./sample";
import { trySample, type Desk } from "./try-sample";

// Every sample of the five documents, tried on a market: `npm run conformance:documents` lists what came.
testRunner({ TRUSTED_PROXY_HOPS: "1" });
const market = new McpMarket();
const documents = readSamples();
const cases = new Map((await loadCases(CASES_DIRECTORY)).map((each) => [each.id, each]));
/** The first cells of the rows of the tables. */
const decisions = new Set(
  [...readFileSync("docs/dialects/differences.md", "utf8").matchAll(/^\| (.*?) +\|/gm)].map(
    ([, cell]) => cell,
  ),
);

/** A market's desk for the samples of one document, which come in order. */
async function openDesk({ packages = {} }: DocumentSamples): Promise<Desk> {
  const variables = new Variables();
  const author = await makeKeyHolder();
  variables.set("repository", process.cwd());
  variables.set("author.key", author.key);
  variables.set("author.address", author.address);
  const bench = newProject(market.url.origin);
  bench.env["EMPORION_API_KEY"] = author.key;
  for (const [name, files] of Object.entries(packages)) {
    for (const [file, text] of Object.entries(files)) {
      bench.write({ [`${name}/${file}`]: text.replaceAll("{{author.address}}", author.address) });
    }
  }
  const outbox = new Outbox(variables);
  const connect = () => market.connect({ key: author.key });
  return { market: market.url.origin, bench, variables, outbox, cases, connect };
}

describe.each(documents)("$document", (samples) => {
  // A market of its own: two documents call a skill by the same name.
  testDatabase();
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(samples);
  });

  for (const sample of samples.samples) {
    it(`${sample.section}: ${sample.sample}`, async ({ annotate }) => {
      const { came, faults } = await trySample(desk, sample);
      await annotate(sample.decision === undefined ? came : `${came} [decided: ${sample.decision}]`);
      expect(faults).toEqual([]);
    });
  }
});

it("each decision that a sample names is a row of differences.md", () => {
  const named = documents.flatMap(({ samples }) => samples.flatMap(({ decision }) => decision ?? []));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((words) => !decisions.has(words))).toEqual([]);
});

describe("what does not come as a sample says is told", () => {
  testDatabase();
  const SKILL = { "SKILL.md": "---\nname: some-skill\ndescription: Turns text. Use when asked.\n---\n" };
  const WRONG: [fault: string, step: SampleStep][] = [
    ["exit 0", { command: "validate some-skill", exit: 1 }],
    ["lacks", { command: "validate some-skill", has: ["nothing of this"] }],
    ["holds", { command: "validate some-skill", lacks: ["some-skill"] }],
    [
      "no line",
      { command: "validate_metadata some-skill", lines: ["✅ description: valid", "✅ name: valid"] },
    ],
    ["name is", { command: "read-properties some-skill", json: { name: "other" } }],
    ["lacks", { command: "validate some-skill", file_has: { "some-skill/SKILL.md": ["nothing of this"] } }],
    ["status is not 404", { request: "GET /v1/agent/info", expect: { status: 404 } }],
    ["holds no", { variant: "other", of: "some-skill", replace: { "nothing of this": "" } }],
    ["status is not 409", { publish: "some-skill", expect: { status: 409 } }],
    ["is_error", { tool: "ask", arguments: { question: "?" }, is_error: true }],
    ["status is", { tool: "ask", arguments: { question: "?" }, content: { status: "answered" } }],
    ["lacks", { tool: "ask", arguments: { question: "?" }, has: ["nothing of this"] }],
    ["no tool nothing", { tools: { has: ["nothing"] } }],
    ["tools that are not expected", { tools: { exactly: ["show"] } }],
    ["only 0 mails", { mail_to: "nobody@example.com" }],
    ["no case NO-1", { case: "NO-1" }],
  ];

  it.each(WRONG)("%s: %j", async (fault, step) => {
    const desk = await openDesk({ document: "", packages: { "some-skill": SKILL }, samples: [] });
    const { faults } = await trySample(desk, { section: "", sample: "", steps: [step] });
    expect(faults).toEqual([containing(fault)]);
  });
});
