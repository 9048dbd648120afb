import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Rule } from "../rules/rule";
import { skillMd, type HostileSample, type Sample } from "./sample";

/** The samples of one rule, as its file has them beside what it looks for. */
interface RuleSamples {
  /** What the rule holds or rejects. */
  readonly hostile?: readonly Omit<HostileSample, "code">[];
  /** What it tells without a verdict. */
  readonly shown?: readonly Sample[];
  /** What it is silent about, though it looks much the same. */
  readonly honest?: readonly Sample[];
}

/** A rule as it is written; its samples do not get into `rules.json`. */
export type WrittenRule = Rule & { readonly samples: RuleSamples };

const FOLDER = path.join(import.meta.dirname, "../rules");

/** `SKILL.md` of a sample is its body alone, unless it begins with its own front matter. */
function toSample<T extends Sample>(sample: T): T {
  const { "SKILL.md": body, ...files } = sample.files;
  if (typeof body !== "string" || body.startsWith("---")) return sample;
  return { ...sample, files: { "SKILL.md": skillMd(body.replace(/\n$/, "")), ...files } };
}

/** The rules, by the names of their files. */
export const WRITTEN_RULES: readonly WrittenRule[] = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yaml"))
  .sort()
  .map((name) => {
    const rule = parse(fs.readFileSync(path.join(FOLDER, name), "utf8")) as WrittenRule;
    const { hostile = [], shown = [], honest = [] } = rule.samples;
    const samples = {
      hostile: hostile.map(toSample),
      shown: shown.map(toSample),
      honest: honest.map(toSample),
    };
    return { ...rule, samples };
  });

export const HOSTILE_OF_RULES: readonly HostileSample[] = WRITTEN_RULES.flatMap(({ id, samples }) =>
  (samples.hostile ?? []).map((sample) => ({ ...sample, code: id })),
);

/** Also those that are only shown: no version is held for them. */
export const HONEST_OF_RULES: readonly Sample[] = WRITTEN_RULES.flatMap(({ samples }) => [
  ...(samples.honest ?? []),
  ...(samples.shown ?? []),
]);
