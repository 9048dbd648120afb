import { describeAudit } from "@/lib/audits/describe-audit";
import { toAuditMarkJson } from "@/lib/audits/seals";
import type { PluginContent } from "@/lib/conversion/plugin";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { getPlugin, mapPluginDigests, type PluginArchive } from "@/lib/catalogue/plugins/get-plugin";
import { marketplaceOf, type Marketplace } from "@/lib/catalogue/plugins/list-marketplace";
import { assertGiven, type SetView } from "@/lib/catalogue/sets/get-set";
import { describeLeftOut } from "@/lib/registry/sets/describe-left-out";

/** Characters of a digest that tell one content of a version from another. */
const MARK = 12;

/**
 * What the plugin of a set holds now: the parts that are given. The others are left out, and it says so. The number behind
 * the version changes whenever a part does, because clients update when the version is another one. Throws
 * VERSION_NOT_AVAILABLE for a set that was withdrawn, and where no part is given.
 */
function pluginOfSet(set: SetView): PluginContent {
  assertGiven(set);
  const skills = set.parts.flatMap(({ given }) =>
    given ? [{ name: given.folder, packageDigest: given.packageDigest }] : [],
  );
  const mark = digestJson(skills).replace("sha256:", "").slice(0, MARK);
  const left = set.parts.filter(({ given }) => given === null).map(describeLeftOut);
  const description = [set.description, ...(left.length === 0 ? [] : [`Left out: ${left.join(", ")}.`])].join(
    " ",
  );
  return { name: set.name, version: `${set.version}+${mark}`, description, skills };
}

export const getSetPlugin = (set: SetView): Promise<PluginArchive> => getPlugin(pluginOfSet(set));

/** Where the plugin of a set is, with what it holds at the moment. */
export const setPluginPath = (name: string) => `/plugins/sets/${name}/plugin.zip`;

/** A marketplace of the one set. */
export async function marketplaceOfSet(set: SetView, market: string): Promise<Marketplace> {
  const content = pluginOfSet(set);
  // Its bytes are not read to say what their digest is.
  const digest = (await mapPluginDigests([content])).get(content.name) ?? (await getPlugin(content)).digest;
  const { name, owner } = set;
  const given = set.parts.filter((part) => part.given !== null).length;
  const weakest =
    set.weakest === null
      ? ""
      : `; the weakest of them, ${set.weakest.slug}, is ${describeAudit({ audit_state: set.weakest.auditState, audit: toAuditMarkJson(set.weakest.audit) })}`;
  const terms = `[${given} of ${set.parts.length} skills${weakest}${describePrices(set)}]`;
  return marketplaceOf({
    market,
    suffix: `set-${name}`,
    description: `The set ${name} of ${market} as one plugin.`,
    plugins: [
      {
        name,
        description: `${terms} ${content.description ?? ""}`,
        version: content.version,
        ...(owner === null
          ? {}
          : { author: { name: owner, url: `${market}/people/${encodeURIComponent(owner)}` } }),
        homepage: `${market}/sets/${name}`,
        source: {
          source: "archive",
          url: `${market}${setPluginPath(name)}`,
          sha256: digest.replace("sha256:", ""),
        },
      },
    ],
  });
}

/** How many of the skills that are given have a price, and what it buys. */
function describePrices({ parts }: SetView): string {
  const sentences = parts.flatMap(({ given }) => (given ? (priceSentence(given.row) ?? []) : []));
  const [buys] = sentences;
  return buys === undefined ? "" : `; a call here of ${sentences.length} of them costs money. ${buys}`;
}
