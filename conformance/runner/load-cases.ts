import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ConformanceCase } from "./conformance-case";

/** The cases that come with the project. */
export const CASES_DIRECTORY = path.join(import.meta.dirname, "..", "cases");

/** Reads every case below a directory, in the order of their ids. Throws when a file is no case. */
export async function loadCases(directory: string): Promise<ConformanceCase[]> {
  const names = await readdir(directory, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json") && path.basename(name) !== "index.json");
  const cases = await Promise.all(files.map((name) => loadCase(path.join(directory, name))));
  return cases.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function loadCase(file: string): Promise<ConformanceCase> {
  const value: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!isCase(value)) throw new Error(`${file} is not a conformance case`);
  return value;
}

function isCase(value: unknown): value is ConformanceCase {
  const candidate = value as Partial<ConformanceCase> | null;
  return (
    typeof candidate?.id === "string" &&
    typeof candidate.kind === "string" &&
    typeof candidate.input === "object" &&
    typeof candidate.expect === "object"
  );
}
