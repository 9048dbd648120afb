import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "esbuild";

const OUT = path.resolve("dist/bench-validate");

/**
 * Builds the measurements and the command as `npm run setup` builds the programs, and runs them: what is compared with
 * the published `skills-ref` is what is started, not sources that a loader changes on the way.
 */
export async function benchValidate(): Promise<void> {
  await build({
    entryPoints: ["bench/validate/measure.ts", "bench/validate/measure-command.ts", "cli/emporion.ts"],
    outdir: OUT,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  for (const name of ["measure", "measure-command"]) {
    const { status } = spawnSync(process.execPath, [path.join(OUT, `${name}.mjs`)], { stdio: "inherit" });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
  }
}
