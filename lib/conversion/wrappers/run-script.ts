import { shellText } from "../literals/literals";
import type { RunPlan } from "../plan-run";

/**
 * `run.sh`: starts the skill with what standard input holds (or the file given), the declared variables and nothing
 * else of the environment, and its time limit. `root` is where the skill's files are, seen from the script. The
 * environment is the one skills have in the market's sandbox, so that they answer alike.
 */
export function runScript(plan: RunPlan, root: string): string {
  const start = plan.program === null ? '"$root/$entry_point"' : '"$program" "$root/$entry_point"';
  return `#!/usr/bin/env bash
# Runs the skill: one JSON object on standard input, one JSON object on standard output.
#
#   run.sh < input.json
#   run.sh input.json
set -u

fail() { printf '{"error":"%s"}\\n' "$1"; exit 1; }

here=$(cd -- "$(dirname -- "\${BASH_SOURCE[0]}")" && pwd -P) || fail 'the folder of run.sh cannot be entered'
root="$here"/${shellText(root)}
program=${shellText(plan.program ?? "")}
entry_point=${shellText(plan.entryPoint)}
time_limit=${shellText(String(plan.timeoutSeconds))}

if [ "$#" -gt 0 ]; then
  [ -r "$1" ] || fail 'the input file cannot be read'
  exec < "$1"
fi
if [ -n "$program" ] && ! command -v "$program" > /dev/null 2>&1; then fail "$program is not installed"; fi

environment=(PATH="$PATH" HOME="\${HOME:-/}" TMPDIR="\${TMPDIR:-/tmp}" LANG=C.UTF-8 TZ=UTC
  PYTHONUTF8=1 PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1)
for name in ${plan.envVars.map(shellText).join(" ")}; do
  [ -n "\${!name+set}" ] || fail "The environment variable $name is not set."
  environment+=("$name=\${!name}")
done
${plan.required.length === 0 ? "" : checkRequired(plan.required)}
set -- ${start}
if command -v timeout > /dev/null 2>&1; then set -- timeout -k 5 "$time_limit" "$@"; fi
cd -- "$root" || fail 'the files of the skill are missing'
exec env -i "\${environment[@]}" "$@"
`;
}

/**
 * Prints `{"error": …}` where the input is a JSON object without one of its required members. Any other input is left to
 * the skill to judge. Of Python and Node.js the one that is there reads it.
 */
const PYTHON_CHECK = `import json, sys
try: given = json.load(sys.stdin)
except Exception: sys.exit(0)
for name in sys.argv[1:]:
    if isinstance(given, dict) and name not in given:
        print(json.dumps({"error": "The input has no " + json.dumps(name, ensure_ascii=False) + "."}))
        sys.exit(1)`;
const NODE_CHECK = `let given = null;
try { given = JSON.parse(require("fs").readFileSync(0, "utf8")); } catch {}
for (const name of process.argv.slice(1))
  if (given && typeof given === "object" && !Array.isArray(given) && !Object.hasOwn(given, name)) {
    console.log(JSON.stringify({ error: "The input has no " + JSON.stringify(name) + "." }));
    process.exit(1);
  }`;

function checkRequired(required: readonly string[]): string {
  return `
# The input is read once, to see whether all that is required is there.
input=$(cat)
missing=
required=(${required.map(shellText).join(" ")})
if command -v python3 > /dev/null 2>&1; then
  missing=$(python3 -c ${shellText(PYTHON_CHECK)} "\${required[@]}" <<< "$input")
elif command -v node > /dev/null 2>&1; then
  missing=$(node -e ${shellText(NODE_CHECK)} -- "\${required[@]}" <<< "$input")
fi
if [ -n "$missing" ]; then printf '%s\\n' "$missing"; exit 1; fi
exec <<< "$input"
`;
}
