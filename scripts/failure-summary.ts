const MOST_LINES = 150;

/**
 * Where Vitest (` Failed Tests 2 `, ` Unhandled Errors `) and Playwright (`  1) [market] › …`) begin to tell
 * what failed.
 */
const BEGINNING = /^.*(?:Failed (?:Tests|Suites) \d+|Unhandled (?:Errors|Rejection))|^ {2}1\) /m;

/** What the market's processes print between the lines of a browser test. */
const LINE_OF_A_PROCESS = /^[a-z]+ +│ /;

/**
 * What a stage's output says of its failures, to be repeated below everything else: the end of a log is what is read
 * first and often all that is kept. Without such a part the output's last lines; 150 lines at most.
 */
export function failureSummary(output: string): string {
  const start = output.search(BEGINNING);
  const lines = output
    .slice(Math.max(start, 0))
    .trimEnd()
    .split("\n")
    .filter((line) => !LINE_OF_A_PROCESS.test(line));
  return (start < 0 ? lines.slice(-MOST_LINES) : lines.slice(0, MOST_LINES)).join("\n");
}
