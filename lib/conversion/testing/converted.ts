import type { ConversionTarget } from "@/lib/skill-format";
import type { ConversionSource } from "../conversion-source";
import { convertSkill } from "../convert-skill";
import { hostileManifest, smallSource } from "./sources";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const SMALL = smallSource({}, { "references/guide.md": "# Guide\r\n", "data.bin": "\u0000\u0001" });

/** The small skill as hostile authors could have written it. */
export const hostileSources = hostileManifest.map((changes) => ({
  ...SMALL,
  version: "1.0",
  manifest: { ...SMALL.manifest, ...changes },
}));

/** How many of them a property is tried with: each is converted. */
export const RUNS = { numRuns: 40 };

/** The files of a conversion by path, as text; throws where one is not valid UTF-8. */
export function textsOf(source: ConversionSource, target: ConversionTarget): Map<string, string> {
  return new Map(convertSkill(source, target).files.map(({ path, bytes }) => [path, decoder.decode(bytes)]));
}
