import type { MarkdownNode } from "@/components/skill/markdown-node";

/** The tags that the Markdown of a skill may use, without attributes. All others stay the text that was written. */
const INLINE = ["kbd", "sub", "sup", "b", "strong", "i", "em"];
const BLOCK = ["details", "summary"];

const TAG = new RegExp(
  String.raw`<!--[^]*?(?:-->|$)|<(/?)(${[...BLOCK, ...INLINE].join("|")})(?: open(?:="")?)?\s*>`,
  "gi",
);
const HAS_INLINE_TAG = new RegExp(`<(?:${INLINE.join("|")})>`, "i");

/** Deeper ones are text: elements of elements cost stack. */
const MAX_DEPTH = 6;

interface Tag {
  name: string;
  closes: boolean;
  written: string;
}

interface Open {
  tag: Tag | null;
  children: MarkdownNode[];
}

/**
 * The children of one node, with what stands between a tag and its end in an element. `asText` says what a tag without its
 * other half becomes. Only names of the two lists ever become an element; nothing written in a tag reaches the page.
 */
export function pairTags(
  nodes: readonly MarkdownNode[],
  isBlock: boolean,
  asText: (written: string) => MarkdownNode[],
): MarkdownNode[] {
  const root: Open = { tag: null, children: [] };
  const open = [root];
  const top = () => open.at(-1) ?? root;
  const unwind = () => {
    const left = open.pop();
    if (left?.tag) top().children.push(...asText(left.tag.written), ...left.children);
  };
  for (const { node, tag } of nodes.flatMap((each) => split(each, isBlock))) {
    if (tag === undefined) {
      const isWords = !isBlock || top().tag?.name === "summary";
      top().children.push(isWords ? node : asBlock(node));
    } else if (!tag.closes && mayOpen(tag, open)) {
      open.push({ tag, children: [] });
    } else if (tag.closes && open.some((each) => each.tag?.name === tag.name)) {
      while (top().tag?.name !== tag.name) unwind();
      const { children } = open.pop() ?? root;
      top().children.push(element(tag.name, children));
    } else {
      top().children.push(...asText(tag.written));
    }
  }
  while (open.length > 1) unwind();
  return root.children;
}

function mayOpen({ name }: Tag, open: readonly Open[]): boolean {
  return open.length <= MAX_DEPTH && (name !== "summary" || open.at(-1)?.tag?.name === "details");
}

/** Details stand open: a model reads what they hold, so a reader must not have to ask for it. */
function element(name: string, children: MarkdownNode[]): MarkdownNode {
  const hProperties = name === "details" ? { open: true } : {};
  return { type: name, data: { hName: name, hProperties }, children };
}

type Part = { node: MarkdownNode; tag?: undefined } | { tag: Tag; node?: undefined };

function split(node: MarkdownNode, isBlock: boolean): Part[] {
  if (node.type !== "html" || node.value === undefined) return [{ node }];
  const html = node.value;
  const names = isBlock ? BLOCK : INLINE;
  const parts: Part[] = [];
  let at = 0;
  const addUpTo = (end: number) => {
    const value = html.slice(at, end);
    if (isBlock ? value.trim() !== "" : value !== "") parts.push({ node: { type: "html", value } });
  };
  for (const found of html.matchAll(TAG)) {
    const [written, slash, tag] = found;
    const name = tag?.toLowerCase() ?? "";
    if (!names.includes(name)) continue;
    addUpTo(found.index);
    parts.push({ tag: { name, closes: slash === "/", written } });
    at = found.index + written.length;
  }
  addUpTo(html.length);
  return parts;
}

/** Words between blocks; those with tags of their own are one paragraph. */
function asBlock(node: MarkdownNode): MarkdownNode {
  const isParagraph = node.type === "html" && HAS_INLINE_TAG.test(node.value ?? "");
  return isParagraph ? { type: "paragraph", children: [node] } : node;
}
