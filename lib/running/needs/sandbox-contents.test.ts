import { expect, test } from "vitest";
import {
  NODE_MODULES,
  PROGRAMS,
  PYTHON_MODULES,
  PYTHON_MODULES_LEFT_OUT,
} from "@/lib/running/needs/sandbox-contents";
import { currentRunner } from "@/lib/running/runners/current-runner";
import type { Runtime } from "@/lib/running/runners/skill-runner";
import { testRunner } from "@/lib/running/testing/test-runner";

testRunner();

/** What a script of one line prints in the real sandbox, word by word. */
async function ask(runtime: Runtime, script: string): Promise<string[]> {
  const files = [{ path: "main", bytes: Buffer.from(script) }];
  const job = { packageDigest: `sha256:${"0".repeat(64)}`, files, entryPoint: "main", runtime };
  const { stdout, stderrTail } = await currentRunner().run({ ...job, stdin: "{}", timeoutMs: 60_000 });
  expect(stdout, stderrTail).not.toBe("");
  return stdout.trim().split(/\s+/);
}

test("the modules of Python are those of its sandbox, and none of those that it leaves out is there", async () => {
  const found = await ask(
    "python3",
    "import importlib.util, sys\nfor n in sys.stdlib_module_names:\n    if not n.startswith('_') and importlib.util.find_spec(n): print(n)\n",
  );
  // `turtle` is a file without the windows it draws on.
  expect(found.filter((name) => name !== "turtle" && !PYTHON_MODULES.has(name))).toEqual([]);
  const leftOut = found.filter((name) => name !== "turtle" && PYTHON_MODULES_LEFT_OUT.has(name));
  expect(leftOut).toEqual([]);
});

test("the modules of Node.js are those of its sandbox", async () => {
  const found = await ask("node", 'console.log(require("module").builtinModules.join(" "))');
  expect(found.filter((name) => !NODE_MODULES.has(name.replace(/^node:/, "")))).toEqual([]);
});

test("each program is in the sandbox of every language", async () => {
  const found = new Set(await ask("bash", "cd /usr/bin && printf '%s\\n' *"));
  expect([...PROGRAMS].filter((name) => !found.has(name))).toEqual([]);
});
