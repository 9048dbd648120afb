import { VIBELIFE_CORE_TOOLS } from "../constants";
import { readToolList } from "../dialects/vibelife";
import { toPackagePath } from "../values/relative-path";

/** The layer that is always active, and therefore never activated (VibeLife §1.2). */
const CORE = "core";

/** Ids in one call; a model that asks for more is lost. */
const MAX_IDS = 50;

/** The front matter of an installed skill: all that is loaded before it is activated (VibeLife §1.1). */
interface InstalledSkill {
  id: string;
  /** Holds the tool list after `工具：`. */
  description: string;
}

export interface ActivationResult {
  /** Newly active, in the order asked for. */
  activated: string[];
  alreadyActive: string[];
  /** Ids of no installed skill; they keep no other from being activated (VibeLife §1.1, §1.3). */
  unknown: string[];
  /** Why the whole call was refused; null otherwise. */
  refused: string | null;
}

/** Reads a file of an installed skill. */
type SkillLoader = (id: string, path: string) => Promise<string>;

/**
 * One conversation with VibeLife skills (V9 section 1): Core is active all the time, skills are activated by the
 * model's call `activate_skills`, each is loaded once, and rule files only when they are asked for.
 */
export class ActivationSession {
  private readonly installed: Map<string, InstalledSkill>;
  private readonly bodies = new Map<string, Promise<string>>();
  private readonly rules = new Map<string, Promise<string>>();

  constructor(
    installed: readonly InstalledSkill[],
    private readonly load: SkillLoader,
  ) {
    this.installed = new Map(installed.map((skill) => [skill.id, skill]));
  }

  /** Makes a skill known after the conversation has begun: a market's skills are found one by one. */
  install(skill: InstalledSkill): void {
    if (!this.installed.has(skill.id)) this.installed.set(skill.id, skill);
  }

  /** Ids of the active skills in the order of their activation; Core is not among them. */
  get active(): string[] {
    return [...this.bodies.keys()];
  }

  /** The seven core tools, then those the descriptions of the active skills name (VibeLife §1.1, §1.3). */
  get tools(): string[] {
    const ofSkills = this.active.flatMap((id) => readToolList(this.installed.get(id)?.description ?? ""));
    return [...new Set([...VIBELIFE_CORE_TOOLS, ...ofSkills])];
  }

  /** The tool `activate_skills`. Takes whatever a model sends. Rejects when a skill's file cannot be read. */
  async activate(ids: unknown): Promise<ActivationResult> {
    const result: ActivationResult = { activated: [], alreadyActive: [], unknown: [], refused: null };
    if (!isIdList(ids)) return { ...result, refused: `a list of 1 to ${MAX_IDS} skill ids is expected` };
    for (const id of new Set(ids)) {
      if (id === CORE || this.bodies.has(id)) result.alreadyActive.push(id);
      else if (!this.installed.has(id)) result.unknown.push(id);
      else {
        this.bodies.set(id, this.load(id, "SKILL.md"));
        result.activated.push(id);
      }
    }
    await Promise.all(result.activated.map((id) => this.settled(id)));
    return result;
  }

  /** The full text of an active skill; null for any other. */
  async body(id: string): Promise<string | null> {
    return (await this.bodies.get(id)) ?? null;
  }

  /** A rule file of an active skill, read when it is first asked for (VibeLife §3); null when it is none. */
  async rule(id: string, path: string): Promise<string | null> {
    const safe = toPackagePath(path);
    if (!this.bodies.has(id) || safe === null || !/^rules\/.+\.md$/.test(safe)) return null;
    const key = `${id}/${safe}`;
    const loading = this.rules.get(key) ?? this.load(id, safe);
    this.rules.set(key, loading);
    return loading.catch((error: unknown) => {
      this.rules.delete(key);
      throw error;
    });
  }

  /** A skill that cannot be read does not stay active. */
  private async settled(id: string): Promise<void> {
    try {
      await this.bodies.get(id);
    } catch (error) {
      this.bodies.delete(id);
      throw error;
    }
  }
}

function isIdList(ids: unknown): ids is string[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS) return false;
  return ids.every((id) => typeof id === "string" && id !== "");
}
