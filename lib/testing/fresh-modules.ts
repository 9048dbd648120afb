import { resetModules } from "./reset-modules";

// Files that share a thread share its packages and what keeps nothing, and no more of ours: what a module keeps and how
// the process is set up is for each file as it was at the start.
const holder = globalThis as unknown as { emporionEnvironment?: NodeJS.ProcessEnv };
const atStart = (holder.emporionEnvironment ??= { ...process.env });

resetModules();
for (const name of Object.keys(process.env)) if (!(name in atStart)) delete process.env[name];
Object.assign(process.env, atStart);
