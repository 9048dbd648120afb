import {
  isInitializeRequest,
  type ListResourcesResult,
  type ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { ActiveNames } from "@/lib/catalogue/core-tools/conversations/conversation";
import { type OfferedTool, offerTools } from "@/lib/catalogue/core-tools/offer-tools";
import { openSkill, type OpenSkill, readSkillText } from "@/lib/catalogue/core-tools/open-skill";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { findPresentName } from "@/lib/registry/names/find-name";
import { type ActivationResult, ActivationSession } from "@/lib/skill-format";

const WAIT_MS = 1000;
const LOOK_EVERY_MS = 100;
/** The list and the answer leave on two connections. */
const HEAD_START_MS = 50;

/** How often the client has asked for the list of tools, at any process. */
export interface Listings {
  note: () => Promise<void>;
  count: () => Promise<number>;
}

/**
 * Whether a client lists the tools again when it is told that they have changed. One that does has the new list before
 * the answer, so that the model's next turn begins with the tools it has just activated; one that does not is waited
 * for once.
 */
export class Relisting {
  #listens = true;
  readonly #listings: Listings;

  constructor(listings: Listings) {
    this.#listings = listings;
  }

  /** The client has asked for the list of tools. */
  listed(): Promise<void> {
    return this.#listings.note();
  }

  /**
   * To be called before the client is told. What it returns ends when the list has been asked for and is on its way, or
   * after a second.
   */
  async next(): Promise<() => Promise<void>> {
    if (!this.#listens) return () => Promise.resolve();
    const before = await this.#listings.count();
    return () => this.#wait(before);
  }

  async #wait(before: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) {
      if ((await this.#listings.count()) > before) return sleep(HEAD_START_MS);
      await sleep(LOOK_EVERY_MS);
    }
    this.#listens = false;
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Skills one conversation can have active; a model with more is lost, and so is our memory. */
const MAX_ACTIVE = 20;
const MAX_IDS = 50;
const SLUG = /^[a-z0-9-]{1,64}$/;

export interface Activation extends ActivationResult {
  /** Why an id that is known could not be activated. */
  failed: { id: string; error_code: string; error: string }[];
  /** Names asked for that skills had before, with the one each is active under. */
  renamed: { id: string; now: string }[];
}

/** The skills of one conversation: found in the market when they are asked for, loaded in stages. */
export class ActiveSkills {
  readonly #open = new Map<string, OpenSkill>();
  /** Earlier names of the open ones that were asked for. */
  readonly #renamed = new Map<string, string>();
  // Texts stay in the package cache, which is bounded; the conversation only remembers what it may read.
  readonly #session = new ActivationSession([], async (_id, path) => path);
  #tools: Map<string, OfferedTool> = new Map();
  /** Active ones that cannot be had any more, with what has become of them. */
  readonly #lost = new Map<string, DomainError>();
  readonly #keep: (names: ActiveNames) => Promise<void>;

  /** `keep` is told what is active whenever that changes, before anybody hears of it. */
  constructor(keep: (names: ActiveNames) => Promise<void> = () => Promise.resolve()) {
    this.#keep = keep;
  }

  /** The skills of a conversation as another process has left it: the same versions, in the same order. */
  static async restore(
    { active, renamed }: ActiveNames,
    keep: (names: ActiveNames) => Promise<void>,
  ): Promise<ActiveSkills> {
    const skills = new ActiveSkills(keep);
    for (const [before, now] of renamed) skills.#renamed.set(before, now);
    const opened = await Promise.all(active.map(([slug, version]) => reopen(slug, version)));
    for (const [i, skill] of opened.entries()) {
      const [slug = ""] = active[i] ?? [];
      if (skill instanceof DomainError) skills.#lost.set(slug, skill);
      else skills.#add(skill);
    }
    if (skills.#open.size > 0) await skills.#session.activate([...skills.#open.keys()]);
    skills.#tools = offerTools(skills.skills);
    return skills;
  }

  /** What to keep of it, so that it can be restored. */
  get names(): ActiveNames {
    return {
      active: this.skills.map(({ slug, version }) => [slug, version]),
      renamed: [...this.#renamed],
    };
  }

  /** What has become of a skill that was active and whose tools are gone; null when none is. */
  get loss(): DomainError | null {
    return [...this.#lost.values()][0] ?? null;
  }

  /** Names of those that were active and cannot be had any more. */
  get lost(): string[] {
    return [...this.#lost.keys()];
  }

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
      if (SLUG.test(id) && !this.#open.has(id) && !this.#renamed.has(id)) await this.#find(id, failed);
    }
    const unavailable = new Set(failed.map(({ id }) => id));
    const result = await this.#session.activate(Array.isArray(ids) ? ids.map(this.#present) : ids);
    this.#tools = offerTools(this.skills);
    if (result.activated.length > 0) await this.#keep(this.names);
    const renamed = [...new Set(wanted)].flatMap((id) => {
      const now = this.#renamed.get(id);
      return now === undefined ? [] : [{ id, now }];
    });
    return { ...result, unknown: result.unknown.filter((id) => !unavailable.has(id)), failed, renamed };
  }

  /** A text of an active skill, by its name or one it had. Throws SKILL_NOT_FOUND and NOT_FOUND. */
  async read(name: string, path: string): Promise<string> {
    const skill =
      this.#active(name) ?? this.#active((SLUG.test(name) && (await findPresentName(name))) || "");
    const lost = this.#lost.get(name);
    if (lost) throw lost;
    if (!skill) throw new DomainError("SKILL_NOT_FOUND", `"${name}" is not active. Activate it first.`);
    return readSkillText(skill, path);
  }

  #active(slug: string): OpenSkill | undefined {
    return this.skills.find((skill) => skill.slug === slug);
  }

  /** The name a skill is open under, of whatever a model sends. */
  readonly #present = (id: unknown): unknown => (typeof id === "string" ? (this.#renamed.get(id) ?? id) : id);

  #add(skill: OpenSkill): void {
    this.#open.set(skill.slug, skill);
    this.#session.install({ id: skill.slug, description: skill.description });
  }

  async #find(id: string, failed: Activation["failed"]): Promise<void> {
    const slug = await findPresentName(id);
    if (slug === null) return;
    if (slug !== id) this.#renamed.set(id, slug);
    if (this.#open.has(slug)) return; // the version that was activated stays
    if (this.#open.size >= MAX_ACTIVE) {
      failed.push({
        id,
        error_code: "REQUEST_INVALID",
        error: `At most ${MAX_ACTIVE} skills can be active.`,
      });
      return;
    }
    try {
      const skill = await openSkill(slug);
      this.#add(skill);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.code !== "SKILL_NOT_FOUND") failed.push({ id, error_code: error.code, error: error.message });
    }
  }
}

async function reopen(slug: string, version: string): Promise<OpenSkill | DomainError> {
  try {
    return await openSkill(slug, version);
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
}

/**
 * The skills that the address of the server names (`/mcp?skills=a,b`), for a request that begins a session: their tools
 * are in the list from the start, for clients that read it once. Throws REQUEST_INVALID for what is no name, and for
 * more names than a conversation can have skills.
 */
export function pinnedSkills(url: string, body: unknown): string[] {
  if (!isInitializeRequest(body)) return [];
  const named = new URL(url).searchParams.getAll("skills").flatMap((names) => names.split(","));
  const ids = [...new Set(named.map((name) => name.trim()).filter((name) => name !== ""))];
  if (ids.length > MAX_ACTIVE) {
    const message = `The address of the MCP server names ${ids.length} skills; it may name ${MAX_ACTIVE}.`;
    throw new DomainError("REQUEST_INVALID", message);
  }
  const odd = ids.find((id) => !SLUG.test(id));
  if (odd === undefined) return ids;
  const message = `"${odd.slice(0, 64)}" in the address of the MCP server is no name of a skill: /mcp?skills=NAME,NAME.`;
  throw new DomainError("REQUEST_INVALID", message);
}

const URI = /^skill:\/\/([a-z0-9-]{1,64})\/(.{1,600})$/;

/** How a text of a skill is addressed: `skill://<name>/<path>`. */
export const skillUri = (slug: string, path: string) =>
  `skill://${slug}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The texts of the active skills; none before one is activated. */
export function listSkillResources({ skills }: ActiveSkills): ListResourcesResult {
  const resources = skills.flatMap(({ slug, files }) =>
    files.map((path) => ({ uri: skillUri(slug, path), name: `${slug}/${path}`, mimeType: mediaType(path) })),
  );
  return { resources };
}

/** One text of an active skill. Throws NOT_FOUND and SKILL_NOT_FOUND. */
export async function readSkillResource(skills: ActiveSkills, uri: string): Promise<ReadResourceResult> {
  const [, slug = "", written = ""] = URI.exec(uri) ?? [];
  const path = decode(written);
  if (path === null) throw new DomainError("NOT_FOUND", "A text is addressed as skill://<name>/<path>.");
  return { contents: [{ uri, mimeType: mediaType(path), text: await skills.read(slug, path) }] };
}

const mediaType = (path: string) => (path.endsWith(".md") ? "text/markdown" : "text/plain");

function decode(written: string): string | null {
  try {
    return decodeURIComponent(written) || null;
  } catch {
    return null;
  }
}
