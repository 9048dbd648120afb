import { findSkills, joinPath, type SkillTree } from "./find-skills";
import { readSkillRecord, type RecordReading, type SkillRecord } from "./skill-record";

export interface ReadableTree extends SkillTree {
  read(path: string): Promise<string | Uint8Array>;
}

export interface Discovery {
  /** One for each name. */
  records: SkillRecord[];
  /** SKILL.md files that give no record, and why. They hide no other skill. */
  problems: Extract<RecordReading, { ok: false }>[];
  /** Skills whose name an earlier root has already: the first one counts, so that a project's skill wins. */
  shadowed: SkillRecord[];
}

/**
 * Stage one of progressive disclosure (Agent Skills, overview and integration): every skill's record, and nothing of
 * its body.
 */
export async function discoverSkills(roots: readonly string[], tree: ReadableTree): Promise<Discovery> {
  const records = new Map<string, SkillRecord>();
  const discovery: Discovery = { records: [], problems: [], shadowed: [] };
  for await (const { directory, fileName } of findSkills(roots, tree)) {
    const location = joinPath(directory, fileName);
    const reading = readSkillRecord(await tree.read(location), location);
    if (!reading.ok) discovery.problems.push(reading);
    else if (records.has(reading.record.name)) discovery.shadowed.push(reading.record);
    else records.set(reading.record.name, reading.record);
  }
  discovery.records = [...records.values()];
  return discovery;
}
