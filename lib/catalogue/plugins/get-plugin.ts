import { packPlugin, PLUGIN_LAYOUT, type PluginContent } from "@/lib/conversion/plugin";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { isKebabCase } from "@/lib/skill-format";
import { getMadePackage } from "@/lib/catalogue/downloads/made-package";
import {
  mapArchives,
  mapStoredPlugins,
  PLUGIN,
  type ConversionKey,
} from "@/lib/catalogue/downloads/repository";

export { PLUGIN } from "@/lib/catalogue/downloads/repository";

export interface PluginArchive {
  /** A ZIP archive with the manifests at its root and each skill in `skills/NAME/`. */
  bytes: Uint8Array;
  /** `sha256:<hex>` of these bytes: it stays, because the archive is stored under what it is made of. */
  digest: string;
}

/** Together, before they are packed; more is no plugin that anybody loads. */
const MAX_ARCHIVES_BYTES = 50 * 1024 * 1024;

/**
 * What the plugin of one version holds; null for a skill whose name no plugin can have (Agent Plugins 1.0.0, section
 * 5.5, and the clients' narrower rule).
 */
export function pluginOfVersion(version: {
  name: string;
  version: string;
  packageDigest: string;
}): PluginContent | null {
  const { name, packageDigest } = version;
  if (!isKebabCase(name)) return null;
  return { name, version: version.version, description: null, skills: [{ name, packageDigest }] };
}

/**
 * The plugin of these contents: the stored one, or made and stored now. Throws PACKAGE_CORRUPT for a package that is not
 * what was published, and CONTENT_TOO_LARGE where they are too large together.
 */
export async function getPlugin(content: PluginContent, clock: Clock = systemClock): Promise<PluginArchive> {
  const made = await getMadePackage(keyOf(content), () => pack(content), clock);
  if (!made) throw new Error("a plugin is made of whatever is in it");
  return { bytes: made.bytes, digest: made.archiveDigest };
}

/** The digests of plugins that are stored, by the name of the plugin. One query. */
export async function mapPluginDigests(contents: readonly PluginContent[]): Promise<Map<string, string>> {
  if (contents.length === 0) return new Map();
  const keys = contents.map((content) => ({ name: content.name, digest: digestJson(asJson(content)) }));
  const stored = await mapStoredPlugins(
    database(),
    keys.map(({ digest }) => digest),
    PLUGIN_LAYOUT,
  );
  return new Map(
    keys.flatMap(({ name, digest }) => {
      const archive = stored.get(digest);
      return archive === undefined ? [] : [[name, archive] as const];
    }),
  );
}

const keyOf = (content: PluginContent): ConversionKey => ({
  packageDigest: digestJson(asJson(content)),
  version: content.version,
  target: PLUGIN,
  converterVersion: PLUGIN_LAYOUT,
});

const asJson = ({ name, version, description, skills }: PluginContent) => ({
  name,
  version,
  description,
  skills: skills.map((skill) => ({ name: skill.name, packageDigest: skill.packageDigest })),
});

async function pack(content: PluginContent): Promise<Uint8Array> {
  const digests = content.skills.map(({ packageDigest }) => packageDigest);
  const stored = await mapArchives(database(), digests);
  const archives: Uint8Array[] = [];
  let bytes = 0;
  for (const { name, packageDigest } of content.skills) {
    const archiveDigest = stored.get(packageDigest);
    if (archiveDigest === undefined) throw corrupt(name);
    const archive = await blobStore().get(archiveDigest);
    bytes += archive.length;
    if (bytes > MAX_ARCHIVES_BYTES) throw tooLarge();
    archives.push(archive);
  }
  const packed = await packPlugin({ content, archives });
  if (packed.kind === "corrupt") throw corrupt(packed.name);
  return packed.bytes;
}

const corrupt = (name: string) =>
  new DomainError("PACKAGE_CORRUPT", `The stored package of "${name}" is not what was published.`);

const tooLarge = () =>
  new DomainError(
    "CONTENT_TOO_LARGE",
    `The skills have more than ${MAX_ARCHIVES_BYTES / 1024 / 1024} MiB together: install them one by one.`,
  );
