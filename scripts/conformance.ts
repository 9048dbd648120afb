import path from "node:path";
import { ADAPTERS } from "@/conformance/adapters/registry";
import { loadDisputed } from "@/conformance/runner/disputed";
import { CASES_DIRECTORY, loadCases } from "@/conformance/runner/load-cases";
import { runCases } from "@/conformance/runner/run-cases";

/** `npm run conformance -- [DIR]`: runs the cases of a directory, by default those that come with the project. */
async function main(): Promise<void> {
  const [directory] = process.argv.slice(2);
  const cases = await loadCases(directory === undefined ? CASES_DIRECTORY : path.resolve(directory));
  const { passed, failures, disputed, unsupported } = await runCases(cases, ADAPTERS, await loadDisputed());
  for (const { id, reason } of failures) console.log(`✗ ${id}: ${reason.slice(0, 400)}`);
  for (const { id, reason } of disputed) console.log(`disputed ${id}: ${reason}`);
  for (const [kind, count] of unsupported) console.log(`not yet supported: ${kind} (${count})`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

await main();
