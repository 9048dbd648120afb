/** What of Vitest's own types is read. */
interface Module {
  moduleId: string;
  state(): string;
  diagnostic(): { collectDuration: number; setupDuration: number; duration: number };
  children: { allTests(): Iterable<{ result(): { state: string } }> };
}
export default class VitestTally {
  onTestRunEnd(modules: readonly Module[], unhandledErrors: readonly unknown[]): void;
}
