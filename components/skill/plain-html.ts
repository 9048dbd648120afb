interface Node {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  children?: Node[];
  title?: string | null;
  identifier?: string;
  label?: string | null;
  [member: string]: unknown;
}

/**
 * What a stranger's Markdown may not be, as what a reader can still use: HTML stays the text that was written, and
 * pictures become links to their files. Pictures of other sites, and those inside a link, leave their words. What a page would
 * hide and a model reads all the same stands where it was written: comments, definitions of links that nothing refers to, and
 * the titles of links. Works in place, on the tree of the Markdown.
 */
export function plainHtml() {
  return (tree: Node): void => {
    const referred = new Set<string>();
    collectReferences(tree, referred);
    replaceIn(tree, { inLink: false, referred });
  };
}

function collectReferences({ type, identifier, children }: Node, referred: Set<string>): void {
  if (type.endsWith("Reference") && identifier !== undefined) referred.add(identifier);
  for (const child of children ?? []) collectReferences(child, referred);
}

interface Place {
  readonly inLink: boolean;
  /** What links and pictures refer to. */
  readonly referred: ReadonlySet<string>;
}

function replaceIn(parent: Node, { inLink, referred }: Place): void {
  if (parent.children === undefined) return;
  const within = inLink || parent.type === "link" || parent.type === "linkReference";
  parent.children = parent.children.flatMap((node) => {
    if (node.type === "html") return htmlAsText(node.value ?? "", BLOCKS.has(parent.type));
    if (node.type === "definition") return definitionAsText(node, referred);
    if (node.type === "image" || node.type === "imageReference") return pictureAsLink(node, within);
    replaceIn(node, { inLink: within, referred });
    return node.type === "link" && node.title ? [node, { type: "text", value: ` "${node.title}"` }] : [node];
  });
}

/** What has paragraphs inside; all else has words. */
const BLOCKS: ReadonlySet<string> = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);

function htmlAsText(written: string, isBlock: boolean): Node[] {
  const comments = Array.from(written.matchAll(COMMENT), ([comment]) => asWritten(comment));
  if (comments.length > 0) {
    const rest = written.replaceAll(COMMENT, "").trim();
    const shown = isBlock ? [{ type: "paragraph", children: comments }] : comments;
    return rest === "" ? shown : [...shown, ...htmlAsText(rest, isBlock)];
  }
  const value = written.trim();
  if (value === "") return [];
  if (/^<br\s*\/?>$/i.test(value)) return isBlock ? [] : [{ type: "break" }];
  if (!isBlock) return [{ type: "text", value }];
  const lines = value
    .split("\n")
    .flatMap((line): Node[] => [{ type: "break" }, { type: "text", value: line }]);
  return [{ type: "paragraph", children: lines.slice(1) }];
}

const COMMENT = /<!--[^]*?(?:-->|$)/g;

const asWritten = (text: string): Node => ({ type: "inlineCode", value: text.replace(/\s+/g, " ") });

function definitionAsText(node: Node, referred: ReadonlySet<string>): Node[] {
  const { identifier = "", label, url = "", title } = node;
  if (referred.has(identifier) && !title) return [node];
  const words = asWritten(`[${label ?? identifier}]: ${url}${title ? ` "${title}"` : ""}`);
  return [node, { type: "paragraph", children: [words] }];
}

function pictureAsLink(picture: Node, inLink: boolean): Node[] {
  const { url = "", alt } = picture;
  const words = alt?.trim() || url.split(/[/\\?#]/).at(-1) || "";
  const text: Node[] = words === "" ? [] : [{ type: "text", value: words }];
  if (inLink || words === "" || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return text;
  const type = picture.type === "image" ? "link" : "linkReference";
  return [{ ...picture, type, children: text }];
}
