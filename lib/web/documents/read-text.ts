import fs from "node:fs";
import path from "node:path";

const kept = new Map<string, string | null>();

/**
 * A file of the project's `docs` folder, or null when there is none. Read once per process (each time in development).
 * `name` is one of our own names, never what a caller wrote.
 */
export function readText(...name: string[]): string | null {
  const file = path.join(docsFolder(), ...name);
  const known = kept.get(file);
  if (known !== undefined && process.env.NODE_ENV !== "development") return known;
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
  kept.set(file, text);
  return text;
}

/** The Markdown files of a folder below `docs`, without their ending, in order; none when there is no such folder. */
export function listTexts(folder: string): string[] {
  const directory = path.join(docsFolder(), folder);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.basename(name, ".md"))
    .sort();
}

const docsFolder = () => path.join(/* turbopackIgnore: true */ process.cwd(), "docs");
