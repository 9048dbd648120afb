import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ADAPTERS } from "@/checks/conformance/adapters/registry";
import { loadDisputed } from "@/checks/conformance/runner/disputed";
import { CASES_DIRECTORY, readCases } from "@/checks/conformance/runner/load-cases";
import { runCases } from "@/checks/conformance/runner/run-cases";
import { Stop } from "./explain.ts";

// The markets of the cases take test money, as on one's own machine.
process.env["DEMONSTRATION"] ??= "true";

/**
 * Runs the cases of a directory, by default those that come with the project; with `--served` only those that need a
 * whole market. The pages must have been built: `npm run conformance -- [DIR]` sees to that.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { served: { type: "boolean" } },
    allowPositionals: true,
  });
  // npm runs the script in the project, wherever it was called from.
  const calledFrom = process.env["INIT_CWD"] ?? process.cwd();
  const [named] = positionals;
  const directory = named === undefined ? CASES_DIRECTORY : path.resolve(calledFrom, named);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Stop(
      `There is no directory ${directory}: name one that holds cases, or none for those of the project.`,
    );
  const { cases, faults } = await readCases(directory);
  const adapters = values.served ? ADAPTERS.filter(({ start }) => start !== undefined) : ADAPTERS;
  const kinds = new Set(adapters.map(({ kind }) => kind));
  const wanted = values.served ? cases.filter(({ kind }) => kinds.has(kind)) : cases;
  const summary = await runCases(wanted, adapters, await loadDisputed());
  const { passed, failures: failed, runnerFaults, disputed } = summary;
  const failures = [...faults, ...failed];
  for (const { id, reason } of failures) console.log(`✗ ${id}: ${reason.slice(0, 400)}`);
  for (const { id, reason } of runnerFaults) console.log(`? ${id}: ${reason.slice(0, 400)}`);
  for (const { id, reason } of disputed) console.log(`disputed ${id}: ${reason}`);
  if (runnerFaults.length > 0) {
    console.log(
      `${runnerFaults.length} not understood: the runner is to be mended, nothing is said of the market`,
    );
  }
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length + runnerFaults.length === 0 ? 0 : 1);
}

await main();
