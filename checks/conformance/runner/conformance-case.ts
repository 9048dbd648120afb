/** One black-box case: what goes in, what must come out, and which requirement says so. */
export interface ConformanceCase {
  id: string;
  title: string;
  group: string;
  /** What is tested; one adapter per kind. */
  kind: string;
  requirements: string[];
  basis: "explicit" | "derived" | "judgement" | "upstream";
  ambiguity?: string;
  input: Record<string, unknown>;
  expect: Record<string, unknown>;
  why?: string;
}

/** Connects the product to the cases of one kind. */
export interface Adapter {
  kind: string;
  /** Runs a case; gives one line for each expectation that is not met, none when it passes. */
  check: (testCase: ConformanceCase) => readonly string[] | Promise<readonly string[]>;
  /** Called once before the first case of the kind, for adapters that need a server or a database. */
  start?: () => Promise<void>;
  /** Called once after the last case. */
  stop?: () => Promise<void>;
}
