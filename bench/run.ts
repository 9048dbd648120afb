// `npm run bench [name…]`: each benchmark prints what it measured and a ratio against a named peer in the same run.
// Each is loaded when its turn comes: it sets up its own market, and settings are read once in a process.
import process from "node:process";

const BENCHMARKS: Record<string, () => Promise<void>> = {
  search: async () => (await import("./search/bench")).benchSearch(),
  validate: async () => (await import("./validate/bench")).benchValidate(),
  settle: async () => (await import("./settle/bench")).benchSettle(),
  crash: async () => (await import("./crash/bench")).benchCrash(),
  pages: async () => (await import("./pages/bench")).benchPages(),
  run: async () => (await import("./run/bench")).benchRun(),
  volume: async () => (await import("./volume/bench")).benchVolume(),
  vetting: async () => (await import("./vetting/bench")).benchVetting(),
};

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
