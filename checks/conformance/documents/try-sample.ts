import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { McpClient } from "@/api/mcp/testing/mcp-market";
import type { Workbench } from "@/cli/testing/run-cli";
import { database } from "@/lib/db/client";
import { drainJobs } from "@/lib/platform/jobs/work";
import { runVetting } from "@/lib/publishing/publish-version";
import { checkAnswer, type AnswerExpectation } from "../adapters/api/check-answer";
import type { Outbox } from "../adapters/api/outbox";
import { sendRequest, type ApiAnswer, type RequestStep } from "../adapters/api/send-request";
import type { Variables } from "../adapters/api/variables";
import { ADAPTERS } from "../adapters/registry";
import { compareText } from "../adapters/format-adapters";
import { memberAt, type ConformanceCase } from "../runner/conformance-case";
import { findDifference, show } from "../runner/compare";
import { checkCase } from "../runner/run-cases";
import type {
  CaseStep,
  CommandStep,
  FilesStep,
  HttpStep,
  MailStep,
  PublishStep,
  Sample,
  SampleStep,
  ToolListStep,
  ToolStep,
  VariantStep,
} from "./sample";

/** Where samples are tried: a market over HTTP, a project with the command line, and the market's MCP server. */
export interface Desk {
  market: string;
  bench: Workbench;
  variables: Variables;
  outbox: Outbox;
  cases: ReadonlyMap<string, ConformanceCase>;
  /** A stock client; the conversation of one sample. */
  connect: () => Promise<McpClient>;
}

/** What one step came to: in a few words, and a line for each expectation that is not met. */
interface Outcome {
  came: string;
  faults: readonly string[];
}

/** Characters of what came of a step. */
const SHOWN = 150;

/** Tries a sample, one step after the other. */
export async function trySample(desk: Desk, { steps }: Sample): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  let conversation: Promise<McpClient> | undefined;
  const connect = () => (conversation ??= desk.connect());
  for (const step of steps) {
    const filled = (await desk.variables.fill(step, findSkillId)) as SampleStep;
    outcomes.push(await perform(desk, filled, connect));
  }
  return {
    came: outcomes.map(({ came }) => came).join("; "),
    faults: outcomes.flatMap(({ faults }) => faults),
  };
}

const PERFORM = {
  files: writeFiles,
  variant: writeVariant,
  command: runCommand,
  request: sendHttp,
  publish,
  tool: callTool,
  tools: listTools,
  mail_to: readMail,
  case: runCase,
} as const;

function perform(desk: Desk, step: SampleStep, connect: Desk["connect"]): Promise<Outcome> {
  const kind = Object.keys(PERFORM).find((name) => name in step) as keyof typeof PERFORM | undefined;
  if (kind === undefined) throw new Error(`no step: ${JSON.stringify(step)}`);
  return PERFORM[kind]({ ...desk, connect }, step as never);
}

async function writeFiles({ bench }: Desk, { files }: FilesStep): Promise<Outcome> {
  bench.write(files);
  return Promise.resolve({ came: Object.keys(files).join(", "), faults: [] });
}

async function writeVariant({ bench }: Desk, { variant, of, replace }: VariantStep): Promise<Outcome> {
  const faults: string[] = [];
  const files = Object.entries(readDirectory(bench, of));
  for (const [from, to] of Object.entries(replace)) {
    if (!files.some(([, text]) => text.includes(from))) faults.push(`${of} holds no ${show(from)}`);
    for (const file of files) file[1] = file[1].replaceAll(from, to);
  }
  bench.write(Object.fromEntries(files.map(([name, text]) => [`${variant}/${name}`, text])));
  return Promise.resolve({
    came: `${variant}: ${Object.values(replace)
      .map((words) => short(words))
      .join(", ")}`,
    faults,
  });
}

async function runCommand({ bench }: Desk, step: CommandStep): Promise<Outcome> {
  const { code, stdout, stderr } = await bench.run(step.command);
  const said = stdout + stderr;
  const came = `exit ${code}: ${short(said, step.has)}`;
  const faults = [
    ...(code === (step.exit ?? 0) ? [] : [`exit ${code}: ${said}`]),
    ...compareText(said, { has: step.has, lacks: step.lacks }),
    ...compareOrder(stdout.split("\n"), step.lines ?? []),
    ...(step.json === undefined ? [] : differences(step.json, JSON.parse(stdout))),
    ...Object.entries(step.file_has ?? {}).flatMap(([name, has]) => compareText(bench.read(name), { has })),
  ];
  return { came, faults };
}

function compareOrder(lines: readonly string[], expected: readonly string[]): string[] {
  let from = 0;
  for (const line of expected) {
    const at = lines.indexOf(line, from);
    if (at === -1) return [`no line ${show(line)} from line ${from + 1} on: ${show(lines)}`];
    from = at + 1;
  }
  return [];
}

function differences(expected: Record<string, unknown>, actual: unknown): string[] {
  const difference = findDifference(expected, actual, { subset: true });
  return difference === null ? [] : [difference];
}

async function sendHttp(desk: Desk, { request, expect, save, ...rest }: HttpStep): Promise<Outcome> {
  const [method = "", address = ""] = request.split(" ");
  return exchange(desk, { ...rest, method, path: address }, { expect, save });
}

async function exchange(
  { market, variables }: Desk,
  request: RequestStep,
  { expect, save }: Pick<HttpStep, "expect" | "save">,
): Promise<Outcome> {
  const answer = await sendRequest(market, request);
  variables.saveFrom(answer.body, save ?? {});
  await vet();
  return {
    came: `${answer.status} ${short(tellAnswer(answer, expect), expect.has_text)}`,
    faults: checkAnswer(answer, expect),
  };
}

/** Of a problem its code and reason, of a package its size, else the members that are expected, else all. */
function tellAnswer({ body, text, bytes, headers }: ApiAnswer, expect: AnswerExpectation): string {
  const code = memberAt(body, "error_code");
  if (typeof code === "string") return `${code}: ${String(memberAt(body, "detail"))}`;
  if (headers.get("content-type")?.startsWith("application/zip"))
    return `a package of ${bytes.length} bytes ${show(expect.zip_has ?? expect.zip_has_matching ?? "")}`;
  const asked = Object.keys(expect.body ?? {}).map((name) => [name, memberAt(body, name)] as const);
  return asked.length > 0 ? JSON.stringify(Object.fromEntries(asked)) : text;
}

/** Does what the worker would have done by now. */
async function vet(): Promise<void> {
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
}

async function publish(desk: Desk, { publish: name, expect, save }: PublishStep): Promise<Outcome> {
  const { "SKILL.md": skillMd = "", ...files } = readDirectory(desk.bench, name);
  const key = await desk.variables.fill("{{author.key}}", findSkillId);
  const request: RequestStep = {
    method: "POST",
    path: "/v1/skills/upload",
    headers: { "x-api-key": String(key) },
    json: { skill_md: skillMd, files },
  };
  return exchange(desk, request, { expect: expect ?? { status: 201 }, save });
}

/** The texts of a directory by their paths in it. */
function readDirectory(bench: Workbench, name: string): Record<string, string> {
  const entries = readdirSync(bench.at(name), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => path.join(parentPath, file))
      .map((file) => [path.relative(bench.at(name), file), readFileSync(file, "utf8")]),
  );
}

async function callTool({ connect }: Desk, step: ToolStep): Promise<Outcome> {
  const answer = await (await connect()).call(step.tool, step.arguments ?? {});
  const faults = [
    ...(answer.isError === (step.is_error ?? false) ? [] : [`is_error is ${answer.isError}: ${answer.text}`]),
    ...differences(step.content ?? {}, answer.content),
    ...compareText(answer.text, { has: step.has }),
  ];
  return { came: short(answer.text, step.has), faults };
}

async function listTools({ connect }: Desk, { tools }: ToolListStep): Promise<Outcome> {
  const names = await (await connect()).tools();
  const missing = [...(tools.exactly ?? []), ...(tools.has ?? [])].filter((name) => !names.includes(name));
  const more = tools.exactly === undefined ? [] : names.filter((name) => !tools.exactly?.includes(name));
  const faults = [
    ...missing.map((name) => `no tool ${name}`),
    ...(more.length === 0 ? [] : [`tools that are not expected: ${more.join(", ")}`]),
  ];
  return { came: names.join(", "), faults };
}

async function readMail({ outbox }: Desk, { mail_to: to, expect, save }: MailStep): Promise<Outcome> {
  const faults = await outbox.check(to, expect ?? { min_count: 1 }, save);
  return { came: faults.length === 0 ? `a mail to ${to}` : "no such mail", faults };
}

async function runCase({ cases }: Desk, { case: id }: CaseStep): Promise<Outcome> {
  const found = cases.get(id);
  const adapter = ADAPTERS.find(({ kind }) => kind === found?.kind);
  if (found === undefined || adapter === undefined) return { came: "nothing", faults: [`no case ${id}`] };
  if (adapter.start !== undefined)
    return { came: `${id}, tried by the stage conformance: ${found.title}`, faults: [] };
  return { came: `${id}: ${found.title}`, faults: await checkCase(adapter, found) };
}

/** Some words of an answer on one line, from the first expected text on where it is far behind. */
function short(text: string, [wanted = ""]: readonly string[] = []): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  const at = line.indexOf(wanted);
  const from = at + wanted.length <= SHOWN ? 0 : at;
  const end = from + SHOWN < line.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${line.slice(from, from + SHOWN)}${end}`;
}

async function findSkillId(slug: string): Promise<string> {
  const skill = await database().skill.findUnique({ where: { slug }, select: { id: true } });
  return skill?.id ?? `no-skill-named-${slug}`;
}
