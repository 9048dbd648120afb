import { checkSkill, type SkillManifest } from "@/lib/skill-format";

/** What the author of a generated skill has written; null is left out. */
export interface Written {
  network: boolean | null;
  filesystem: boolean | null;
  subprocess: boolean | null;
  envVars: string[] | null;
  readOnly: boolean | null;
  destructive: boolean | null;
  idempotent: boolean | null;
  openWorld: boolean | null;
}

export interface PlainSkill {
  written: Written;
  skillMd: string;
  manifest: SkillManifest;
}

const STATES = [null, true, false] as const;

/**
 * 243 Agent Skills that declare no further format: each of the 81 ways to write permissions or leave them out, with
 * three of the ways to write hints. The first declares nothing, the last everything. With `mark`, a line of their front
 * matter, they declare a format too.
 */
export function plainSkills(mark = ""): PlainSkill[] {
  return Array.from({ length: 243 }, (_, at) => plainSkill(at, mark === "" ? "" : `${mark}\n`));
}

function plainSkill(at: number, mark: string): PlainSkill {
  const digit = (number: number, place: number) => STATES[Math.floor(number / 3 ** place) % 3] ?? null;
  const permissions = Math.floor(at / 3);
  const hints = (permissions * 3 + (at % 3) * 40) % 81;
  const secrets = digit(permissions, 3);
  const written: Written = {
    network: digit(permissions, 0),
    filesystem: digit(permissions, 1),
    subprocess: digit(permissions, 2),
    envVars: secrets === null ? null : secrets ? ["API_KEY"] : [],
    readOnly: digit(hints, 0),
    destructive: digit(hints, 1),
    idempotent: digit(hints, 2),
    openWorld: digit(hints, 3),
  };
  const skillMd = `---
name: plain-${at}
description: Says hello when it is asked to.
${mark}${group("permissions", [
    ["network", written.network],
    ["filesystem", written.filesystem],
    ["subprocess", written.subprocess],
    ["env_vars", written.envVars],
  ])}${group("annotations", [
    ["readOnlyHint", written.readOnly],
    ["destructiveHint", written.destructive],
    ["idempotentHint", written.idempotent],
    ["openWorldHint", written.openWorld],
  ])}---

# Hello
`;
  return { written, skillMd, manifest: checkSkill({ files: new Map([["SKILL.md", skillMd]]) }).manifest };
}

function group(name: string, members: readonly (readonly [string, unknown])[]): string {
  const lines = members.filter(([, value]) => value !== null);
  return lines.length === 0
    ? ""
    : `${name}:\n${lines.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`).join("")}`;
}
