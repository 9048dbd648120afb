import path from "node:path";
import { writeTally } from "./tally.ts";

/** What of Vitest's own types is read. */
interface TestModule {
  moduleId: string;
  state(): string;
  diagnostic(): { collectDuration: number; setupDuration: number; duration: number };
  children: { allTests(): Iterable<{ result(): { state: string } }> };
}

/** A reporter of Vitest: counts test cases, and the milliseconds of each file with loading and setting up. */
export default class VitestTally {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length };
    const files = modules.map((module) => {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") count.passed++;
        if (state === "failed") failedHere++;
      }
      // A file that cannot be loaded, or whose set-up fails, has no failed test.
      if (failedHere === 0 && module.state() === "failed") failedHere = 1;
      count.failed += failedHere;
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const ms = collectDuration + setupDuration + duration;
      return { file: path.relative(process.cwd(), module.moduleId), ms };
    });
    writeTally({ ...count, files });
  }
}
