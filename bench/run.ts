// `npm run bench [name…]`: each benchmark prints what it measured and a ratio against a named peer in the same run.
import { benchCrash } from "./crash/bench";
import { benchPages } from "./pages/bench";
import { benchRun } from "./run/bench";
import { benchSearch } from "./search/bench";
import { benchSettle } from "./settle/bench";
import { benchValidate } from "./validate/bench";
import { benchVetting } from "./vetting/bench";

const BENCHMARKS: Record<string, () => Promise<void>> = {
  search: benchSearch,
  validate: benchValidate,
  settle: benchSettle,
  crash: benchCrash,
  pages: benchPages,
  run: benchRun,
  vetting: benchVetting,
};

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
