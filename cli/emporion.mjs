#!/usr/bin/env node
// The command `emporion`, from any directory: node CHECKOUT/cli/emporion.mjs, or `emporion` after `npm link` in the checkout. The
// loader of TypeScript looks for its settings in the present directory, which is somebody's project: it is told where they are.
import path from "node:path";
import { endWith } from "../scripts/explain.mjs";

process.on("uncaughtException", endWith);
process.env.TSX_TSCONFIG_PATH = path.join(import.meta.dirname, "../tsconfig.json");
await import("tsx");
await import("./emporion.ts");
