import {
  splitAllowedTools,
  parseAuthorAgent,
  agentDisplayName,
  checkSkill,
  conversionTargets,
  installMode,
  discoverSkills,
  memoryTree,
  formatLamportsAsSol,
  reportMigration,
  type MigrationItem,
  type MigrationItemId,
  listAvailableSkills,
  readSkillRecord,
  describeFields,
  versionChange,
} from "@/lib/skill-format";
import { type Adapter, compareFacts, assertKnown, readFiles, readContent } from "../runner/conformance-case";
import { findDifference, show } from "../runner/compare";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { parseXml } from "./parse-xml";

/** `allowed_tools`: the tools of one value, a text or a list of them. */
export const allowedTools: Adapter = {
  kind: "allowed_tools",
  check({ input, expect }) {
    return compareFacts(expect, { tools: readTools(input["value"]) });
  },
};

// A list is no valid form, but its entries are used.
function readTools(value: unknown): string[] {
  const texts = textsOf(value ?? []);
  if (!Array.isArray(value)) return texts.flatMap((text) => splitAllowedTools(text));
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

/** `author_agent`: what is stored of an attribution, or the error. */
export const authorAgent: Adapter = {
  kind: "author_agent",
  check({ input, expect }) {
    const reading = parseAuthorAgent({
      header: input["header"] as string | null | undefined,
      object: input["json"],
      json: input["json_text"] as string | null | undefined,
    });
    assertKnown(expect, ["author_agent", "error_code", "lacks", "stored_nowhere"]);
    if (expect["error_code"] !== undefined) {
      const code = reading.ok ? null : reading.code;
      const difference = findDifference(expect["error_code"], code, { at: "error_code" });
      return difference === null ? [] : [difference];
    }
    if (!reading.ok) return [`refused: ${reading.message}`];
    const agent = reading.authorAgent as Record<string, unknown> | null;
    const difference = Object.hasOwn(expect, "author_agent")
      ? findDifference(expect["author_agent"], agent, { at: "author_agent" })
      : null;
    const failures = difference === null ? [] : [difference];
    const held = ((expect["lacks"] ?? []) as string[]).filter(
      (key) => agent !== null && Object.hasOwn(agent, key),
    );
    failures.push(...held.map((key) => `${key} is stored`));
    const stored = JSON.stringify(reading);
    const leaked = ((expect["stored_nowhere"] ?? []) as string[]).filter((text) => stored.includes(text));
    return [...failures, ...leaked.map((text) => `${text} is kept`)];
  },
};

/** The words of the badge on a page (components/skill/publisher.tsx, which draws the robot beside the emoji). */
const { agent: WORDS } = (loadMessages("en") as { common: { agent: string } }).common;

/** `badge`: the words of an agent's badge; a person's skill has none, as pages show it for agents alone. */
export const badge: Adapter = {
  kind: "badge",
  check({ input, expect }) {
    const agent = input["author_agent"] as { name: string } | null;
    return compareFacts(expect, { text: agent === null ? null : wordsOf(agent.name) });
  },
};

const wordsOf = (name: string) =>
  WORDS.replace("<robot></robot>", "🤖").replace("{name}", () => agentDisplayName(name));

/** `convert`: for which platforms a skill is converted. */
export const convert: Adapter = {
  kind: "convert",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: readFiles(input["files"]) });
    const targets = Object.fromEntries(
      conversionTargets(manifest).map(({ target, converts }) => [target, converts]),
    );
    return compareFacts(expect, { targets, install_mode: installMode(manifest) });
  },
};

/** `detect`: the formats that the market checks a package against when nobody asks for others. */
export const detect: Adapter = {
  kind: "detect",
  check({ input, expect }) {
    assertKnown(expect, ["includes", "excludes"]);
    const { reports } = checkSkill({ files: readFiles(input["files"]) });
    const detected = new Set<unknown>(reports.map(({ dialect }) => dialect));
    const [includes, excludes] = ["includes", "excludes"].map((name) => (expect[name] ?? []) as string[]);
    const missing = includes?.filter((dialect) => !detected.has(dialect)) ?? [];
    const extra = excludes?.filter((dialect) => detected.has(dialect)) ?? [];
    return [
      ...missing.map((dialect) => `${dialect} not detected`),
      ...extra.map((dialect) => `${dialect} detected`),
    ];
  },
};

/** `discovery`: the skills below the configured directories, and those that cannot be read. */
export const discovery: Adapter = {
  kind: "discovery",
  async check({ input, expect }) {
    const found = await discoverSkills(textsOf(input["roots"]), memoryTree(readFiles(input["files"])));
    const facts = {
      names: found.records.map(({ name }) => name).sort(),
      problems: found.problems.map(({ location }) => location).sort(),
    };
    // the order of the roots is ours to choose, so both sides are sorted
    const sorted = Object.fromEntries(
      Object.entries(expect).map(([key, value]) => [key, textsOf(value).sort()]),
    );
    return compareFacts(sorted, facts);
  },
};

/** `lamports_to_sol`: an amount in SOL, exact. */
export const lamportsToSol: Adapter = {
  kind: "lamports_to_sol",
  check({ input, expect }) {
    const sol = formatLamportsAsSol(String(input["lamports"]));
    return compareFacts(expect, { sol });
  },
};

/** `lifecycle`: static or managed, and whether experience is recorded. */
export const lifecycle: Adapter = {
  kind: "lifecycle",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", readContent(input["skill_md"])]]) });
    const { managed, enabled } = manifest.evolution;
    return compareFacts(expect, { managed, evolution_enabled: enabled });
  },
};

/** What a case may call an item of the checklist; the first that matches counts. */
const ITEM_NAMES: readonly (readonly [RegExp, MigrationItemId])[] = [
  [/includes/i, "routing.includes"],
  [/skill_?data/i, "routing.skill_data"],
  [/requires/i, "routing.requires"],
  [/global/i, "routing.global_tools"],
  [/trigger/i, "routing.triggers"],
  [/forced|mandatory|tool_?(?:call_?)?rules|强制/i, "skill.forced_tool_rules"],
  [/handler|decorator/i, "code.tool_handler"],
  [/show_?card|display|delegat|展示/i, "code.show_card"],
  [/lazy|card|懒/i, "code.lazy_cards"],
  [/tool.?list|description|工具列表/i, "skill.tool_list"],
  [/token|500|length|size/i, "skill.tokens"],
  [/rules|detail|规则/i, "skill.rules_moved"],
];

/** `migration_report`: which items of the V9 checklist a V12 skill passes, and which not. */
export const migrationReport: Adapter = {
  kind: "migration_report",
  check({ input, expect }) {
    assertKnown(expect, ["failed", "passed"]);
    const items = reportMigration(readFiles(input["files"]));
    return [
      ...compareState(items, "failed", expect["failed"]),
      ...compareState(items, "passed", expect["passed"]),
    ];
  },
};

function compareState(items: readonly MigrationItem[], state: string, names: unknown): string[] {
  return textsOf(names).flatMap((name) => {
    const id = ITEM_NAMES.find(([pattern]) => pattern.test(name))?.[1];
    const item = items.find((candidate) => candidate.id === id);
    if (item === undefined) return [`there is no item ${show(name)}`];
    return item.state === state ? [] : [`${item.id} ${item.state}: ${item.detail}; expected ${state}`];
  });
}

/** The entries of a list of texts, or one text alone; [] when there is none. */
export function textsOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/** `has` and `lacks`: texts that must, and must not, be in a text. */
export function compareText(text: string, { has, lacks }: { has?: unknown; lacks?: unknown }): string[] {
  return [
    ...textsOf(has)
      .filter((part) => !text.includes(part))
      .map((part) => `lacks ${show(part)} in ${show(text)}`),
    ...textsOf(lacks)
      .filter((part) => text.includes(part))
      .map((part) => `holds ${show(part)}`),
  ];
}

/** `lacks_lines`: whole lines that must not be among the lines. */
export function compareLines(lines: readonly string[], lacks: unknown): string[] {
  return textsOf(lacks)
    .filter((line) => lines.includes(line))
    .map((line) => `holds the line ${show(line)}`);
}

/** `to_prompt`: the XML for a system prompt, compared as parsed XML. */
export const toPrompt: Adapter = {
  kind: "to_prompt",
  check({ input, expect }) {
    const xml = listAvailableSkills(readRecords(input["skills"]), {
      withLocation: input["location"] !== false,
    });
    const { tag, children } = parseXml(xml);
    const skills = children.map((skill) =>
      Object.fromEntries(skill.children.map((member) => [member.tag, member.text])),
    );
    const { has_text: has, lacks_text: lacks, ...exact } = expect;
    return [...compareFacts(exact, { root: tag, skills }), ...compareText(xml, { has, lacks })];
  },
};

function readRecords(skills: unknown) {
  return ((skills ?? []) as { location?: string; files?: unknown }[]).flatMap(({ location, files }) => {
    const contents = readFiles(files);
    const source = contents.get("SKILL.md") ?? contents.get("skill.md") ?? "";
    const reading = readSkillRecord(source, location ?? "SKILL.md");
    return reading.ok ? reading.record : [];
  });
}

/** `validator_output`: what the validator of Skill Metadata prints, and its exit status. */
export const validatorOutput: Adapter = {
  kind: "validator_output",
  check({ input, expect }) {
    const { lines, valid } = describeFields(new Map([["SKILL.md", readContent(input["skill_md"])]]));
    const exit = valid ? 0 : 1;
    assertKnown(expect, ["lines_in_order", "line_starts", "lacks_lines", "exit", "exit_nonzero"]);
    const failures: string[] = [];
    failures.push(...compareOrder(lines, textsOf(expect["lines_in_order"])));
    for (const start of textsOf(expect["line_starts"])) {
      if (!lines.some((line) => line.startsWith(start)))
        failures.push(`no line starts with ${show(start)}: ${show(lines)}`);
    }
    failures.push(...compareLines(lines, expect["lacks_lines"]));
    if (expect["exit"] !== undefined && expect["exit"] !== exit) failures.push(`exit is ${exit}`);
    if (expect["exit_nonzero"] !== undefined && expect["exit_nonzero"] !== (exit !== 0))
      failures.push(`exit is ${exit}`);
    return failures;
  },
};

/** Others may stand between the expected lines. */
function compareOrder(lines: readonly string[], expected: readonly string[]): string[] {
  let from = 0;
  for (const line of expected) {
    const at = lines.indexOf(line, from);
    if (at === -1) return [`no line ${show(line)} from line ${from + 1} on: ${show(lines)}`];
    from = at + 1;
  }
  return [];
}

/** `version_change`: kind of change, compatibility and audit between two versions. */
export const versionChangeAdapter: Adapter = {
  kind: "version_change",
  check({ input, expect }) {
    const change = versionChange(String(input["from"]), String(input["to"]));
    return compareFacts(expect, { ...change }, ["change", "compatibility", "audit", "refused"]);
  },
};
