/** What of Playwright's own types is read. */
interface Test {
  outcome(): string;
  location: { file: string };
  results: readonly { duration: number }[];
}
export default class PlaywrightTally {
  onBegin(config: unknown, suite: { allTests(): readonly Test[] }): void;
  onError(): void;
  onEnd(): void;
}
