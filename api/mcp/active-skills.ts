import { offerTools, type OfferedTool } from "@/lib/core-tools/offer-tools";
import { openSkill, readSkillText, type OpenSkill } from "@/lib/core-tools/open-skill";
import { DomainError, isDomainError } from "@/lib/errors";
import { ActivationSession, type ActivationResult } from "@/lib/skill-format";

/** Skills one conversation can have active; a model with more is lost, and so is our memory. */
export const MAX_ACTIVE = 20;
const MAX_IDS = 50;
export const SLUG = /^[a-z0-9-]{1,64}$/;

export interface Activation extends ActivationResult {
  /** Why an id that is known could not be activated. */
  failed: { id: string; error_code: string; error: string }[];
}

/** The skills of one conversation: found in the market when they are asked for, loaded in stages. */
export class ActiveSkills {
  readonly #open = new Map<string, OpenSkill>();
  // Texts stay in the package cache, which is bounded; the conversation only remembers what it may read.
  readonly #session = new ActivationSession([], async (_id, path) => path);
  #tools: Map<string, OfferedTool> = new Map();

  get tools(): ReadonlyMap<string, OfferedTool> {
    return this.#tools;
  }

  get skills(): OpenSkill[] {
    return this.#session.active.flatMap((id) => this.#open.get(id) ?? []);
  }

  /** The tools of one active skill by name. */
  toolsOf(slug: string): OfferedTool[] {
    return [...this.#tools.values()].filter(({ skill }) => skill.slug === slug);
  }

  /** Takes whatever a model sends. Skills that cannot be had are named, and keep no other from being activated. */
  async activate(ids: unknown): Promise<Activation> {
    const failed: Activation["failed"] = [];
    const wanted = Array.isArray(ids) ? ids.slice(0, MAX_IDS).filter((id) => typeof id === "string") : [];
    for (const id of new Set(wanted)) {
      if (SLUG.test(id) && !this.#open.has(id)) await this.#find(id, failed);
    }
    const unavailable = new Set(failed.map(({ id }) => id));
    const result = await this.#session.activate(ids);
    this.#tools = offerTools(this.skills);
    return { ...result, unknown: result.unknown.filter((id) => !unavailable.has(id)), failed };
  }

  /** A text of an active skill. Throws SKILL_NOT_FOUND and NOT_FOUND. */
  async read(slug: string, path: string): Promise<string> {
    const skill = this.skills.find((each) => each.slug === slug);
    if (!skill) throw new DomainError("SKILL_NOT_FOUND", `"${slug}" is not active. Activate it first.`);
    return readSkillText(skill, path);
  }

  async #find(id: string, failed: Activation["failed"]): Promise<void> {
    if (this.#open.size >= MAX_ACTIVE) {
      failed.push({
        id,
        error_code: "REQUEST_INVALID",
        error: `At most ${MAX_ACTIVE} skills can be active.`,
      });
      return;
    }
    try {
      const skill = await openSkill(id);
      this.#open.set(skill.slug, skill);
      this.#session.install({ id: skill.slug, description: skill.description });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code !== "SKILL_NOT_FOUND") failed.push({ id, error_code: error.code, error: error.message });
    }
  }
}
