// Loaded before the commands of package.json (`--import`): what a person can do something about is a sentence, not a
// stack of calls, also where a module is missing.
import { endWith } from "./explain.ts";

process.on("uncaughtException", endWith);
