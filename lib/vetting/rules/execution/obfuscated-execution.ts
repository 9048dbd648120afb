import {
  argumentStrings,
  argumentTokens,
  type CodeIndex,
  type Reference,
} from "../../reading/code/code-index";
import { traceFlow, type Flow, type Source } from "../../reading/code/flow";
import type { CodeUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { isCodeRunningCall, isFunctionInDisguise, isSpawningCall } from "../../vocabulary/network-calls";

const RUNS_HIDDEN = "malicious.obfuscated_execution";
const HIDES_COMMAND = "suspicious.obfuscated_code";

/** Sees code that is decoded and then run, and names that were taken apart to hide them. */
export const obfuscatedExecution: Rule = {
  id: "obfuscated-execution",
  title: "Code is hidden in an encoding and then run",
  why: "Base64, base85, hexadecimal, character codes and compressed or marshalled code serve no reader; together with exec, eval or a shell they hide what runs.",
  remedy: "Write the code out. Data may be encoded, code may not.",
  codes: [RUNS_HIDDEN, HIDES_COMMAND],
  check(context) {
    const places = context.units.code.flatMap((unit) => [
      ...findDecodedRuns(unit),
      ...findAssembledNames(unit),
      ...findWaysAround(unit),
      ...findMangledNames(unit),
    ]);
    return reportPlaces(obfuscatedExecution, places);
  },
};

const DECODES =
  /(?:^|\.)(?:b64decode|urlsafe_b64decode|standard_b64decode|decodebytes|b32decode|b16decode|b85decode|a85decode|a2b_base64|a2b_hex|unhexlify|fromhex|decompress|marshal\.loads|pickle\.loads|dill\.loads|cloudpickle\.loads|atob|unescape|decodeURIComponent|inflateSync|gunzipSync|brotliDecompressSync|fromCharCode|fromCodePoint|chr|decrypt)$/;

function findDecodedRuns(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const sources: Source[] = index.references.flatMap((reference) =>
    reference.call !== null && isDecoding(index, reference)
      ? [{ token: reference.token, label: isPlainDecoding(reference) ? "unescaped" : "decoded" }]
      : [],
  );
  for (const [at, token] of index.tokens.entries()) {
    if (token.decoded === true && token.text.length >= 6) sources.push({ token: at, label: "decoded" });
  }
  const isSink = ({ names }: Reference) => isCodeRunningCall(names) || isSpawningCall(names);
  return traceFlow(index, text, { sources, isSink }).flows.flatMap(({ sink, source, at }) => {
    const grade = isCodeRunningCall(sink.names) ? HIGH_STRONG : gradeSpawn(index, { sink, source, at });
    if (grade === null) return [];
    const offset = index.tokens[sink.token]?.start ?? 0;
    const message = `Decoded text is run by ${sink.written}().`;
    return [{ unit, offset, grade, code: RUNS_HIDDEN, message, evidence: lineText(text, offset) }];
  });
}

const TAKES_COMMAND_LINE =
  /^(?:os\.(?:system|popen)|subprocess\.get(?:status)?output|asyncio\.create_subprocess_shell|child_process\.(?:promises\.)?exec(?:Sync)?)$/;

/** A decoded command line is an attack; a decoded word or variable of a command is ordinary. */
function gradeSpawn(index: CodeIndex, { sink, source, at }: Flow): Grade | null {
  const decoded = index.tokens[source.token];
  if (source.label === "unescaped" || (decoded?.kind === "string" && !/\s/.test(decoded.text))) return null;
  const before = argumentTokens(index, { open: sink.call.open, close: at });
  if (before.some((token) => token.kind === "punctuation" && token.text === ",")) return null;
  const shell =
    sink.names.some((name) => TAKES_COMMAND_LINE.test(name)) ||
    argumentTokens(index, sink.call).some((token) => token.kind === "name" && token.text === "shell");
  return shell ? HIGH_STRONG : HIGH_WEAK;
}

const MANGLED = /\b_0x[0-9a-f]{3,8}\b/g;
const LEAST_MANGLED = 4;

/** Names as programs make them that keep code from being read: minifiers write short ones. */
function findMangledNames(unit: CodeUnit): Place[] {
  const { text } = unit;
  const names = Array.from(text.matchAll(MANGLED));
  const [first] = names;
  if (first === undefined || new Set(names.map(([name]) => name)).size < LEAST_MANGLED) return [];
  const message = "The code went through a program that keeps it from being read.";
  return [
    {
      unit,
      offset: first.index,
      grade: MEDIUM_STRONG,
      code: HIDES_COMMAND,
      message,
      evidence: lineText(text, first.index),
    },
  ];
}

const UNESCAPES =
  /(?:^|\.)(?:unescape|decodeURIComponent|fromCharCode|fromCodePoint|chr|decompress|inflateSync|gunzipSync)$/;

function isPlainDecoding({ names }: Reference): boolean {
  return names.some((name) => UNESCAPES.test(name));
}

function isDecoding(index: CodeIndex, { names, call }: Reference): boolean {
  if (names.some((name) => DECODES.test(name))) return true;
  if (call === null || !names.some((name) => /^(?:Buffer\.from|codecs\.decode)$/.test(name))) return false;
  return argumentStrings(index, call).some((text) => /^(?:base64|hex|rot_?13|zlib|bz2)/.test(text));
}

/** `getattr(os, "sys" + "tem")`: the name is legible to us, and was meant not to be. */
function findAssembledNames(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const modules: Place[] = index.imports
    .filter(
      ({ name, start, end }) => !name.startsWith(".") && isAssembledModule(text.slice(start, end), name),
    )
    .map(({ name, start }) => {
      const message = `The name of the module ${name} is put together from pieces.`;
      return {
        unit,
        offset: start,
        grade: HIGH_WEAK,
        code: HIDES_COMMAND,
        message,
        evidence: lineText(text, start),
      };
    });
  const calls = index.references.flatMap(({ token, lastToken, call, names }): Place[] => {
    if (call === null || (!isSpawningCall(names) && !isCodeRunningCall(names))) return [];
    const parts = index.tokens.slice(token, lastToken + 1).filter((part) => part.kind === "name");
    const assembled = parts.some((part) => isAssembled(text, part));
    if (!assembled) return [];
    const offset = index.tokens[token]?.start ?? 0;
    const message = `The name of the call ${names[0] ?? ""}() is put together from pieces.`;
    return [
      { unit, offset, grade: HIGH_WEAK, code: HIDES_COMMAND, message, evidence: lineText(text, offset) },
    ];
  });
  return modules.concat(calls);
}

function isAssembledModule(written: string, name: string): boolean {
  return /^["'`(]/.test(written) && !written.includes(name);
}

/** A name that does not stand in the source as it reads, other than in quotes. */
function isAssembled(
  text: string,
  { text: name, start, end }: { text: string; start: number; end: number },
): boolean {
  const written = text.slice(start, end);
  return written !== "" && !written.includes(name) && written.normalize("NFKC") !== name;
}

/** Calls of the system that put machine code into memory and start it. */
const PLACES_CODE =
  /^ctypes\..{0,80}\.(?:VirtualAlloc(?:Ex)?|VirtualProtect|CreateThread|CreateRemoteThread|RtlMoveMemory|WriteProcessMemory|mprotect)$/;

/** Ways to a call that do not name it: over all classes, over a constructor, over memory, over a data address. */
function findWaysAround(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const place = (offset: number, code: string, grade: Grade, message: string): Place => ({
    unit,
    offset,
    grade,
    code,
    message,
    evidence: lineText(text, offset),
  });
  const startOf = (token: number) => index.tokens[token]?.start ?? 0;
  const found = index.imports
    .filter(
      ({ name }) =>
        /^(?:script|embedded|decoded|carried)$/.test(unit.origin) && /^data:[\w/.+-]*script/i.test(name),
    )
    .map(({ start }) =>
      place(start, RUNS_HIDDEN, HIGH_WEAK, "A module is loaded out of an encoded address."),
    );
  for (const { names, call, token } of index.references) {
    if (call !== null && isFunctionInDisguise(names))
      found.push(
        place(startOf(token), HIDES_COMMAND, HIGH_WEAK, "A function is made of a text over a constructor."),
      );
  }
  const memory = index.references.filter(({ names }) => names.some((name) => PLACES_CODE.test(name)));
  if (memory.length > 1)
    found.push(
      place(
        startOf(memory[0]?.token ?? 0),
        RUNS_HIDDEN,
        HIGH_STRONG,
        "Machine code is put into memory and started.",
      ),
    );
  const names = new Map(index.tokens.map((each, at) => [each.kind === "name" ? each.text : "", at]));
  const classes = names.get("__subclasses__");
  if (classes !== undefined && names.has("__globals__"))
    found.push(
      place(
        startOf(classes),
        HIDES_COMMAND,
        HIGH_WEAK,
        "A call is reached over the classes of the interpreter.",
      ),
    );
  return found;
}
