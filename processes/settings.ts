import { loadConfig } from "./load-config";

// Reads every setting before anything is started, so that a wrong one is one sentence and not a stack of calls.
loadConfig();
