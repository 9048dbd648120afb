import { Deposit } from "@/checks/conformance/market/deposit";
import { makeSigner, type Signer } from "@/checks/conformance/market/signers";
import type { Actor } from "@/lib/identity/actor";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  uniqueName,
  type SkillParts,
} from "@/lib/testing/builders";

/** One kind of change that public reads show, as a use case of the market makes it. */
export interface Change {
  readonly name: string;
  readonly act: (world: World) => Promise<unknown>;
  /** No read of programs shows it; the page about the skill's security does. */
  readonly onPageOnly?: true;
}

/** A skill that changes, and the people around it. */
export class World {
  readonly firstName = uniqueName("read");
  readonly draftName = uniqueName("draft");
  readonly heldName = uniqueName("held");
  readonly deposit = new Deposit();
  name = this.firstName;
  skillId = "";
  versionId = "";
  version = "";
  /** What a later change ends or decides, by what it is. */
  readonly ids: Record<string, string> = {};
  #parts: SkillParts = {};
  #versions = 0;

  private constructor(
    public owner: Actor,
    readonly other: Actor,
    readonly administrator: Actor,
    readonly verifiers: readonly [Signer, Signer],
  ) {}

  static async begin(): Promise<World> {
    const somebody = async () => getActorOf((await makeAccount()).username);
    const verifiers = [await makeSigner({ enrolled: true }), await makeSigner({ enrolled: true })] as const;
    const world = new World(await somebody(), await somebody(), await makeAdministrator(), verifiers);
    await world.publish();
    return world;
  }

  /** Publishes a further version, which keeps what earlier ones have changed. */
  async publish(changes: SkillParts = {}): Promise<void> {
    const frontMatter = { ...this.#parts.frontMatter, ...changes.frontMatter };
    this.#parts = { ...this.#parts, ...changes, frontMatter };
    this.version = `${++this.#versions}.0.0`;
    const body = `# Upload ${this.#versions}\n`; // the same bytes again would be no new version
    const parts = { body, ...this.#parts, name: this.name, version: this.version };
    const { skillId, versionId } = await publishNow(buildSkillPackage(parts), this.owner);
    Object.assign(this, { skillId, versionId });
  }

  /** What stands of `name` for a later change. */
  idOf(name: string): string {
    const id = this.ids[name];
    if (id === undefined) throw new Error(`nothing has made ${name} before`);
    return id;
  }
}
