import { copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import {
  EVOLUTION_FILE,
  mergeLayers,
  readEvolution,
  stitchSkill,
  type Evolution,
  type StitchResult,
} from "@/lib/skill-format";
import { InputError, type CommandContext } from "./command";
import type { OpenedSkill } from "./open-skills";
import { readInput, unreadable } from "./read-input";
import { replaceFile } from "./files";

export interface StitchSettings {
  /** Farther layers, laid below the skill's own experience. */
  layers: readonly Evolution[];
  write: boolean;
  backup: boolean;
}

export type StitchOutcome =
  | { state: "stitched" | "unchanged"; stale: boolean; text: string }
  | { state: "off" | "refused"; reason: string };

/** Stitches one skill on disk; nothing is written unless everything was understood. */
export async function stitchDirectory(skill: OpenedSkill, settings: StitchSettings): Promise<StitchOutcome> {
  const { directory } = skill;
  if (directory === undefined) return refused("is not a directory, so nothing can be written there");
  const source = skill.files.get(EVOLUTION_FILE);
  const own = source === undefined ? null : readEvolution(source);
  if (own === null && settings.layers.length === 0) return refused(`there is no ${EVOLUTION_FILE}`);
  if (own !== null && own.evolution === undefined) return refused(describeIssues(own.findings));
  const layers = [...settings.layers, ...(own?.evolution === undefined ? [] : [own.evolution])];
  const result = stitchSkill(
    skill.files,
    layers.length === 1 ? (layers[0] ?? mergeLayers([])) : mergeLayers(layers),
  );
  if (!result.ok) return refused(describeIssues(result.findings));
  if (result.state === "off")
    return { state: "off", reason: "the skill is static, or its evolution is switched off" };
  if (result.state === "stitched" && settings.write) await write(directory, skill, result, settings.backup);
  return { state: result.state, stale: result.stale, text: result.text };
}

async function write(
  directory: string,
  { files }: OpenedSkill,
  result: Extract<StitchResult, { ok: true }>,
  backup: boolean,
): Promise<void> {
  const file = path.join(directory, result.path);
  const before = files.get(result.path);
  if (backup) {
    await copyFile(file, `${file}.bak`).catch((error: unknown) => {
      throw unreadable(`${file}.bak`, error);
    });
  }
  await replaceFile(file, result.text, before === undefined ? await readFile(file) : Buffer.from(before));
}

/**
 * An `evolution.json` given by its path.
 *
 * @throws InputError when it cannot be read or is not understood.
 */
export async function readLayer(
  file: string,
  context: Pick<CommandContext, "stdin" | "cwd">,
): Promise<Evolution> {
  const { evolution, findings } = readEvolution(await readInput(file, context), file);
  if (evolution === undefined) throw new InputError(describeIssues(findings));
  return evolution;
}

/** Why an `evolution.json` or a SKILL.md is not understood. */
export function describeIssues(
  findings: readonly { severity: string; path: string; message: string }[],
): string {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ path: at, message }) => `${at} ${message}`)
    .join("; ");
}

function refused(reason: string): StitchOutcome {
  return { state: "refused", reason };
}
