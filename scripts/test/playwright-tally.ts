import path from "node:path";
import { writeTally } from "./tally.ts";

/** What of Playwright's own types is read. */
interface Suite {
  allTests(): readonly {
    outcome(): string;
    location: { file: string };
    results: readonly { duration: number }[];
  }[];
}

/** A reporter of Playwright: counts tests, and the milliseconds of each file, those of all its tests together. */
export default class PlaywrightTally {
  #errors = 0;
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors++;
  }

  onEnd(): void {
    const count = { passed: 0, failed: this.#errors };
    const files = new Map<string, number>();
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

  printsToStdio(): boolean {
    return false;
  }
}
