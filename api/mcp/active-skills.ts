import type { ListResourcesResult } from "@modelcontextprotocol/server";
import { mediaType } from "@/api/mcp/media-type";
import type { ActiveNames } from "@/lib/catalogue/core-tools/conversations/conversation";
import { type OfferedTool, offerTools } from "@/lib/catalogue/core-tools/offer-tools";
import {
  assertStillOffered,
  openSkill,
  type OpenSkill,
  readSkillText,
} from "@/lib/catalogue/core-tools/open-skill";
import { expandSets } from "@/lib/catalogue/sets/expand-sets";
import type { SetPartView } from "@/lib/catalogue/sets/get-set";
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
const MAX_HANDLES = 200;
const SLUG = /^[a-z0-9-]{1,64}$/;
/** A name, or the version of it that is meant: how a request without a session says what is active. */
const HANDLE = /^([a-z0-9-]{1,64})(?:@([\w.+-]{1,64}))?$/;

export interface Activation extends ActivationResult {
  /** Why an id that is known could not be activated. */
  failed: { id: string; error_code: string; error: string }[];
  /** Names asked for that skills had before, with the one each is active under. */
  renamed: { id: string; now: string }[];
}

/** Throws where the policy of whoever asks refuses a skill: POLICY_REFUSED. */
type AssertAllowed = (skill: OpenSkill) => Promise<void>;

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
  readonly #keep: ((names: ActiveNames) => Promise<void>) | null;
  readonly #assertAllowed: AssertAllowed;

  /**
   * `keep` is told what is active whenever that changes, before anybody hears of it. Without it nothing is remembered,
   * and what is not active is opened for whoever names it. `assertAllowed` throws for what the caller's policy refuses;
   * it is asked of each skill before it becomes active.
   */
  constructor(
    keep: ((names: ActiveNames) => Promise<void>) | null = null,
    assertAllowed: AssertAllowed = async () => {},
  ) {
    this.#keep = keep;
    this.#assertAllowed = assertAllowed;
  }

  /** The skills of a conversation as another process has left it: the same versions, in the same order. */
  static async restore(
    { active, renamed }: ActiveNames,
    keep: (names: ActiveNames) => Promise<void>,
    assertAllowed: AssertAllowed,
  ): Promise<ActiveSkills> {
    const opened = await Promise.all(active.map(([slug, version]) => reopen(slug, version)));
    const skills = await new ActiveSkills(keep, assertAllowed).#fill(
      renamed,
      opened.flatMap((skill) => (skill instanceof DomainError ? [] : [skill])),
    );
    for (const [i, skill] of opened.entries()) {
      if (skill instanceof DomainError) skills.#lost.set(active[i]?.[0] ?? "", skill);
    }
    return skills;
  }

  /** The same ones: what is activated of the copy is not active here. */
  copy(): Promise<ActiveSkills> {
    return new ActiveSkills(this.#keep, this.#assertAllowed).#fill(this.#renamed, this.skills);
  }

  async #fill(renamed: Iterable<[before: string, now: string]>, opened: readonly OpenSkill[]): Promise<this> {
    for (const [before, now] of renamed) this.#renamed.set(before, now);
    for (const skill of opened) this.#add(skill);
    if (this.#open.size > 0) await this.#session.activate([...this.#open.keys()]);
    this.#tools = offerTools(this.skills);
    return this;
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
      const [, name, version] = HANDLE.exec(id) ?? [];
      if (name !== undefined && !this.#open.has(name) && !this.#renamed.has(name))
        await this.#find({ id, name, version }, failed);
    }
    const unavailable = new Set(failed.map(({ id }) => id));
    const result = await this.#session.activate(Array.isArray(ids) ? ids.map(this.#present) : ids);
    this.#tools = offerTools(this.skills);
    if (result.activated.length > 0) await this.#keep?.(this.names);
    const renamed = [...new Set(wanted)].flatMap((id) => {
      const now = this.#renamed.get(HANDLE.exec(id)?.[1] ?? id);
      return now === undefined ? [] : [{ id, now }];
    });
    return { ...result, unknown: result.unknown.filter((id) => !unavailable.has(id)), failed, renamed };
  }

  /** A text of an active skill, by its name or one it had. Throws SKILL_NOT_FOUND and NOT_FOUND. */
  async read(name: string, path: string): Promise<string> {
    return readSkillText(await this.open(name), path);
  }

  /**
   * An active skill, by its name or one it had; without a session also one that is not. Throws SKILL_NOT_FOUND, and
   * POLICY_REFUSED for one that the caller's policy refuses.
   */
  async open(handle: string): Promise<OpenSkill> {
    const [, name = "", version] = HANDLE.exec(handle) ?? [];
    const skill = this.find(name) ?? this.find((SLUG.test(name) && (await findPresentName(name))) || "");
    const lost = this.#lost.get(name);
    if (lost) throw lost;
    if (skill && (version === undefined || version === skill.version)) return skill;
    if (this.#keep === null && name !== "") {
      const opened = await openSkill(name, version);
      await this.#assertAllowed(opened);
      return opened;
    }
    throw new DomainError("SKILL_NOT_FOUND", `"${handle.slice(0, 130)}" is not active. Activate it first.`);
  }

  /**
   * The skill of a handle in the version that is active, or else in the one it names, as far as it may be had. Throws
   * what `openSkill` and `assertStillOffered` throw.
   */
  async openHandle(handle: string): Promise<OpenSkill> {
    const [, name = "", version] = HANDLE.exec(handle) ?? [];
    const active = this.find(name);
    if (active === undefined) return openSkill(name, version);
    await assertStillOffered(active);
    return active;
  }

  /** The active skill of this name. */
  find(slug: string): OpenSkill | undefined {
    return this.skills.find((skill) => skill.slug === slug);
  }

  /** The name a skill is open under, of whatever a model sends. */
  readonly #present = (id: unknown): unknown => {
    if (typeof id !== "string") return id;
    const [, name = id] = HANDLE.exec(id) ?? [];
    return this.#renamed.get(name) ?? (this.#open.has(name) ? name : id);
  };

  #add(skill: OpenSkill): void {
    this.#open.set(skill.slug, skill);
    this.#session.install({ id: skill.slug, description: skill.description });
  }

  async #find(
    { id, name, version }: { id: string; name: string; version: string | undefined },
    failed: Activation["failed"],
  ): Promise<void> {
    const slug = await findPresentName(name);
    if (slug === null) return;
    if (slug !== name) this.#renamed.set(name, slug);
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
      const opened = await openSkill(slug, version);
      await this.#assertAllowed(opened);
      this.#add(opened);
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

/** What the address of the server names. */
export interface Pinned {
  /** Names of skills, each with its version or without. */
  handles: string[];
  /** Parts of the sets it names that are not given now. */
  leftOut: SetPartView[];
}

/**
 * The skills that the address of the server names (`/mcp?skills=a,b@1.2.0,set:c`): their tools are in the list from the start,
 * for clients that read it once, and for those without a session. Throws REQUEST_INVALID for what is no name, and for
 * more names than can be active.
 */
export async function pinnedSkills(url: string): Promise<Pinned> {
  const { names, leftOut } = await expandSets(new URL(url).searchParams.getAll("skills").join(","));
  return { handles: readHandles(names, "the address of the MCP server"), leftOut };
}

/** Names of skills, each with its version or without, between commas. Throws REQUEST_INVALID. */
export function readHandles(text: string, place: string): string[] {
  const ids = [...new Set(text.split(",", MAX_HANDLES).map((name) => name.trim()))].filter(
    (name) => name !== "",
  );
  if (ids.length > MAX_ACTIVE) {
    const message = `In ${place} are ${ids.length} skills; there may be ${MAX_ACTIVE}.`;
    throw new DomainError("REQUEST_INVALID", message);
  }
  const odd = ids.find((id) => !HANDLE.test(id));
  if (odd === undefined) return ids;
  const message = `"${odd.slice(0, 64)}" in ${place} is no name of a skill: NAME,NAME@VERSION.`;
  throw new DomainError("REQUEST_INVALID", message);
}

/** How requests without a session say what is active: names with versions, so that each means what it meant. */
export const handleOf = (skills: readonly OpenSkill[]): string =>
  skills.map(({ slug, version }) => `${slug}@${version}`).join(",");

/** How a file of a skill is addressed: `skill://<name>/<path>`. */
export const skillUri = (slug: string, path: string) =>
  `skill://${slug}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The texts of the active skills; none before one is activated. */
export function listSkillResources({ skills }: ActiveSkills): ListResourcesResult {
  const resources = skills.flatMap(({ slug, files }) =>
    files.map((path) => ({ uri: skillUri(slug, path), name: `${slug}/${path}`, mimeType: mediaType(path) })),
  );
  return { resources };
}
