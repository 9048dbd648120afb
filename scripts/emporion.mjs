#!/usr/bin/env node
// The command `emporion`, from any directory: node CHECKOUT/scripts/emporion.mjs, or `emporion` after `npm link` in the
// checkout. The loader of TypeScript looks for its settings in the present directory, which is somebody's project: it
// is told where they are.
import path from "node:path";

const CHECKOUT = path.join(import.meta.dirname, "..");
process.env.TSX_TSCONFIG_PATH = path.join(CHECKOUT, "tsconfig.json");
try {
  await import("tsx");
} catch (error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(`emporion: its packages are not installed. Run npm run setup in ${CHECKOUT}.`);
  process.exit(3);
}
await import("../cli/emporion.ts");
