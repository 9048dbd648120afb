import { proposeRoot } from "@/lib/package/propose-root";
import { GIT_ATTRIBUTES, isBelowByProduct } from "@/lib/package/by-products";

/** 5 MiB, as the market has it; more is not even read. */
const MAX_PACKAGE_BYTES = 5 * 1024 * 1024;

/** Whoever changes a clone and sends it back means the package. */
const ADDED_TO_CLONES = btoa(GIT_ATTRIBUTES.text);

/** A file of a chosen folder. */
export interface FolderFile {
  /** Begins with the name of the folder. */
  path: string;
  file: File;
}

type FolderReading =
  | { ok: true; json: string; name: string }
  | { ok: false; name: string; reason: "tooLarge" | "noSkillMd" };

/**
 * The files of a chosen folder as the JSON of an upload: paths below the folder, bytes in base64. What
 * tools leave behind is left out.
 */
export async function readFolder(files: readonly FolderFile[]): Promise<FolderReading> {
  const chosen = files
    .map(({ file, path }) => ({ file, path: path.split("/").slice(1).join("/") }))
    .filter(({ path }) => path !== "" && !isBelowByProduct(path));
  const root = files[0]?.path.split("/", 1)[0] ?? "";
  if (chosen.reduce((sum, { file }) => sum + file.size, 0) > MAX_PACKAGE_BYTES) {
    return { ok: false, name: root, reason: "tooLarge" };
  }
  if (!proposeRoot(chosen.map(({ path }) => path)).ok) return { ok: false, name: root, reason: "noSkillMd" };
  const entries = await Promise.all(
    chosen.map(async ({ file, path }) => [path, await base64Of(file)] as const),
  );
  const own = entries.filter(([path, base64]) => path !== GIT_ATTRIBUTES.path || base64 !== ADDED_TO_CLONES);
  const json = JSON.stringify({ folder: root, base64_files: Object.fromEntries(own) });
  return { ok: true, json, name: root };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}
