import path from "node:path";
import { writeTally } from "./tally.mjs";

/** A reporter of Playwright: counts tests, and the milliseconds of each file, those of all its tests together. */
export default class PlaywrightTally {
  #errors = 0;
  #suite;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError() {
    this.#errors++;
  }

  onEnd() {
    const count = { passed: 0, failed: this.#errors };
    const files = new Map();
    for (const test of this.#suite?.allTests() ?? []) {
      if (test.outcome() === "expected") count.passed++;
      // A test that passed the second time is broken too, and so is one that never ran.
      else count.failed++;
      const file = path.relative(process.cwd(), test.location.file);
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
      files.set(file, (files.get(file) ?? 0) + ms);
    }
    writeTally({ ...count, files: [...files].map(([file, ms]) => ({ file, ms })) });
  }

  printsToStdio() {
    return false;
  }
}
