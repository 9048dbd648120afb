import { readFile } from "node:fs/promises";
import path from "node:path";

/** Where cases the project disagrees with are listed, each with its reason. */
const DISPUTED_FILE = path.join(import.meta.dirname, "..", "..", "docs", "conformance.md");

const CASE_ID = /^[A-Z]+(?:-[A-Z0-9]+)*-\d+$/;

/**
 * The disputed cases: rows `| id | reason |` below the heading "Disputed". A missing file means none.
 */
export async function loadDisputed(file: string = DISPUTED_FILE): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return new Map();
  }
  return parseDisputed(text);
}

export function parseDisputed(markdown: string): Map<string, string> {
  const disputed = new Map<string, string>();
  let inside = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("#")) inside = /disputed/i.test(line);
    const [id = "", reason = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim().replaceAll("`", ""));
    if (inside && CASE_ID.test(id)) disputed.set(id, reason);
  }
  return disputed;
}
