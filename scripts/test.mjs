// `npm test`: what every change must pass. `npm run test:full`: the same and what takes longer, before a release.
import { Stop } from "./explain.mjs";
import { failureSummary } from "./failure-summary.mjs";
import { prepareCode, say } from "./setup.mjs";
import { ensurePrograms } from "./system-packages.mjs";
import { BESIDE, chooseStages, GROUPS, OF_FILES, STAGES } from "./test/stages.mjs";
import { describeSlowest, describeStages } from "./test/describe-times.mjs";

const NEEDED = ["bubblewrap", "python", "chromium", "CJK fonts"];
const NEEDED_IN_FULL = [...NEEDED, "gVisor", "container engine"];

/**
 * `npm test [STAGE…]`, `npm test unit|e2e FILE…`: runs the stages, all or those named, with `--full` in the long form,
 * and prints `N passed, N failed` as the last line.
 */
export async function test(args) {
  const { full, named, files } = read(args);
  if (full) process.env.FULL = "1"; // for the tests that are long
  const wanted = chooseStages(named, full);
  const missing = await ensurePrograms(full ? NEEDED_IN_FULL : NEEDED, say);
  for (const { name, command } of missing) console.log(`missing: ${name}. Install it with: ${command}`);
  await prepareCode({ build: false });
  const results = [];
  const inTurn = async (stages) => {
    for (const stage of stages.filter((stage) => wanted.includes(stage)))
      results.push(await runStage(stage, { full, files }));
  };
  const beside = inTurn(BESIDE);
  for (const lists of GROUPS) await Promise.all(lists.map(inTurn));
  await beside;
  tell(results);
}

function read(args) {
  const full = args.includes("--full") || process.env.FULL === "1";
  const rest = args.filter((arg) => arg !== "--full");
  const first = rest.findIndex((arg) => !Object.hasOwn(STAGES, arg));
  const named = first < 0 ? rest : rest.slice(0, first);
  const files = first < 0 ? [] : rest.slice(first);
  if (files.length > 0 && !(named.length === 1 && OF_FILES.includes(named[0])))
    throw new Stop(
      `There is no stage ${files[0]}: npm test STAGE… with some of ${Object.keys(STAGES).join(", ")}.`,
    );
  return { full, named, files };
}

async function runStage(stage, given) {
  const startedAt = performance.now();
  const result = await Promise.resolve(given)
    .then(STAGES[stage])
    .catch((error) => ({ passed: 0, failed: 1, output: error.stack }));
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${stage}: ${result.passed} passed, ${result.failed} failed in ${seconds.toFixed(0)} s`);
  return { stage, seconds, ...result };
}

function tell(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { stage, failed, output } of results) {
    if (failed) console.log(`failed: ${stage}\n${failureSummary(output)}`);
  }
  console.log(results.map(describeSlowest).join("") + describeStages(results));
  say("all stages"); // with the seconds since the command began
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exit(sum("failed") || results.length === 0 ? 1 : 0);
}
