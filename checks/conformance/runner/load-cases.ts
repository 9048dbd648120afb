import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ConformanceCase } from "./conformance-case";
import type { Failure } from "./run-cases";

/** The cases that come with the project. */
export const CASES_DIRECTORY = path.join(import.meta.dirname, "..", "cases");

/**
 * Reads every case below a directory, in the order of their ids. A file that is no case is a fault of its own, under
 * the name of the file; it stops no other.
 */
export async function readCases(directory: string): Promise<{ cases: ConformanceCase[]; faults: Failure[] }> {
  const names = await readdir(directory, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json") && path.basename(name) !== "index.json");
  const cases: ConformanceCase[] = [];
  const faults: Failure[] = [];
  for (const name of files.sort()) {
    const read = await readCase(path.join(directory, name));
    if (typeof read === "string") faults.push({ id: path.basename(name, ".json"), reason: read });
    else cases.push(read);
  }
  return { cases: cases.sort((a, b) => (a.id < b.id ? -1 : 1)), faults };
}

/** The cases of a directory that holds nothing else. Throws when a file is no case. */
export async function loadCases(directory: string): Promise<ConformanceCase[]> {
  const { cases, faults } = await readCases(directory);
  const [fault] = faults;
  if (fault !== undefined) throw new Error(`${fault.id} ${fault.reason}`);
  return cases;
}

/** A case, or why the file is none. */
async function readCase(file: string): Promise<ConformanceCase | string> {
  try {
    const value: unknown = JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
    return isCase(value) ? value : "is not a conformance case: id, kind, input and expect are needed";
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isCase(value: unknown): value is ConformanceCase {
  const candidate = value as Partial<ConformanceCase> | null;
  return (
    typeof candidate?.id === "string" &&
    typeof candidate.kind === "string" &&
    isMapping(candidate.input) &&
    isMapping(candidate.expect)
  );
}

function isMapping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
