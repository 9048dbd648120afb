import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

const MODULES = path.resolve(import.meta.dirname, "../node_modules");
/** The clients that need a newer Node run under one installed from npm. */
const NEW_NODE = path.join(MODULES, `node-${process.platform}-${process.arch}`, "bin/node");

const PROGRAMS = {
  skills: "skills/bin/cli.mjs",
  clawhub: "clawhub/bin/clawdhub.js",
  "skills-ref": "skills-ref/dist/cli.js",
  "skill-check": "skill-check/bin/skill-check.js",
  mppx: "mppx/dist/bin.js",
  "openapi-ts": "@hey-api/openapi-ts/bin/run.js",
  orval: "orval/dist/bin/orval.mjs",
  tsc: "typescript/bin/tsc",
} as const;

const VERSIONED = [
  ...new Set(Object.values(PROGRAMS).map(packageOf)),
  "@solana/mpp",
  "@x402/fetch",
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/client",
  "@anthropic-ai/claude-code",
  "@a2a-js/sdk",
];

export interface Finished {
  code: number;
  /** Standard output and standard error, as they came, without colours. */
  text: string;
}

interface Running {
  finished: Promise<Finished>;
  /** Waits until the output matches. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>;
}

const results: { command: string; code: number; last: string }[] = [];

/** A clean home on this machine, and the published clients run in it: no settings, no telemetry, nobody to ask. */
export class CleanHome {
  readonly directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-client-"));

  /** `settings` are of the environment of every client that is run in it. */
  constructor(private readonly settings: Record<string, string> = {}) {
    afterAll(() => fs.rmSync(this.directory, { recursive: true, force: true }));
  }

  path(...parts: string[]): string {
    return path.join(this.directory, ...parts);
  }

  read(...parts: string[]): string {
    return fs.readFileSync(this.path(...parts), "utf8");
  }

  /** Runs a client to its end; it is not an error here when it fails. */
  run(program: keyof typeof PROGRAMS, ...args: string[]): Promise<Finished> {
    return this.start(program, ...args).finished;
  }

  start(program: keyof typeof PROGRAMS, ...args: string[]): Running {
    return this.script([program, ...args].join(" "), path.join(MODULES, PROGRAMS[program]), args);
  }

  /** The same for a script of ours that uses a published library. */
  script(command: string, file: string, args: readonly string[], more: Record<string, string> = {}): Running {
    return this.spawn(command, [NEW_NODE, file, ...args], more);
  }

  /** The `git` of this machine, run to its end in a folder below. */
  git(args: readonly string[], inside = "."): Promise<Finished> {
    return this.spawn(["git", ...args].join(" "), ["git", "-C", this.path(inside), ...args], {}).finished;
  }

  /** Claude Code, as it is installed by npm. */
  claude(...args: string[]): Promise<Finished> {
    const file = path.join(MODULES, "@anthropic-ai/claude-code/cli-wrapper.cjs");
    const quiet = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };
    return this.script(["claude", ...args].join(" "), file, args, quiet).finished;
  }

  private spawn(
    command: string,
    [program = "", ...args]: readonly string[],
    more: Record<string, string>,
  ): Running {
    let text = "";
    const child = spawn(program, args, {
      cwd: this.directory,
      env: Object.assign({}, this.env(), more) as unknown as NodeJS.ProcessEnv,
    });
    const listeners = new Set<() => void>();
    const onData = (bytes: Buffer) => {
      text += bytes.toString();
      for (const listener of listeners) listener();
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    const finished = new Promise<Finished>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        const end = { code: code ?? -1, text: plain(text) };
        results.push({ command: shorten(command), code: end.code, last: lastLine(end.text) });
        resolve(end);
      });
    });
    const until = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(plain(text));
          if (match) resolve(match);
        };
        listeners.add(look);
        look();
        finished.then(({ text: all }) => reject(new Error(`ended before ${pattern}: ${all}`)), reject);
      });
    return { finished, until };
  }

  private env(): Record<string, string> {
    return {
      PATH: `${path.dirname(NEW_NODE)}:${process.env["PATH"] ?? ""}`,
      HOME: this.directory,
      XDG_CONFIG_HOME: this.path(".config"),
      CLAWHUB_CONFIG_PATH: this.path("clawhub.json"),
      GIT_CONFIG_NOSYSTEM: "1",
      NO_COLOR: "1",
      CI: "1",
      DISABLE_TELEMETRY: "1",
      DO_NOT_TRACK: "1",
      SKILL_CHECK_NO_INSTALLS: "1",
      ...this.settings,
    };
  }
}

/** The list of commands and results so far, as docs/clients.md shows it: without what differs from run to run. */
export function printResults(): void {
  const node = execFileSync(NEW_NODE, ["--version"], { encoding: "utf8" }).trim();
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
  console.log(`\nPublished clients under Node ${node}: ${VERSIONED.map(versionOf).join(", ")}; ${git}\n`);
  for (const { command, code, last } of results) console.log(`${code}  ${command}\n   ${last}`);
}

function packageOf(program: string): string {
  const [scope = "", name = ""] = program.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function versionOf(name: string): string {
  const file = path.join(MODULES, name, "package.json");
  return `${name} ${(JSON.parse(fs.readFileSync(file, "utf8")) as { version: string }).version}`;
}

const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;?]*[A-Za-z]`, "g");
const plain = (text: string) => text.replaceAll(ESCAPES, "");
const shorten = (text: string) =>
  text
    .replaceAll(/(--workdir|--no-input) ?(\S*emporion-client-\w+)? /g, "")
    .replaceAll(`${process.cwd()}/`, "")
    .replaceAll(new RegExp(`${os.tmpdir()}/emporion-client-\\w+`, "g"), "~")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+|https:\/\/market\.example/g, "https://MARKET")
    .replaceAll(/\/s\/\S+/g, "/s/…")
    .replaceAll(/^\[Job 1\] | · \d+s$/g, "")
    .replaceAll(/sk_[0-9a-f]{64}/g, "sk_…")
    .replaceAll(/([a-z]+)[-_][0-9a-f]{10}(?![0-9a-z])/g, "$1")
    .slice(0, 160);

/** What a client said in the end; of a report in JSON what it decides. */
function lastLine(text: string): string {
  const report = /"decision": "\w+"|"errorCount": \d+|Verdict: \w+/.exec(text);
  return shorten(report?.[0] ?? (text.trim().split("\n").at(-1) ?? "").trim());
}
