import { HIGH_STRONG, HIGH_WEAK, type Grade } from "../../grade";
import type { Finding } from "../../finding";
import { argumentTokens } from "../../reading/code/code-index";
import { indexLines } from "../../reading/line-index";
import type { SourceFile } from "../../reading/source-file";
import type { CodeUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";

const CODE = "malicious.obfuscated_execution";
const MESSAGE = "Whoever loads this data runs what it names.";

/** Sees data that starts a program when it is loaded: pickles, and YAML with tags for objects. */
export const unsafeData: Rule = {
  id: "unsafe-data",
  title: "Data runs a program when it is loaded",
  why: "A pickle is a little program, and YAML can name any function to call: to load such a file is to run it, though it looks like numbers.",
  remedy: "Keep data in JSON, CSV or a format that holds nothing but data, and load YAML with safe_load.",
  codes: [CODE],
  check({ files, units }) {
    return [...files.flatMap(checkFile), ...reportPlaces(unsafeData, units.code.flatMap(findLiteralPickles))];
  },
};

const MODULES = "(?:posix|nt|os|subprocess|builtins|__builtin__|pty|commands|runpy|asyncio|importlib)";
const CALLS =
  "(?:system|popen\\w*|Popen|exec\\w*|eval|call|run|run_path|check_output|check_call|spawn\\w*|getoutput|__import__|import_module)";
/** GLOBAL of older pickles, and the two names before STACK_GLOBAL of newer ones. */
const PICKLED_CALL = new RegExp(
  `c${MODULES}\\n${CALLS}\\n|[\\x8cU].${MODULES}\\x94?[\\x8cU].${CALLS}[\\x94\\x93]`,
  "s",
);
const MAX_PICKLE = 16 * 1024 * 1024;

function checkFile(file: SourceFile): Finding[] {
  const { path, bytes, text } = file;
  const isPickle =
    /\.(?:pkl|pickle|p|pt|pth|ckpt|joblib|dill)$/i.test(path) || (bytes[0] === 0x80 && (bytes[1] ?? 0) <= 5);
  if (isPickle) {
    const call = PICKLED_CALL.exec(Buffer.from(bytes.subarray(0, MAX_PICKLE)).toString("latin1"));
    if (call !== null) return [place(file, HIGH_STRONG, 1, call[0].replace(/[^\x20-\x7e]+/g, " "))];
  }
  return text !== null && /\.ya?ml$/i.test(path) ? checkYaml(file, text) : [];
}

const TAG = /!!?(?:python\/(?:object\/(?:apply|new)|name|module)|ruby\/object|javax?\.)\S{0,200}/;
const STARTS =
  /os\.(?:system|popen|exec\w*)|subprocess|builtins\.(?:eval|exec)|:(?:eval|exec)\b|ScriptEngineManager/;

function checkYaml(file: SourceFile, text: string): Finding[] {
  const tag = TAG.exec(text);
  if (tag === null) return [];
  return [
    place(
      file,
      STARTS.test(tag[0]) ? HIGH_STRONG : HIGH_WEAK,
      indexLines(text).lineAt(tag.index),
      lineText(text, tag.index),
    ),
  ];
}

function place(file: SourceFile, grade: Grade, line: number, evidence: string): Finding {
  return report(unsafeData, { code: CODE, ...grade, file: file.path, line, message: MESSAGE, evidence });
}

const UNPICKLES = /^(?:pickle|cPickle|_pickle|dill|cloudpickle|joblib|pandas)\.(?:loads?|read_pickle)$/;

/** `pickle.loads(b"cos\nsystem…")`, also where the bytes stand in base64. */
function findLiteralPickles({ index, text, ...unit }: CodeUnit): Place[] {
  return index.references.flatMap(({ call, names, token }) => {
    if (call === null || !names.some((name) => UNPICKLES.test(name))) return [];
    const starts = argumentTokens(index, call).some(
      (part) => part.kind === "string" && PICKLED_CALL.test(part.text),
    );
    if (!starts) return [];
    const offset = index.tokens[token]?.start ?? 0;
    const found = { grade: HIGH_STRONG, code: CODE, message: MESSAGE, evidence: lineText(text, offset) };
    return [{ unit: { ...unit, index, text }, offset, ...found }];
  });
}
