import { spawnSync } from "node:child_process";
import path from "node:path";
import { bundlePrograms } from "@/scripts/bundle";

const OUT = path.resolve("dist/bench-validate");

/** Builds the measurements and the command, and runs them beside the published `skills-ref`. */
export async function benchValidate(): Promise<void> {
  await bundlePrograms(
    ["checks/bench/validate/measure.ts", "checks/bench/validate/measure-command.ts", "cli/emporion.ts"],
    OUT,
  );
  for (const name of ["measure", "measure-command"]) {
    const { status } = spawnSync(process.execPath, [path.join(OUT, `${name}.mjs`)], { stdio: "inherit" });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
  }
}
