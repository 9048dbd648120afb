import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";

type Check = (text: string) => string | null;

const COMPILE_PYTHON = "import sys; compile(sys.stdin.read(), 'generated', 'exec')";
// Every text, number and name of a constant blanked: what is left is code.
const PYTHON_SKELETON = `import ast, sys
tree = ast.parse(sys.stdin.read())
for node in ast.walk(tree):
    if isinstance(node, ast.Constant):
        node.value = None
print(ast.dump(tree))`;

const CHECKS: Readonly<Record<string, Check>> = {
  py: (text) => run("python3", ["-c", COMPILE_PYTHON], text).fault,
  sh: (text) => run("bash", ["-n"], text).fault,
  mjs: (text) => run("node", ["--check", "--input-type=module", "-"], text).fault,
  json: (text) => thrown(() => JSON.parse(text)),
  toml: (text) => thrown(() => parseToml(text)),
  yaml: (text) => thrown(() => parseYaml(text)),
  md: (text) => thrown(() => parseYaml(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? "")),
};

/** Why a generated file is not valid in its language, or null; a file of another kind is not looked at. */
export function findCodeIssue(path: string, text: string): string | null {
  return CHECKS[extensionOf(path)]?.(text) ?? null;
}

/** What of a file is code: equal for two files that differ in literals only. Null for a file that is all data. */
export function codeSkeleton(path: string, text: string): string | null {
  switch (extensionOf(path)) {
    case "py":
      return run("python3", ["-c", PYTHON_SKELETON], text).stdout;
    case "sh":
      return text.replaceAll(/'(?:[^']|'\\'')*'/g, "''");
    default:
      return null;
  }
}

const extensionOf = (path: string) => path.split(".").at(-1) ?? "";

function run(program: string, args: readonly string[], input: string) {
  const { status, stdout, stderr } = runOverHostileText(program, args, input);
  return { stdout, fault: status === 0 ? null : stderr.slice(0, 300) };
}

function thrown(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    return String(error);
  }
}
