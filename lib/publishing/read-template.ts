import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const TEMPLATES = ["instructions", "script", "vibelife"] as const;
export const LANGUAGES = ["en", "zh", "ko"] as const;
export type Template = (typeof TEMPLATES)[number];
export type Language = (typeof LANGUAGES)[number];

/** Files of a template that read the same in every language. */
const ALL = "all";

/**
 * The files of a template in a language, by their paths in the skill, with the skill's name in its places. They lie
 * beside this module, in a checkout and in the package of the command alike; a bundler of pages names their folder.
 */
export function readTemplate(
  template: Template,
  language: Language,
  name: string,
  folder: string = path.join(import.meta.dirname, "templates"),
): Map<string, string> {
  const snake = name.replaceAll("-", "_");
  const files = new Map<string, string>();
  for (const part of [ALL, language]) {
    const root = path.join(folder, template, part);
    for (const file of listFiles(root)) {
      const text = readFileSync(path.join(root, file), "utf8");
      files.set(file.split(path.sep).join("/"), text.replaceAll("SNAKE", snake).replaceAll("NAME", name));
    }
  }
  return files;
}

function listFiles(root: string): string[] {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // nothing is the same in every language
    throw error;
  }
}
