import fs from "node:fs";

/**
 * A file of `deploy/`, with what this run uses in place of the addresses, paths and secrets of the example. Longer
 * examples go first, and what was put in is not looked at again. Throws for an example that the file does not have: the
 * recipe and the run have grown apart.
 */
export function fillRecipe(file: string, examples: Readonly<Record<string, string>>): string {
  const recipe = fs.readFileSync(`deploy/${file}`, "utf8");
  const longestFirst = Object.keys(examples).toSorted((a, b) => b.length - a.length);
  const unused = new Set(longestFirst);
  const pattern = new RegExp(longestFirst.map(escape).join("|"), "g");
  const filled = recipe.replaceAll(pattern, (text) => {
    unused.delete(text);
    return examples[text] ?? "";
  });
  if (unused.size > 0) throw new Error(`deploy/${file} does not have: ${[...unused].join(" | ")}`);
  return filled;
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
