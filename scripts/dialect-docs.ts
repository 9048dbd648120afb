import fs from "node:fs/promises";
import path from "node:path";
import { formatPage } from "./dialect-docs/format-page";
import { renderAll } from "./dialect-docs/pages";

/** Where the pages are kept. */
const DIRECTORY = path.join(import.meta.dirname, "..", "docs", "dialects");

/** `npm run docs:dialects`: writes the pages of docs/dialects anew. */
await fs.mkdir(DIRECTORY, { recursive: true });
for (const [name, text] of renderAll()) {
  const file = path.join(DIRECTORY, name);
  await fs.writeFile(file, await formatPage(file, text));
}
