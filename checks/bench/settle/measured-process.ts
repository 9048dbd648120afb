import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { bundlePrograms } from "@/scripts/bundle";

const OUT = path.resolve("dist/bench-settle");

/** A server in a process of its own that says where it listens and how much processor time it has used. */
export class MeasuredProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(script: string, environment: Record<string, string> = {}): Promise<MeasuredProcess> {
    const child = fork(script.endsWith(".ts") ? await built(script) : script, {
      env: { ...process.env, ...environment },
      execArgv: profiling(),
      stdio: ["ignore", "ignore", script.endsWith(".ts") ? "inherit" : "ignore", "ipc"],
    });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new MeasuredProcess(child, `http://127.0.0.1:${port}`);
  }

  async cpuMs(): Promise<number> {
    this.child.send("cpu");
    const [used] = (await once(this.child, "message")) as [NodeJS.CpuUsage];
    return (used.user + used.system) / 1000;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.disconnect(); // it ends itself, so that a profile is written
    await gone;
  }
}

async function built(source: string): Promise<string> {
  await bundlePrograms([source], OUT);
  return path.join(OUT, `${path.basename(source, ".ts")}.mjs`);
}

/** `PROFILE=directory` writes a processor profile of each server there. */
function profiling(): string[] {
  const directory = process.env["PROFILE"];
  return directory === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${directory}`];
}
