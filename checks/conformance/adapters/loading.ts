import { LOAD_STAGES, loadStage, type LoadStage } from "@/lib/skill-format";
import { readFiles, type Adapter, assertKnown, RunnerError } from "../runner/conformance-case";
import { compareText, textsOf } from "./format-adapters";

/** What a case may call a stage. */
const STAGE_NAMES: readonly (readonly [RegExp, LoadStage])[] = [
  [/discover|start|metadata|front|^(?:stage[ _]?)?1$/i, "discovery"],
  [/activat|instruct|body|^(?:stage[ _]?)?2$/i, "activation"],
  [/execut|resource|reference|rules|read|run|^(?:stage[ _]?)?3$/i, "execution"],
];

/**
 * `loading`: the texts in the context at each stage, the stages named or in their order. A stage is expected to hold
 * texts or paths (a list, or `has`), and not to hold others (`lacks`). What an earlier stage loaded is still there.
 */
export const loading: Adapter = {
  kind: "loading",
  check({ input, expect }) {
    const files = readFiles(input["files"] ?? { "SKILL.md": input["skill_md"] });
    const wanted = listWanted(files, input);
    const named = expect["stages"] ?? expect["loaded"] ?? expect["texts"];
    const only = input["stage"]; // a case about one stage says what that one holds
    const expected = typeof only === "string" ? { [only]: named ?? expect } : (named ?? expect);
    return listStages(expected, [input["stages"] ?? []].flat().map(nameOf)).flatMap(([name, value]) => {
      const stage = STAGE_NAMES.find(([pattern]) => pattern.test(name))?.[1];
      if (stage === undefined) throw new RunnerError(`does not know the stage ${name}`);
      return compareStage(textAt(files, stage, wanted), value).map((failure) => `${name}: ${failure}`);
    });
  },
};

/**
 * The files a case says are read, wherever it says so; where it names none, an agent reads what the instructions name.
 */
function listWanted(files: ReturnType<typeof readFiles>, input: Record<string, unknown>): string[] {
  const { files: _files, skill_md: _text, ...rest } = input;
  const named = (text: string) =>
    [...files.keys()].filter((path) => path !== "SKILL.md" && text.includes(path));
  const said = named(JSON.stringify(rest));
  return said.length > 0 ? said : named(String(files.get("SKILL.md") ?? ""));
}

/** A stage is named, or told about. */
function nameOf(stage: unknown): string {
  if (typeof stage !== "object" || stage === null) return String(stage);
  return String(Object.values(stage).find((value) => STAGE_NAMES.some(([form]) => form.test(String(value)))));
}

/** Name and expectation of each stage; in a list, those of the input or of the document name them. */
function listStages(expected: unknown, named: readonly string[]): (readonly [string, unknown])[] {
  if (!Array.isArray(expected)) return Object.entries(expected as Record<string, unknown>);
  const names = named.length > 0 ? named : LOAD_STAGES;
  return expected.map((value: unknown, index) => {
    const { stage, ...rest } = (Array.isArray(value) ? {} : (value ?? {})) as Record<string, unknown>;
    return typeof stage === "string" ? [stage, rest] : [names[index] ?? "", value];
  });
}

/** Every text up to a stage, each behind its path. */
function textAt(files: ReturnType<typeof readFiles>, stage: LoadStage, wanted: readonly string[]): string {
  return LOAD_STAGES.slice(0, LOAD_STAGES.indexOf(stage) + 1)
    .flatMap((each) => loadStage(files, each, wanted))
    .map(({ path, text }) => `${path}\n${text}`)
    .join("\n");
}

function compareStage(text: string, expected: unknown): string[] {
  if (typeof expected === "string" || Array.isArray(expected)) return compareText(text, { has: expected });
  const {
    has,
    has_text: hasText,
    lacks,
    lacks_text: lacksText,
    ...rest
  } = (expected ?? {}) as Record<string, unknown>;
  assertKnown(rest, []);
  return [
    ...compareText(text, { has: [...textsOf(has), ...textsOf(hasText)] }),
    ...compareText(text, { lacks: [...textsOf(lacks), ...textsOf(lacksText)] }),
  ];
}
