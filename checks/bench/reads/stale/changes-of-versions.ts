import { inTransaction } from "@/lib/db/transaction";
import { systemClock } from "@/lib/kernel/clock";
import { decideCaution } from "@/lib/moderation/held";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { yankVersion } from "@/lib/publishing/yank-version";
import { replaceReplays } from "@/lib/running/examples/replay-repository";
import { buildSkillPackage, publishNow, uniqueName, type SkillParts } from "@/lib/testing/builders";
import type { Change, World } from "./world";

const published = (name: string, parts: SkillParts | ((world: World) => SkillParts) = {}): Change => ({
  name,
  act: (world) => world.publish(typeof parts === "function" ? parts(world) : parts),
});
const priced = (lamports: number) => (world: World) => ({
  paid: { lamports, payee: world.owner.address ?? "" },
});
const text = (description: string) => ({
  type: "object",
  properties: { text: { type: "string", description } },
  required: ["text"],
});

/** The number of its version waits for an administrator. */
async function publishHeld(world: World): Promise<void> {
  const parts = { name: world.heldName, version: "1.0", frontMatter: { version: "1.0" } };
  const { versionId } = await publishNow(buildSkillPackage(parts), world.owner);
  await decideCaution({ actor: world.administrator, versionId, decision: "approve" });
}

async function rename(world: World): Promise<void> {
  const name = uniqueName("renamed");
  await askForName({ actor: world.owner, skill: world.name, name });
  world.name = name;
  await world.publish();
}

const replayed = (state: "proven" | "failing"): Change => ({
  name: `an example was replayed: ${state}`,
  act: ({ versionId }) => {
    const result = { state, matchRule: "exact", wallMs: 7, detail: null } as const;
    const replays = { results: [result], replayedAt: systemClock.now() };
    return inTransaction((db) => replaceReplays(db, versionId, replays));
  },
});

export const CHANGES_OF_VERSIONS: readonly Change[] = [
  published("a new version"),
  published("a description", { description: "Says again what it was told." }),
  published("a category", { frontMatter: { category: "data" } }),
  published("tags", { frontMatter: { tags: ["repeating", "words"] } }),
  published("capabilities", { frontMatter: { capabilities: ["data_analysis"] } }),
  published("a licence", { frontMatter: { license: "Apache-2.0" } }),
  published("permissions", {
    frontMatter: { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } },
  }),
  published("a schema", { frontMatter: { input_schema: text("What is to be said again") } }),
  published("examples", {
    frontMatter: { examples: [{ name: "bye", input: { text: "bye" }, output: { echo: "bye" } }] },
  }),
  published("files", { files: { "NOTES.md": "# Notes\n" } }),
  replayed("proven"),
  replayed("failing"),
  published("a price", priced(5_000)),
  published("another price", priced(7_000)),
  { name: "a doubtful version that is let in", act: publishHeld },
  { name: "a new name", act: rename },
  {
    name: "a version that is withdrawn",
    act: ({ owner: actor, name: skill, version }) =>
      yankVersion({ actor, skill, version, reason: "It is wrong." }),
  },
  // Else the skill were called as before, and nothing of what follows would be said of a version that is shown.
  published("a version after one that was withdrawn"),
];
