const LABEL = /工具[ \t]*[：:]/;
const SEPARATORS = /[,，、;；\s]+/;

/** What a tool is called: a Python name, or one with hyphens. */
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/**
 * The tools a VibeLife description lists: after `工具：` anywhere in it, up to the end of the sentence or
 * line; a line that ends with a separator goes on. Full-width and half-width colons, and `,` `，` `、` between the
 * names, are understood (VibeLife §2.1).
 */
export function readToolList(description: string): string[] {
  const label = LABEL.exec(description);
  if (label === null) return [];
  const list: string[] = [];
  for (const line of description.slice(label.index + label[0].length).split("\n")) {
    const sentence = /^[^。]*?(?=。|\.(?:\s|$)|$)/.exec(line)?.[0] ?? line;
    list.push(...sentence.split(SEPARATORS).map((name) => name.replaceAll("`", "")));
    const goesOn = line.trim() === "" || /[,，、]\s*$/.test(line);
    if (!goesOn) break;
  }
  return list.filter((name) => TOOL_NAME.test(name));
}

/** True when a description says nothing before its tool list. */
export function startsWithToolList(description: string): boolean {
  return LABEL.exec(description)?.index === 0;
}
