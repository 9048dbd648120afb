/** A cell of a Jupyter notebook: what it says, and where it stands in the file. */
export interface NotebookCell {
  readonly kind: "python" | "javascript" | "shell" | "markdown";
  readonly text: string;
  readonly start: number;
}

/** The cells of a notebook; none for what is no notebook. Lines of `!command` are cells of their own. */
export function readNotebook(text: string): NotebookCell[] {
  const cells: NotebookCell[] = [];
  let from = 0;
  let isLost = false;
  for (const cell of cellsOf(text)) {
    const source = sourceOf(cell);
    const first = JSON.stringify(source.split("\n", 1)[0] ?? "").slice(1, -1);
    const at: number = isLost ? -1 : text.indexOf(first, from);
    // A source that writes its letters otherwise is not looked for again and again.
    isLost = at === -1;
    const start = Math.max(from, at);
    from = start;
    if (cell.cell_type === "markdown") cells.push({ kind: "markdown", text: source, start });
    if (cell.cell_type === "code") cells.push(...splitCell(source, start));
  }
  return cells.filter((cell) => cell.text.trim() !== "");
}

function splitCell(source: string, start: number): NotebookCell[] {
  const magic = /^\s*%%(\w+)[^\n]*\n/.exec(source);
  const rest = source.slice(magic?.[0].length ?? 0);
  if (magic !== null && /^(?:bash|sh|script|system|cmd)$/.test(magic[1] ?? ""))
    return [{ kind: "shell", text: rest, start }];
  if (magic !== null && /^(?:javascript|js|html|svg)$/.test(magic[1] ?? ""))
    return [{ kind: "javascript", text: rest, start }];
  const commands = source.replace(/^(?!\s*(?:!|%(?:sx|system|pip|conda)\b)).*$/gm, "");
  const shell = commands.replace(/^\s*(?:\w+\s*=\s*)?(?:!+|%(?:sx|system)?\s?)/gm, "");
  const code = source.replace(/^\s*[!%].*$/gm, "");
  return [
    { kind: "python", text: code, start },
    { kind: "shell", text: shell, start },
  ];
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

function cellsOf(text: string): Cell[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || !("cells" in parsed)) return [];
    const { cells } = parsed;
    return Array.isArray(cells)
      ? cells.filter((cell): cell is Cell => typeof cell === "object" && cell !== null)
      : [];
  } catch {
    return [];
  }
}

function sourceOf({ source }: Cell): string {
  if (typeof source === "string") return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : "";
}
