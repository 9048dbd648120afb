import { Session, type Profiler } from "node:inspector";

// What is compiled before the counting begins is counted by its calls alone, and optimized code not at all: the project
// "steps" in vitest.config.ts loads this file first, and in a process that optimizes nothing.
const session = new Session();
session.connect();
ask("Profiler.enable");
ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * How often the blocks of all functions, ours and those of packages, run while something is done. The same on every
 * machine, however busy it is. What V8 does inside (the search of a pattern, a copy) is not counted. For files named
 * `*.steps.test.ts`.
 */
export function countSteps(work: () => unknown): number {
  takeCounts();
  work();
  return takeCounts();
}

/**
 * How many times as many steps work of twice the size takes: about 2 if its time grows with its size, 4 if with the
 * square of it.
 */
export function growthOf(work: (size: number) => unknown, size: number): number {
  work(Math.ceil(size / 8)); // what is made once is not counted
  const steps = countSteps(() => work(size));
  return countSteps(() => work(2 * size)) / steps;
}

/** The same of work that is done when its promise is: nothing else may run meanwhile. */
export async function growthOfAsync(work: (size: number) => Promise<unknown>, size: number): Promise<number> {
  const countOf = async (each: number) => {
    takeCounts();
    await work(each);
    return takeCounts();
  };
  await work(Math.ceil(size / 8)); // what is made once is not counted
  const steps = await countOf(size);
  return (await countOf(2 * size)) / steps;
}

function takeCounts(): number {
  const { result } = ask("Profiler.takePreciseCoverage") as Profiler.TakePreciseCoverageReturnType;
  let steps = 0;
  for (const { url, functions } of result) {
    if (!url.startsWith("file:") || RUNNER.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

const RUNNER = /\/node_modules\/(?:@?vitest|vite)\//;

function ask(method: string, parameters?: object): unknown {
  let answer: unknown;
  session.post(method, parameters, (error, result?: unknown) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}
