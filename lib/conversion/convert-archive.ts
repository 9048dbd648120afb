import { offThread } from "@/lib/kernel/threads/off-thread";
import { readAcceptedArchive } from "@/lib/package";
import { checkSkill, type ConversionTarget } from "@/lib/skill-format";
import { convertSkill, findConversionObstacle, writeConvertedArchive } from "./convert-skill";

interface ArchiveConversion {
  bytes: Uint8Array;
  slug: string;
  version: string;
  packageDigest: string;
  target: ConversionTarget;
}

export type ArchiveConverted =
  | { kind: "converted"; bytes: Uint8Array }
  /** The archive is not the package it is stored as. */
  | { kind: "corrupt" }
  /** Its file reads differently without the dialects its upload asked for, or has an obstacle. */
  | { kind: "not_converted" };

/** The converted archive of a stored one, made in a thread. */
export const convertArchive = offThread(
  "convert-archive",
  async ({ bytes, slug, version, packageDigest, target }: ArchiveConversion): Promise<ArchiveConverted> => {
    const archive = readAcceptedArchive(bytes);
    if (!archive.ok || archive.package.digest !== packageDigest) return { kind: "corrupt" };
    const { files } = archive.package;
    const { manifest } = checkSkill({ files: new Map(files.map((file) => [file.path, file.bytes])) });
    const source = { manifest, files, version, packageDigest };
    if (manifest.slug !== slug || findConversionObstacle(source, target) !== null)
      return { kind: "not_converted" };
    return { kind: "converted", bytes: await writeConvertedArchive(convertSkill(source, target)) };
  },
);
