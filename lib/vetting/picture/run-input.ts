import {
  argumentReferences,
  argumentTokens,
  type CodeIndex,
  type Reference,
} from "../reading/code/code-index";
import { traceFlow, type Source } from "../reading/code/flow";
import type { CodeUnit } from "../reading/units";
import { isCodeRunningCall, isUnpackingCall } from "../vocabulary/network-calls";

/** What comes from whoever calls the skill, or from the network. */
const INPUT =
  /^(?:sys\.argv|process\.argv(?:\.\w+)?|input|sys\.stdin(?:\.(?:read|readline|buffer))?|process\.argv|process\.stdin|fs\.readFileSync|flask\.request\.\w+|request\.(?:json|form|args|data|get_json|body|values)|req\.(?:body|query|params)|event|argparse\.ArgumentParser\(\)\.parse_args|json\.loads?|socket\.socket\(\)\.(?:recv|accept)|socket\.create_connection(?:\(\)\.(?:recv|makefile))?|(?:self\.)?rfile\.read(?:line)?(?:\(\))?|requests\.get|urllib\.request\.urlopen|fetch|Deno\.args|Bun\.argv|click\.\w+)$/;
const RUNS_MORE =
  /^(?:code\.Interactive(?:Interpreter|Console)(?:\(\))?(?:\.(?:runsource|runcode|push|interact))?|jinja2\.(?:Template|Environment\(\)\.from_string)|vm2?\.(?:run\w*|Script|VM\(\)\.run|compileFunction)|ejs\.render|_\.template|lodash\.template|Handlebars\.compile)$/;
const SHELL_WORD = /^(?:bash|sh|zsh|\/bin\/(?:ba|z)?sh|cmd|cmd\.exe|powershell|pwsh)$/;
const SPAWN =
  /(?:^|\.)(?:run|call|check_call|check_output|Popen|system|popen|exec|execSync|spawn|spawnSync|execFile|execFileSync)$/;

/** Hands its one argument to a shell. */
const SHELL_CALL = /(?:^|\.)(?:system|popen|getoutput|execSync|exec)$/;

/** A helper that runs what its caller has put together is no shell for everybody. */
const needsDirect = (
  index: CodeIndex,
  { names, call }: { names: readonly string[]; call: { open: number; close: number } },
) =>
  names.some((name) => /^(?:os|child_process|subprocess|commands)\./.test(name) && SHELL_CALL.test(name)) &&
  argumentTokens(index, call).every(({ kind }) => kind !== "string");

/** Calls that run as code what whoever calls the skill has sent; a template of the skill's own is none. */
export function findRunInput(unit: CodeUnit, mayStart: boolean): { object: string; token: number }[] {
  const { index, text } = unit;
  const runs = (reference: Reference) => isRunning(index, reference, mayStart);
  if (!index.references.some((reference) => reference.call !== null && runs(reference))) return [];
  const sources: Source[] = index.references
    .filter(({ names }) => names.some((name) => INPUT.test(name)))
    .map(({ token }) => ({ token, label: "input" }))
    .concat(index.references.flatMap((reference) => handedIn(index, reference)));
  const { flows } = traceFlow(index, text, { sources, isSink: runs });
  return flows
    .filter(
      ({ source, sink }) =>
        !needsDirect(index, sink) || (source.token > sink.call.open && source.token < sink.call.close),
    )
    .slice(0, 5)
    .map(({ sink }) => ({ object: `${sink.written}()`, token: sink.token }));
}

const LISTENS = /(?:^|\.)(?:stdin|socket|server|ws|connection|client)\.on$/;

/** `process.stdin.on("data", (text) => …)`: the text, where the handler uses it. */
function handedIn(index: CodeIndex, { names, call }: Reference): Source[] {
  if (call === null || !names.some((name) => LISTENS.test(name))) return [];
  const handed = argumentTokens(index, call)
    .slice(1, 6)
    .find(({ kind, text }) => kind === "name" && !/^(?:async|function)$/.test(text))?.text;
  if (handed === undefined) return [];
  return index.references
    .filter(({ written, token }) => written === handed && token > call.open && token < call.close)
    .map(({ token }) => ({ token, label: "input" }));
}

function isRunning(index: CodeIndex, { call, names }: Reference, mayStart: boolean): boolean {
  if (call === null) return false;
  if (names.some((name) => /^(?:re|regex|sre_compile)\./.test(name))) return false;
  if (names.some((name) => name.startsWith("jinja2.")) && hasSandbox(index)) return false;
  if (isUnpackingCall(names) && !names.some((name) => /^(?:torch|joblib|pandas)/.test(name)))
    return !argumentReferences(index, call).some(({ written }) => /Safe|CSafe|BaseLoader/.test(written));
  if (isCodeRunningCall(names) || names.some((name) => RUNS_MORE.test(name)))
    return !hasLiteralEval(index, call);
  if (mayStart || !names.some((name) => SPAWN.test(name))) return false;
  const tokens = argumentTokens(index, call);
  if (tokens.every(({ kind }) => kind !== "string") && names.some((name) => SHELL_CALL.test(name)))
    return true;
  const shell = tokens.findIndex((token) => token.kind === "string" && SHELL_WORD.test(token.text));
  return (
    shell !== -1 &&
    tokens
      .slice(shell, shell + 4)
      .some(({ kind, text }) => kind === "string" && /^(?:-\w*c|\/c|-Command)$/i.test(text))
  );
}

const hasSandbox = ({ tokens }: CodeIndex) => tokens.some(({ text }) => /Sandboxed/.test(text));

/** `new Function("return 1")`: a text that stands there. */
const hasLiteralEval = (index: CodeIndex, call: { open: number; close: number }) => {
  const tokens = argumentTokens(index, call);
  return tokens.length === 1 && tokens[0]?.kind === "string";
};
