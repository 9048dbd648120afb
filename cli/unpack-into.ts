import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { isExecutable, type SkillPackage } from "@/lib/package";

/**
 * Writes a package into a directory that is empty or not there, beside it and then renamed: it is there whole or
 * not at all. `makeWay` is called when all is written and only the renaming is left.
 */
export async function unpackInto(
  target: string,
  { files }: Pick<SkillPackage, "files">,
  makeWay: () => Promise<void> = () => removeEmpty(target),
): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(draft, { recursive: true });
    for (const file of files) {
      const { path: name, bytes } = file;
      const place = path.join(draft, ...name.split("/"));
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, bytes, { flag: "wx", mode: isExecutable(file) ? 0o755 : 0o644 });
    }
    await makeWay();
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const removeEmpty = (directory: string) =>
  rmdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
