import type { ExtraProps } from "react-markdown";

type Element = NonNullable<ExtraProps["node"]>;
type ElementContent = Element["children"][number];
/** Of the tree itself: a comment or a doctype may stand beside elements and texts. */
interface Root {
  children: readonly (ElementContent | { type: "doctype" })[];
}

const HEADING = /^h[1-6]$/;

interface Scope {
  /** Stands before each id, so that a stranger's heading cannot have the id of a part of the page. */
  prefix: string;
  /** Gets every id of the text. */
  known: Set<string>;
}

/**
 * Gives what a document is linked to an id, in place: each heading that of the words in `places` for it (its own words
 * where there are none), as code hosts do, and the first row of a table about one code that code. The words of a
 * heading become a link to it, so that its address can be copied.
 */
export function placeIds(places: readonly string[], scope?: Scope) {
  return () =>
    (tree: Root): void => {
      const { prefix, known } = scope ?? { prefix: "", known: new Set<string>() };
      const words = places.values();
      visit(tree.children, (element) => {
        const own = element.properties["id"];
        if (typeof own === "string") known.add(own);
        else if (HEADING.test(element.tagName)) {
          const id = unlike(prefix + slugOf(words.next().value ?? textOf(element.children)), known);
          element.properties["id"] = id;
          if (scope === undefined && !hasLink(element.children))
            element.children = [linkTo(id, element.children)];
        }
        const code = element.tagName === "tr" && scope === undefined ? codeOfRow(element) : null;
        if (code !== null && !known.has(code)) element.properties["id"] = code;
        if (code !== null) known.add(code);
      });
    };
}

/** The id of a heading: its letters and digits in small letters, blanks as hyphens. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

function unlike(slug: string, known: Set<string>): string {
  let id = slug;
  for (let n = 1; known.has(id); n += 1) id = `${slug}-${n}`;
  known.add(id);
  return id;
}

/** What the first cell of a row holds when that is a code and nothing else. */
function codeOfRow({ children }: Element): string | null {
  const cell = children.find(isElement);
  const [only, ...more] = cell?.tagName === "td" ? cell.children : [];
  return only !== undefined && more.length === 0 && isElement(only) && only.tagName === "code"
    ? textOf(only.children)
    : null;
}

function visit(nodes: readonly Root["children"][number][], each: (element: Element) => void): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    each(node);
    visit(node.children, each);
  }
}

const isElement = (node: Root["children"][number]): node is Element => node.type === "element";

const hasLink = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => isElement(node) && (node.tagName === "a" || hasLink(node.children)));

const linkTo = (id: string, children: ElementContent[]): Element => ({
  type: "element",
  tagName: "a",
  properties: { href: `#${id}` },
  children,
});

function textOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => (isElement(node) ? textOf(node.children) : node.type === "text" ? node.value : ""))
    .join("");
}
