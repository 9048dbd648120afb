/**
 * An agent name as people write it: split at `-` and `_`, words capitalised, neighbouring numbers joined by
 * a dot. `claude-opus-4-7` gives `Claude Opus 4.7`.
 */
export function agentDisplayName(name: string): string {
  const words: string[] = [];
  let afterNumber = false;
  for (const part of name.split(/[-_]/)) {
    if (part === "") continue;
    const isNumber = /^\d+(\.\d+)*$/.test(part);
    if (isNumber && afterNumber) words.push(`${words.pop() ?? ""}.${part}`);
    else words.push(part.charAt(0).toUpperCase() + part.slice(1));
    afterNumber = isNumber;
  }
  return words.length === 0 ? name : words.join(" ");
}
