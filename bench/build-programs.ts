import { build } from "esbuild";

/**
 * Builds programs as `npm run setup` builds those of the market, into `out`: what is measured is what is started, not sources
 * that a loader changes on the way.
 */
export async function buildPrograms(entryPoints: string[], out: string): Promise<void> {
  await build({
    entryPoints,
    outdir: out,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}
