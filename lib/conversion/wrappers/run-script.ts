import { shellText } from "../literals/shell-text";
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
  if [ -n "\${!name+set}" ]; then environment+=("$name=\${!name}"); else printf '%s is not set\\n' "$name" >&2; fi
done

set -- ${start}
if command -v timeout > /dev/null 2>&1; then set -- timeout -k 5 "$time_limit" "$@"; fi
cd -- "$root" || fail 'the files of the skill are missing'
exec env -i "\${environment[@]}" "$@"
`;
}
