/**
 * The tools of an `allowed-tools` text: split at commas and blanks outside parentheses, empty parts dropped
 * (docs/dialects/differences.md). `Bash(git add:*), Read` gives two tools.
 */
export function splitAllowedTools(value: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of value) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (current !== "") tools.push(current);
      current = "";
      continue;
    }
    if (character === "(") depth += 1;
    else if (character === ")" && depth > 0) depth -= 1;
    current += character;
  }
  if (current.trim() !== "") tools.push(current.trim());
  return tools;
}

/** True when the text separates its tools by commas, the form of Skill Metadata v1.0. */
export function hasToolCommas(value: string): boolean {
  return value.replace(/\([^()]*\)/g, "").includes(",");
}
