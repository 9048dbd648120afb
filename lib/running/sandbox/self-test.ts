import { RUNTIMES, type LaunchedRun, type RunJob, type Runtime } from "@/lib/running/runners/skill-runner";
import { SANDBOX_ID } from "./limits";

/**
 * What each language is asked before the first run: that it starts, and its version on standard output.
 * The one in bash also looks at the walls from inside; they are believed only when seen.
 */
const SELF_TESTS: Readonly<Record<Runtime, string>> = {
  bash: `
echo "version \${BASH_VERSION%%(*}"
/usr/bin/cat /proc/self/status /proc/self/net/dev
for place in /etc/passwd /root /home /usr/local /var; do
  if [[ -e $place ]]; then echo "visible $place"; fi
done
`,
  python3: `import json, sys\nprint("version", sys.version.split()[0])\n`,
  node: `console.log("version", process.versions.node);\n`,
};

/** Ends what hangs, and nothing else: what starts in a moment takes many seconds on a machine that is busy. */
export const SELF_TEST_MS = 60_000;

/** A self-test as a job of its own; `further` is asked after it. */
export function selfTestJob(runtime: Runtime, further = ""): RunJob {
  const file = { path: "self-test", bytes: new TextEncoder().encode(SELF_TESTS[runtime] + further) };
  const entryPoint = file.path;
  return { packageDigest: "", files: [file], entryPoint, runtime, stdin: "", timeoutMs: SELF_TEST_MS };
}

/** Ended before it could say anything, by the clock or by who closed the runner: that tells nothing of a language. */
export const isCutShort = ({ killedBy }: LaunchedRun): boolean =>
  killedBy === "timeout" || killedBy === "cancelled";

/** The languages a sandbox has. */
export interface Languages {
  /** Version of each language that starts. */
  readonly runtimes: Partial<Record<Runtime, string>>;
  /** Why a language does not, with what to do. */
  readonly unavailable: Partial<Record<Runtime, string>>;
}

/**
 * The self-tests of one sandbox. Each is made once and believed; one that was cut short is made again for whoever asks
 * next, so that no language is lost to a busy moment.
 */
export class SelfTests {
  readonly #outcomes: Map<Runtime, LaunchedRun>;
  readonly #test: (runtime: Runtime) => Promise<LaunchedRun>;
  readonly #explain: (runtime: Runtime, outcome: LaunchedRun) => string;
  #asking: Promise<Languages> | undefined;

  /** `bash` is that of bash, which has been made; `explain` says why a language does not start. */
  constructor(
    bash: LaunchedRun,
    {
      test,
      explain,
    }: {
      test: (runtime: Runtime) => Promise<LaunchedRun>;
      explain: (runtime: Runtime, outcome: LaunchedRun) => string;
    },
  ) {
    this.#outcomes = new Map([["bash", bash]]);
    this.#test = test;
    this.#explain = explain;
  }

  /** The languages that start. All who ask while tests are made wait for the same ones. */
  languages(): Promise<Languages> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<Languages> {
    for (const runtime of RUNTIMES) {
      const said = this.#outcomes.get(runtime);
      if (said === undefined || isCutShort(said)) this.#outcomes.set(runtime, await this.#test(runtime));
    }
    return this.#judge();
  }

  #judge(): Languages {
    const languages: Languages = { runtimes: {}, unavailable: {} };
    for (const [runtime, outcome] of this.#outcomes) {
      const version = outcome.exitCode === 0 ? /^version (\S+)/m.exec(outcome.stdout)?.[1] : undefined;
      if (version === undefined) languages.unavailable[runtime] = this.#explain(runtime, outcome);
      else languages.runtimes[runtime] = version;
    }
    return languages;
  }
}

/** What the self-test saw that it must not see, in words; empty when the sandbox holds. */
export function findBreaches(report: string): string[] {
  const breaches = findOpenWalls(report);
  if (statusField(report, "NoNewPrivs") !== "1") breaches.push("new privileges could be gained");
  if (statusField(report, "Seccomp") !== "2") breaches.push("no system call filter is active");
  if (/^visible /m.test(report)) breaches.push("directories of the machine are visible");
  return breaches;
}

/** The part of it that holds for every root file system and every kernel. */
export function findOpenWalls(report: string): string[] {
  const interfaces = [...report.matchAll(/^\s*([^\s:]+):\s+\d+\s+\d+/gm)]
    .map((match) => match[1])
    .filter((name) => name !== undefined && !NOT_INTERFACES.test(name) && name !== "lo");
  const expected: [boolean, string][] = [
    [statusField(report, "Uid") === String(SANDBOX_ID), "a skill would run with another user id"],
    [
      ["CapEff", "CapBnd"].every((name) => statusField(report, name) === "0000000000000000"),
      "capabilities are left",
    ],
    [interfaces.length === 0, `network interfaces are visible: ${interfaces.join(", ")}`],
  ];
  return expected.filter(([holds]) => !holds).map(([, breach]) => breach);
}

const statusField = (report: string, name: string) =>
  new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(report)?.[1];

// /proc/self/status has lines of the same shape (`Uid:	65534	65534`).
const NOT_INTERFACES = /^[A-Z]/;
