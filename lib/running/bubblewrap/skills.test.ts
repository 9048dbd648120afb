import os from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import type { RunJob } from "@/lib/running/runners/skill-runner";
import { assertProven, TEST_IMAGES } from "../testing/attacks";
import { jobOf, outputOf as outputFrom, textFile as file } from "../testing/jobs";
import { LIMITS } from "@/lib/running/sandbox/limits";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), {
  concurrency: 2,
  maxWaiting: 80,
});
const outputOf = (job: RunJob) => outputFrom(runner, job);

beforeAll(() => assertProven(runner));
afterAll(() => runner.close());

describe("a skill", () => {
  it("in python reads its input, its modules and its data", async () => {
    const main = `
import json, sys
from greeting import greet
if __name__ == "__main__":
    request = json.load(sys.stdin)
    print("a log line", file=sys.stderr)
    print(json.dumps({"text": greet(request["name"]), "data": open("assets/data.txt").read(), "rest": sys.stdin.read()}))
`;
    const files = [
      file("scripts/main.py", main),
      file("scripts/greeting.py", "def greet(name):\n    return f'Hello {name}'\n"),
      file("assets/data.txt", "ré"),
    ];
    expect(await outputOf(jobOf("python3", files))).toEqual({ text: "Hello 안녕", data: "ré", rest: "" });
  });

  it("in node runs as the main module, in either module system", async () => {
    const common = `
      const fs = require("node:fs");
      const greet = require("./greet.js");
      if (require.main === module) console.log(JSON.stringify({ text: greet(JSON.parse(fs.readFileSync(0, "utf8")).name) }));
    `;
    const files = [file("main.js", common), file("greet.js", "module.exports = (name) => `Hello ${name}`;")];
    expect(await outputOf(jobOf("node", files))).toEqual({ text: "Hello 안녕" });
    const modern = `
      import greet from "./lib/greet.mjs";
      let text = "";
      for await (const chunk of process.stdin) text += chunk;
      console.log(JSON.stringify({ text: greet(JSON.parse(text).name) }));
    `;
    const modernFiles = [
      file("main.mjs", modern),
      file("lib/greet.mjs", "export default (name) => `Hi ${name}`;"),
    ];
    expect(await outputOf(jobOf("node", modernFiles))).toEqual({ text: "Hi 안녕" });
  });

  it("in bash has the usual tools, and helpers of its own", async () => {
    const main = `
      echo "a log line" > /dev/stderr
      name=$(cat /dev/stdin | sed -E 's/.*"name":"([^"]*)".*/\\1/')
      upper=$(./bin/shout hello | awk '{print $1}')
      printf '{"text":"%s %s","path":"%s"}\\n' "$upper" "$name" "$PWD" | tee /dev/stderr > /dev/stdout
    `;
    const files = [file("main.sh", main), file("bin/shout", '#!/bin/bash\necho "$1" | tr a-z A-Z\n')];
    const outcome = await runner.run(jobOf("bash", files));
    expect(JSON.parse(outcome.stdout)).toEqual({ text: "HELLO 안녕", path: "/job/skill" });
    expect(outcome.stderrTail).toMatch(/^a log line\n\{"text"/);
  });

  it("is told of the machine what it may use, in every language", async () => {
    const python = `
import json, os
print(json.dumps({"processors": os.cpu_count(), "load": len(os.getloadavg()), "pages": os.sysconf("SC_PHYS_PAGES") > 0}))
`;
    expect(await outputOf(jobOf("python3", [file("main.py", python)]))).toEqual({
      processors: os.cpus().length,
      load: 3,
      pages: true,
    });
    const node = `
      const os = require("node:os");
      const { heap_size_limit } = require("node:v8").getHeapStatistics();
      console.log(JSON.stringify({ processors: os.cpus().length, total: os.totalmem(), free: os.freemem(), load: os.loadavg(), up: os.uptime(), heap: heap_size_limit > 0 }));
    `;
    expect(await outputOf(jobOf("node", [file("main.js", node)]))).toEqual({
      processors: os.cpus().length,
      total: LIMITS.memoryBytes,
      free: LIMITS.memoryBytes,
      load: [0, 0, 0],
      up: 1,
      heap: true,
    });
    const bash = `
      id=$(cat /proc/sys/kernel/random/uuid)
      words=$(cat <(seq 20000 | sort -n | tail -1))
      echo "{\\"processors\\": $(nproc), \\"id\\": \${#id}, \\"words\\": $words}"
    `;
    expect(await outputOf(jobOf("bash", [file("main.sh", bash)]))).toEqual({
      processors: os.availableParallelism(),
      id: 36,
      words: 20_000,
    });
  });

  it("may start child processes in every language", async () => {
    const node =
      'console.log(JSON.stringify({ text: require("child_process").execSync("echo hi").toString() }))';
    expect(await outputOf(jobOf("node", [file("main.js", node)]))).toEqual({ text: "hi\n" });
    const python =
      'import json, subprocess\nprint(json.dumps({"text": subprocess.check_output(["echo", "hi"], text=True)}))';
    expect(await outputOf(jobOf("python3", [file("main.py", python)]))).toEqual({ text: "hi\n" });
  });

  it("keeps node alive through deep recursion and large buffers until their own limits", async () => {
    const main = `
      let depth = 0;
      const dive = () => { depth++; dive(); };
      let recursion = "";
      try { dive(); } catch (error) { recursion = error.name; }
      let bytes = 0;
      const kept = [];
      try { for (;;) { kept.push(Buffer.alloc(8 << 20, 1)); bytes += 8; } } catch {}
      console.log(JSON.stringify({ recursion, deep: depth > 5000, enough: bytes >= 64, bounded: bytes < 256 }));
    `;
    const expected = { recursion: "RangeError", deep: true, enough: true, bounded: true };
    expect(await outputOf(jobOf("node", [file("main.js", main)]))).toEqual(expected);
  });

  it("gets an empty end of input at once when there is none, and its own exit status is told", async () => {
    const job = jobOf("bash", [file("main.sh", "wc -c; exit 3")], { stdin: "" });
    expect(await runner.run(job)).toMatchObject({ exitCode: 3, killedBy: null, stdout: "0\n" });
    const crash = jobOf("bash", [file("main.sh", "kill -SEGV $$")]);
    expect(await runner.run(crash)).toMatchObject({ exitCode: 139, killedBy: null });
  });

  it("arrives whole: long names, odd names, binary and empty files, a hundred kilobytes of input", async () => {
    const long = `${"d".repeat(90)}/${"안".repeat(35)}.bin`;
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const files = [
      file(
        "main.py",
        `
import hashlib, json, os, sys
seen = {}
for place, _, names in os.walk("."):
    for name in names:
        data = open(os.path.join(place, name), "rb").read()
        seen[os.path.relpath(os.path.join(place, name), ".")] = [len(data), hashlib.sha256(data).hexdigest()[:8]]
seen.pop("main.py")
print(json.dumps({"files": seen, "input": len(sys.stdin.read())}))
`,
      ),
      { path: long, bytes: all },
      { path: "-rf *", bytes: Buffer.alloc(0) },
      { path: "big.bin", bytes: Buffer.alloc(3_000_000, 7) },
    ];
    const output = await outputOf(jobOf("python3", files, { stdin: "x".repeat(100 * 1024) }));
    expect(output["input"]).toBe(100 * 1024);
    expect(output["files"]).toEqual({
      [long]: [256, "40aff2e9"],
      "-rf *": [0, "e3b0c442"],
      "big.bin": [3_000_000, expect.any(String)],
    });
  });

  it("sees the same modules from a warm start as from a cold one: its own hide those of the library", async () => {
    const main = `import json, random
print(json.dumps({"random": random.NAME, "main": __name__, "file": __file__, "spec": __spec__ is None}))
`;
    const files = [file("scripts/main.py", main), file("scripts/random.py", "NAME = 'of the skill'\n")];
    const script = "/job/skill/scripts/main.py";
    const expected = { random: "of the skill", main: "__main__", file: script, spec: true };
    for (let call = 0; call < 3; call++) expect(await outputOf(jobOf("python3", files))).toEqual(expected);
  });

  it("in python fails as its author knows it: its own lines, its own status, its threads awaited", async () => {
    const run = (text: string) => runner.run(jobOf("python3", [file("main.py", text)]));
    const failed = await run("def inner():\n    raise ValueError('no')\ninner()\n");
    expect(failed.exitCode).toBe(1);
    expect(failed.stderrTail).toMatch(/^Traceback .*\n {2}File "\/job\/skill\/main.py", line 3/);
    expect(failed.stderrTail).toMatch(/ValueError: no\n$/);
    const broken = await run("def (:\n");
    expect(broken).toMatchObject({
      exitCode: 1,
      stderrTail: expect.stringContaining("SyntaxError") as string,
    });
    expect(await run("import sys\nsys.exit(7)\n")).toMatchObject({ exitCode: 7, stderrTail: "" });
    const thread = `import threading, time
def work():
    time.sleep(0.2)
    print("{}")
threading.Thread(target=work).start()
`;
    expect(await run(thread)).toMatchObject({ exitCode: 0, stdout: "{}\n" });
  });
});
