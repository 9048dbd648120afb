// `npm test`: what every change must pass. `npm run test:full`: the same and what takes longer, before a release.
import { Stop } from "./explain.ts";
import { failureSummary } from "./failure-summary.ts";
import { prepareCode, say } from "./setup.ts";
import { ensurePrograms } from "./system-packages.ts";
import { BESIDE, chooseStages, GROUPS, isStage, OF_FILES, STAGES, type StageName } from "./test/stages.ts";
import { describeSlowest, describeStages, type Timed } from "./test/describe-times.ts";

const NEEDED = ["bubblewrap", "python", "python client", "git", "chromium", "CJK fonts"] as const;
const NEEDED_IN_FULL = [...NEEDED, "gVisor", "container engine"] as const;

/**
 * `npm test [STAGE…]`, `npm test unit|e2e FILE…`: runs the stages, all or those named, with `--full` in the long form,
 * and prints `N passed, N failed` as the last line.
 */
export async function test(args: readonly string[]): Promise<void> {
  const { full, named, files } = read(args);
  if (full) process.env.FULL = "1"; // for the tests that are long
  const wanted = chooseStages(named, full);
  const missing = await ensurePrograms(full ? NEEDED_IN_FULL : NEEDED, say);
  for (const { name, command } of missing) console.log(`missing: ${name}. Install it with: ${command}`);
  await prepareCode({ build: false });
  const results: Timed[] = [];
  const inTurn = async (stages: readonly StageName[]) => {
    for (const stage of stages.filter((stage) => wanted.includes(stage)))
      results.push(await runStage(stage, { full, files }));
  };
  const beside = inTurn(BESIDE);
  for (const lists of GROUPS) await Promise.all(lists.map(inTurn));
  await beside;
  tell(results);
}

interface Asked {
  full: boolean;
  named: StageName[];
  files: string[];
}

function read(args: readonly string[]): Asked {
  const full = args.includes("--full") || process.env.FULL === "1";
  const rest = args.filter((arg) => arg !== "--full");
  const first = rest.findIndex((arg) => !isStage(arg));
  const named = (first < 0 ? rest : rest.slice(0, first)).filter(isStage);
  const files = first < 0 ? [] : rest.slice(first);
  if (files.length > 0 && !(named.length === 1 && named.every((stage) => OF_FILES.includes(stage))))
    throw new Stop(
      `There is no stage ${files[0]}: npm test STAGE… with some of ${Object.keys(STAGES).join(", ")}.`,
    );
  return { full, named, files };
}

async function runStage(stage: StageName, given: Omit<Asked, "named">): Promise<Timed> {
  const startedAt = performance.now();
  const result = await STAGES[stage](given).catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${stage}: ${result.passed} passed, ${result.failed} failed in ${seconds.toFixed(0)} s`);
  return { stage, seconds, ...result };
}

function tell(results: readonly Timed[]): void {
  const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
  for (const { stage, failed, output } of results) {
    if (failed) console.log(`failed: ${stage}\n${failureSummary(output)}`);
  }
  console.log(results.map(describeSlowest).join("") + describeStages(results));
  say("all stages"); // with the seconds since the command began
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exit(sum("failed") || results.length === 0 ? 1 : 0);
}
