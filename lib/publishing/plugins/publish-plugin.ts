import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import type { PluginPackage } from "@/lib/package";
import type { PluginManifest } from "@/lib/skill-format";
import { decideUpload, SameVersionError } from "@/lib/publishing/decide-upload";
import { validatePlugin, type PluginValidation } from "@/lib/publishing/plugins/validate-plugin";
import { publishVersion } from "@/lib/publishing/publish-version";
import { assertNameOpen } from "@/lib/registry/find-or-make-skill";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { assertSetOpen, saveSet, type SavedSet } from "@/lib/registry/sets/save-set";

export interface PluginToPublish {
  actor: Actor;
  plugin: PluginPackage;
  /** Publishes one skill, and counts it for whoever publishes. */
  counted: (publish: () => ReturnType<typeof publishVersion>) => ReturnType<typeof publishVersion>;
}

export interface PublishedSkill {
  skillId: string;
  name: string;
  version: string;
  versionId: string;
  /** Null where the same bytes are there already. */
  vettingJobId: string | null;
}

/** What became of a plugin: each skill of it under its own name. */
export interface PublishedPlugin {
  manifest: PluginManifest;
  skills: PublishedSkill[];
  /** The bundle: each of these versions. */
  set: SavedSet;
}

const MAX_FINDINGS = 100;
const MAX_DESCRIPTION = 500;

/**
 * Publishes each skill of a plugin under its own name, and the plugin as a set of them. All are checked before one is published; a skill whose bytes are
 * a version of it already is left as it is, so that a plugin of which only some were published can be
 * sent again.
 *
 * Throws UPLOAD_FAILED with what is wrong with the manifest and with each skill, what `decideUpload` and `assertNameOpen` throw
 * for a price or a name, and what `publishVersion` throws: then those before it are published, and the message names them.
 */
export async function publishPlugin(
  { actor, plugin, counted }: PluginToPublish,
  clock: Clock = systemClock,
): Promise<PublishedPlugin> {
  const publisher = await getPublisher(actor.accountId);
  const checked = await validatePlugin(plugin);
  if (!checked.valid || checked.manifest === null) throw refused(checked);
  const set = setOf(checked.manifest);
  await assertSetOpen({ actor, ...set });
  for (const { validation } of checked.skills) {
    const { manifest } = validation.check;
    const { owner } = await decideUpload(database(), { manifest, publisher, keepsPrice: true });
    await assertNameOpen(database(), { slug: manifest.slug, owner, now: clock.now() });
  }
  const skills: PublishedSkill[] = [];
  for (const { folder, skillPackage } of checked.skills) {
    const request = { actor, package: skillPackage, source: "multipart", authorAgent: null } as const;
    try {
      const published = await counted(() => publishVersion(request));
      skills.push({ ...published, name: published.slug });
    } catch (error) {
      if (!(error instanceof SameVersionError)) throw stopped(error, folder, skills);
      const { id: versionId, ...same } = error.same;
      skills.push({ ...same, versionId, vettingJobId: null });
    }
  }
  const parts = skills.map(({ skillId, version }) => ({ skill: skillId, range: version }));
  const saved = await saveSet({ actor, ...set, parts }, clock);
  return { manifest: checked.manifest, skills, set: saved };
}

/**
 * What a set of this plugin is called and says. Names of sets have no periods; its versions are counted here, because the
 * manifest may name any text, or none.
 */
function setOf({ name, description = "" }: PluginManifest): { name: string; description: string } {
  const said = Array.from(description.trim());
  return {
    name: name.replaceAll(".", "-"),
    description:
      said.length === 0 ? `The skills of the plugin ${name}.` : said.slice(0, MAX_DESCRIPTION).join(""),
  };
}

function refused({ issues, skills }: PluginValidation): DomainError {
  const ofSkills = skills.flatMap(({ folder, validation }) =>
    validation.decision.status === "rejected"
      ? validation.reports.flatMap((report) =>
          report.blocking
            ? report.issues.map((issue) => ({ ...issue, path: `skills/${folder}/SKILL.md#${issue.path}` }))
            : [],
        )
      : [],
  );
  const errors = [...issues, ...ofSkills].filter(({ severity }) => severity === "error");
  const [first] = errors;
  const why = first ? `${first.path}: ${first.message}` : "a skill of it is not accepted";
  return new DomainError("UPLOAD_FAILED", `The plugin is not accepted: ${why}`, {
    details: { findings: errors.slice(0, MAX_FINDINGS) },
  });
}

/** What was published before stays: it is whole in itself, and is passed over when the plugin is sent again. */
function stopped(error: unknown, folder: string, before: readonly PublishedSkill[]): unknown {
  if (!isDomainError(error)) return error;
  const done = before.map(({ name, version }) => `${name} ${version}`).join(", ");
  const message = `skills/${folder}: ${error.message} ${done === "" ? "Nothing of the plugin was published." : `Published before it: ${done}. Send the plugin again: these are passed over.`}`;
  return new DomainError(error.code, message, { details: error.details, cause: error });
}
