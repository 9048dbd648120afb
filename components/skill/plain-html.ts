interface Node {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  children?: Node[];
  [member: string]: unknown;
}

/**
 * What a stranger's Markdown may not be, as what a reader can still use: HTML stays the text that was written, and
 * pictures become links to their files. Pictures of other sites, and those inside a link, leave their words; comments
 * leave nothing. Works in place, on the tree of the Markdown.
 */
export function plainHtml() {
  return (tree: Node): void => replaceIn(tree, false);
}

function replaceIn(parent: Node, inLink: boolean): void {
  if (parent.children === undefined) return;
  const within = inLink || parent.type === "link" || parent.type === "linkReference";
  parent.children = parent.children.flatMap((node) => {
    if (node.type === "html") return htmlAsText(node.value ?? "", BLOCKS.has(parent.type));
    if (node.type === "image" || node.type === "imageReference") return pictureAsLink(node, within);
    replaceIn(node, within);
    return [node];
  });
}

/** What has paragraphs inside; all else has words. */
const BLOCKS: ReadonlySet<string> = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);

function htmlAsText(written: string, isBlock: boolean): Node[] {
  const value = written.replaceAll(/<!--[^]*?(?:-->|$)/g, "").trim();
  if (value === "") return [];
  if (/^<br\s*\/?>$/i.test(value)) return isBlock ? [] : [{ type: "break" }];
  if (!isBlock) return [{ type: "text", value }];
  const lines = value
    .split("\n")
    .flatMap((line): Node[] => [{ type: "break" }, { type: "text", value: line }]);
  return [{ type: "paragraph", children: lines.slice(1) }];
}

function pictureAsLink(picture: Node, inLink: boolean): Node[] {
  const { url = "", alt } = picture;
  const words = alt?.trim() || url.split(/[/\\?#]/).at(-1) || "";
  const text: Node[] = words === "" ? [] : [{ type: "text", value: words }];
  if (inLink || words === "" || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return text;
  const type = picture.type === "image" ? "link" : "linkReference";
  return [{ ...picture, type, children: text }];
}
