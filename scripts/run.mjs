// The one entry behind the commands of package.json. An older Node.js reads this file and the next, on a bare clone; all
// else is TypeScript, which the one that the market runs on reads by itself.
import path from "node:path";
import { assertNewerNode } from "./newer-node.mjs";

process.chdir(path.resolve(import.meta.dirname, ".."));
await assertNewerNode();
const { runCommand } = await import("./commands.ts");
await runCommand(process.argv[2], process.argv.slice(3));
