import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENVIRONMENT } from "@/lib/running/sandbox/launcher";
import type { Isolation } from "@/lib/platform/config/isolation-policy";
import type { SkillRunner } from "@/lib/running/runners/skill-runner";
import { assertProven, attackOn, HOSTILE_FIXTURE, seenBy } from "./attacks";
import { jobOf, outputOf, textFile } from "./jobs";
import { isOwnFile } from "./containment";

const NOT_THERE = /^(ENOENT|EACCES|EPERM|FileNotFoundError|NotADirectoryError|ENOTDIR)$/;
const NO_SOCKET = /^(E[A-Z]+|PermissionError|TimeoutError|OSError)$/;
const LONG_MS = 120_000;

export interface RunnerFacts {
  readonly isolation: Isolation;
}

/**
 * What every runner promises, whatever it is made of: the contract of a call, and the attacks no call may succeed with.
 */
export function describeRunner(makeRunner: () => SkillRunner, { isolation }: RunnerFacts): void {
  const runner = makeRunner();
  const seen = (name: string, options?: Record<string, unknown>) => seenBy(runner, name, options);
  const attack = attackOn.bind(null, runner);
  let listener: net.Server;
  let connections = 0;

  beforeAll(async () => {
    listener = net.createServer(() => connections++);
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    await assertProven(runner);
  }, LONG_MS);
  afterAll(async () => {
    listener.close();
    await runner.close();
  });

  describe(`the runner ${runner.name}`, { timeout: LONG_MS }, () => {
    it("says what it is, and has all languages", async () => {
      const probe = await runner.probe();
      expect(probe).toMatchObject({ ok: true, isolation, unavailable: {}, limits: { network: "none" } });
    });

    it("gives input, closes it, and takes output and status in every language", async () => {
      const python =
        "import json, sys\nprint(json.dumps({'name': json.load(sys.stdin)['name'], 'rest': sys.stdin.read()}))\n";
      const node =
        "const { name } = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(JSON.stringify({ name, rest: '' }))";
      const bash = 'cat > /tmp/in; echo a log line >&2; sed "s/}/,\\"rest\\":\\"\\"}/" /tmp/in';
      const expected = { name: "안녕", rest: "" };
      expect(await outputOf(runner, jobOf("python3", [textFile("scripts/main.py", python)]))).toEqual(
        expected,
      );
      expect(await outputOf(runner, jobOf("node", [textFile("main.cjs", node)]))).toEqual(expected);
      expect(await outputOf(runner, jobOf("bash", [textFile("main.sh", bash)]))).toEqual(expected);
      const failing = await runner.run(jobOf("bash", [textFile("main.sh", "echo why >&2; exit 3")]));
      expect(failing).toMatchObject({ exitCode: 3, killedBy: null, stderrTail: "why\n", notUtf8: false });
      const latin = jobOf("bash", [textFile("main.sh", `printf '{"name":"\\xe9"}'`)]);
      expect(await runner.run(latin)).toMatchObject({ exitCode: 0, notUtf8: true });
    });

    it("gives each argument as it is, and none where there are none, in every language", async () => {
      const scripts = [
        [
          "python3",
          "main.py",
          "import json, sys\nprint(json.dumps({'args': sys.argv[1:], 'in': sys.stdin.read()}))",
        ],
        [
          "node",
          "main.cjs",
          "console.log(JSON.stringify({ args: process.argv.slice(2), in: require('fs').readFileSync(0, 'utf8') }))",
        ],
        ["bash", "main.sh", `jq -cn --arg in "$(cat)" '{args: $ARGS.positional, in: $in}' --args -- "$@"`],
      ] as const;
      const given = ["--a=", "--b= two  words\n", "--c='\"$(id)`;*", "--안녕=🦜", "-", "", '--d={"x":[1]}'];
      for (const [runtime, name, text] of scripts) {
        for (const args of [given, []]) {
          const job = jobOf(runtime, [textFile(name, text)], { stdin: "", args });
          expect([runtime, await outputOf(runner, job)]).toEqual([runtime, { args, in: "" }]);
        }
      }
    });

    it("reports what was enforced, never a run as root on the machine", async () => {
      const outcome = await runner.run(jobOf("bash", [textFile("main.sh", "echo {}")]));
      expect(outcome).toMatchObject({ isolation, enforced: { network: "none", timeoutMs: 10_000 } });
      expect(outcome.enforced.hostUid).not.toBe(0);
    });

    it("shows no file of the machine, directly or through links", async () => {
      const paths = ["/etc/shadow", "/root/.ssh", HOSTILE_FIXTURE, "/proc/1/root/root/.ssh", process.cwd()];
      for (const [file, text] of Object.entries(await seen("files", { paths }))) {
        if (!isOwnFile(file, text)) expect([file, text]).toEqual([file, expect.stringMatching(NOT_THERE)]);
      }
    });

    it("passes none of our environment and no descriptor of ours on", async () => {
      const { environment } = await seen("environment");
      const names = Object.keys(environment as Record<string, string>);
      const known = new Set(["_", "LC_CTYPE", ...Object.keys(ENVIRONMENT)]);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
      expect(await seen("descriptors")).toEqual({ open: [0, 1, 2] });
    });

    it("reaches no listener of the machine", async () => {
      const { port } = listener.address() as net.AddressInfo;
      const reached = await seen("sockets", { port, abstract: "emporion-nobody" });
      for (const kind of ["tcp", "tcp6", "abstract", "vsock"]) {
        expect([kind, reached[kind]]).toEqual([kind, expect.stringMatching(NO_SOCKET)]);
      }
      expect(connections).toBe(0);
    });

    it("sees and signals no process of the machine, and has no capability", async () => {
      const found = await seen("processes", { host_pid: process.pid });
      expect(found["seen"]).toBeLessThanOrEqual(5);
      expect(found["signal_parent"]).toBe("ESRCH");
      expect(await seen("capabilities")).toEqual({ effective: "0000000000000000" });
    });

    it("bounds processes and memory", async () => {
      const { forks } = await seen("forks");
      expect(forks).toBeLessThanOrEqual(64);
      const { megabytes } = await seen("memory");
      expect(megabytes).toBeLessThanOrEqual(512);
    });

    it("ends what does not end, whatever it ignores, and what writes without end", async () => {
      const [stubborn, out, err] = await Promise.all([
        attack("ignore_signals", {}, { timeoutMs: 4_000 }),
        attack("flood", { fd: 1 }, { timeoutMs: 30_000 }),
        attack("flood", { fd: 2 }, { timeoutMs: 30_000 }),
      ]);
      expect(stubborn).toMatchObject({ killedBy: "timeout", exitCode: null });
      expect(out.killedBy).toBe("stdout_limit");
      expect(Buffer.byteLength(out.stdout)).toBeLessThanOrEqual(1024 * 1024);
      expect(err.killedBy).toBe("stderr_limit");
    });

    it("answers although a child outlives the skill and holds its output", async () => {
      const outcome = await attack("daemon", { holds_output: true }, { timeoutMs: 30_000 });
      expect(JSON.parse(outcome.stdout)).toEqual({ left: true });
    });

    it("gives every run a fresh place and nothing of the one before", async () => {
      for (let call = 0; call < 2; call++) {
        const found = await seen("walls");
        expect(found).toMatchObject({ tmp: "written", found_in_tmp: [], found_in_package: ["scripts"] });
        for (const place of ["root", "usr"]) expect(found[place]).toMatch(/EROFS|EACCES|EPERM/);
      }
    });

    it("starts nothing for a caller who has left, and ends what is running when they leave", async () => {
      const loop = jobOf("bash", [textFile("main.sh", "while :; do :; done")], { timeoutMs: 60_000 });
      const during = await runner.run({ ...loop, signal: AbortSignal.timeout(3_000) });
      expect(during).toMatchObject({ killedBy: "cancelled", exitCode: null });
      const before = await runner.run({ ...loop, signal: AbortSignal.abort() });
      expect(before).toMatchObject({ killedBy: "cancelled", exitCode: null, wallMs: 0 });
    });

    it("refuses a package that cannot be started", async () => {
      const bad = jobOf("bash", [textFile("../a", "")]);
      await expect(runner.run(bad)).rejects.toMatchObject({ code: "SKILL_NOT_RUNNABLE" });
    });
  });
}
