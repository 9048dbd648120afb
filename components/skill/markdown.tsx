import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { pairTags } from "@/components/skill/author-tags";
import type { MarkdownNode } from "@/components/skill/markdown-node";
import { placeIds } from "@/components/docs/place-ids";
import { CodeBlock } from "@/components/ui/code/code-block";
import { colouredCode } from "@/components/ui/code/coloured-code";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { pictureAddress, PICTURE_SIZE } from "@/lib/web/documents/picture-address";

/** The kinds of alerts that Markdown knows, as they are written behind `[!`. */
const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;

type AlertKind = (typeof ALERTS)[number];

const FIRST_LINE = new RegExp(String.raw`^\[!(${ALERTS.join("|")})\][ \t]*(?:\n|$)`, "i");

/** Marks the quote as an alert, and takes the line that says so out of it. Works in place; any other quote stays. */
function markAlert(quote: MarkdownNode): void {
  const [paragraph] = quote.children ?? [];
  const [first] = paragraph?.type === "paragraph" ? (paragraph.children ?? []) : [];
  const [line, kind] = FIRST_LINE.exec(first?.type === "text" ? (first.value ?? "") : "") ?? [];
  if (!paragraph?.children || !first || line === undefined || kind === undefined) return;
  if (!line.endsWith("\n") && paragraph.children.length > 1 && paragraph.children[1]?.type !== "break")
    return;
  first.value = first.value?.slice(line.length) ?? "";
  if (first.value === "") paragraph.children = paragraph.children.slice(line.endsWith("\n") ? 1 : 2);
  if (paragraph.children.length === 0) quote.children = quote.children?.slice(1) ?? [];
  quote.data = { hName: "blockquote", hProperties: { dataAlert: kind.toLowerCase() } };
}

function isAlertKind(value: unknown): value is AlertKind {
  return ALERTS.some((kind) => kind === value);
}

/**
 * No pictures (they would tell a stranger who reads this page), no form fields, no raw HTML, and links only by
 * http, https and mailto.
 */
const SCHEMA = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !["img", "picture", "source", "input"].includes(name),
  ),
  protocols: { href: ["http", "https", "mailto"] },
};

/** One of our own documents may also show our own pictures; what another picture says is left out with it. */
const SCHEMA_OF_DOCUMENTS = { ...SCHEMA, tagNames: [...SCHEMA.tagNames, "img"] };

/** A skill's text has tasks, which are shown as signs, and alerts. No HTML of its author gets here (`plainHtml`). */
const SCHEMA_OF_SKILLS = {
  ...SCHEMA,
  tagNames: [...SCHEMA.tagNames, "input"],
  attributes: {
    ...defaultSchema.attributes,
    blockquote: [
      ...(defaultSchema.attributes?.["blockquote"] ?? []),
      ["dataAlert", ...ALERTS] as [string, ...string[]],
    ],
  },
};

/** Before the ids of a skill's text, as the cleaning writes it before those of footnotes. */
const PREFIX = "user-content-";

type LinkTo = (href: string | undefined) => Pick<ComponentProps<"a">, "href" | "rel">;

/** What the page says about a skill's text: how its alerts are called, and whether a task is done. */
export interface MarkdownWords {
  alerts: Readonly<Record<AlertKind, string>>;
  done: string;
  open: string;
}

interface MarkdownProps {
  source: string;
  /** Where its links lead. */
  linkTo: LinkTo;
  /** Shown instead when the text cannot be rendered safely. */
  fallback: ReactNode;
  /**
   * Of one of our own documents, the words that name the place of each heading, in order. Its headings already stand
   * below the page's, and can be linked to.
   */
  places?: readonly string[];
  /** Of a skill's text; without them it has neither alerts nor tasks. */
  words?: MarkdownWords;
}

/**
 * A skill's Markdown, or that of a document, as elements. Called as a function inside `try`: the parser works while it
 * is called, and hostile nesting that still gets through must end in the fallback, not in a failed page.
 */
export function Markdown({ source, linkTo, fallback, places, words }: MarkdownProps): ReactNode {
  if (!isRenderable(source)) return fallback;
  const known = new Set<string>();
  const within: LinkTo = (href) => (href?.startsWith("#") ? placeLink(href, known) : linkTo(href));
  try {
    return ReactMarkdown({
      children: source,
      remarkPlugins: [remarkGfm, ...(places ? [] : [plainHtml])],
      remarkRehypeOptions: { clobberPrefix: "" }, // the cleaning writes its own
      rehypePlugins: [
        [rehypeSanitize, places ? SCHEMA_OF_DOCUMENTS : SCHEMA_OF_SKILLS],
        places ? placeIds(places) : placeIds([], { prefix: PREFIX, known }),
      ],
      components: {
        ...(places ? { img: picture } : LOWERED),
        ...(words ? componentsOfSkills(words) : { input: () => null }),
        ...componentsWith(places ? linkTo : within),
      },
    });
  } catch {
    return fallback;
  }
}

function picture({ src, alt = "" }: ComponentProps<"img">): ReactNode {
  const address = typeof src === "string" ? pictureAddress(src) : null;
  return address === null ? null : <img src={address} alt={alt} loading="lazy" {...PICTURE_SIZE} />;
}

/** A link within the text, to a heading or a footnote that is there; any other is no link. */
function placeLink(href: string, known: ReadonlySet<string>): ReturnType<LinkTo> {
  let place = href.slice(1);
  try {
    place = decodeURIComponent(place);
  } catch {
    // as it is written
  }
  const id = [place, PREFIX + place, PREFIX + place.toLowerCase()].find((each) => known.has(each));
  return id === undefined ? {} : { href: `#${encodeURIComponent(id)}` };
}

/** The page has its own h1, so headings go down one step. */
const LOWERED: Components = {
  h1: ({ id, children }) => <h2 id={id}>{children}</h2>,
  h2: ({ id, children }) => <h3 id={id}>{children}</h3>,
  h3: ({ id, children }) => <h4 id={id}>{children}</h4>,
  h4: ({ id, children }) => <h5 id={id}>{children}</h5>,
  h5: ({ id, children }) => <h6 id={id}>{children}</h6>,
};

function componentsOfSkills({ alerts, done, open }: MarkdownWords): Components {
  return {
    blockquote: ({ node, children }) => {
      const kind = node?.properties["dataAlert"];
      if (!isAlertKind(kind)) return <blockquote>{children}</blockquote>;
      return (
        <blockquote data-alert={kind}>
          <p>{alerts[kind]}</p>
          {children}
        </blockquote>
      );
    },
    input: ({ checked }) => (
      <span
        className="task"
        role="img"
        aria-label={checked === true ? done : open}
        data-done={checked === true}
      />
    ),
  };
}

function componentsWith(linkTo: LinkTo): Components {
  return {
    a: ({ href, id, children }) => (
      <SafeLink {...linkTo(href)} id={id}>
        {children}
      </SafeLink>
    ),
    table: ({ children }) => (
      <div className="table-box" {...SCROLLABLE}>
        <table>{children}</table>
      </div>
    ),
    pre: ({ node }) => {
      const code = node?.children[0];
      if (code?.type !== "element") return null;
      const text = textOf(code).replace(/\n$/, "");
      const language = languageOfClass(code.properties["className"]);
      return (
        <CodeBlock code={text} title={language ?? "text"}>
          {colouredCode(text, language)}
        </CodeBlock>
      );
    },
  };
}

function SafeLink({ href, rel, id, children }: ComponentProps<"a">) {
  return href === undefined ? (
    <span id={id}>{children}</span>
  ) : (
    <a href={href} rel={rel} id={id}>
      {children}
    </a>
  );
}

interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
}

function textOf(node: TextNode): string {
  return node.value ?? node.children?.map(textOf).join("") ?? "";
}

function languageOfClass(className: unknown): string | undefined {
  const names: unknown[] = Array.isArray(className) ? className : [];
  const name = names.find((entry) => typeof entry === "string" && entry.startsWith("language-"));
  return typeof name === "string" ? name.slice("language-".length) : undefined;
}

const MAX_CHARACTERS = 100_000;

const MAX_LINES = 4_000;

const MAX_NESTING = 64;

const MAX_TABLE_CELLS = 10_000;

/** Items of all lists: a list is read in time that grows with the square of them. */
const MAX_LIST_ITEMS = 2_000;

const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * How often what may begin something is allowed. The parser looks back from each of them, so its time
 * grows with their square: 50,000 brackets take 17 seconds, 2,000 take a tenth of one.
 */
const MAX_OF: Record<string, number> = {
  "[": 2_000,
  "<": 4_000,
  "`": 3_000,
  "*": 6_000,
  _: 6_000,
  "~": 3_000,
  "@": 1_000,
  "&": 2_000,
  // Addresses become links without any sign of Markdown.
  "www.": 1_000,
  "://": 1_000,
};

/**
 * True for Markdown that can be turned into elements within bounded time and depth. Everything else is shown as
 * source; no skill written to be read comes near these limits.
 */
export function isRenderable(markdown: string): boolean {
  if (markdown.length > MAX_CHARACTERS) return false;
  const lines = markdown.split("\n");
  const lower = markdown.toLowerCase();
  return (
    lines.length <= MAX_LINES &&
    Object.entries(MAX_OF).every(([sign, most]) => countOf(lower, sign) <= most) &&
    lines.filter((line) => LIST_ITEM.test(line)).length <= MAX_LIST_ITEMS &&
    lines.every((line) => depthOf(line) <= MAX_NESTING) &&
    tableCells(lines) <= MAX_TABLE_CELLS
  );
}

/** Upper bound of the block nesting a line can open: its quote and list markers, and its indentation by two. */
function depthOf(line: string): number {
  if (/^ {0,3}([-*_])(?:[ \t]*\1)+[ \t]*$/.test(line)) return 1;
  const start = line.slice(0, 4 * MAX_NESTING + 4);
  const markers = /^(?:[ \t]|[>*+-]|\d{1,9}[.)])*/.exec(start)?.[0] ?? "";
  const blocks = markers.match(/[>*+-]|\d[.)]/g)?.length ?? 0;
  const indent = /^[ \t]*/.exec(start)?.[0].replaceAll("\t", "    ").length ?? 0;
  return Math.max(blocks, indent / 4);
}

/** Upper bound of the cells of all tables: every row is filled up to the widest. */
function tableCells(lines: readonly string[]): number {
  const pipes = lines.map((line) => countOf(line, "|"));
  return pipes.filter((count) => count > 0).length * Math.max(0, ...pipes);
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/**
 * What a stranger's Markdown may not be, as what a reader can still use: HTML stays the text that was written, save a few
 * plain tags, and pictures become links to their files. Pictures of other sites, and those inside a link, leave their words.
 * What a page would hide and a model reads all the same stands where it was written: comments, definitions of links that
 * nothing refers to, and the titles of links. Works in place, on the tree of the Markdown.
 */
function plainHtml() {
  return (tree: MarkdownNode): void => {
    const referred = new Set<string>();
    collectReferences(tree, referred);
    replaceIn(tree, { inLink: false, referred });
  };
}

function collectReferences({ type, identifier, children }: MarkdownNode, referred: Set<string>): void {
  if (type.endsWith("Reference") && identifier !== undefined) referred.add(identifier);
  for (const child of children ?? []) collectReferences(child, referred);
}

interface Place {
  readonly inLink: boolean;
  /** What links and pictures refer to. */
  readonly referred: ReadonlySet<string>;
}

function replaceIn(parent: MarkdownNode, { inLink, referred }: Place): void {
  if (parent.children === undefined) return;
  const within = inLink || parent.type === "link" || parent.type === "linkReference";
  const isBlock = BLOCKS.has(parent.type);
  const paired = pairTags(parent.children, isBlock, (written) => htmlAsText(written, isBlock));
  parent.children = paired.flatMap((node) => {
    if (node.type === "blockquote") markAlert(node);
    if (node.type === "html") return htmlAsText(node.value ?? "", isBlock);
    if (node.type === "definition") return definitionAsText(node, referred);
    if (node.type === "image" || node.type === "imageReference") return pictureAsLink(node, within);
    replaceIn(node, { inLink: within, referred });
    return node.type === "link" && node.title ? [node, { type: "text", value: ` "${node.title}"` }] : [node];
  });
}

/** What has paragraphs inside; all else has words. */
const BLOCKS: ReadonlySet<string> = new Set([
  "root",
  "blockquote",
  "listItem",
  "footnoteDefinition",
  "details",
]);

function htmlAsText(written: string, isBlock: boolean): MarkdownNode[] {
  const comments = Array.from(written.matchAll(COMMENT), ([comment]) => asWritten(comment));
  if (comments.length > 0) {
    const rest = written.replaceAll(COMMENT, "").trim();
    const shown = isBlock ? [{ type: "paragraph", children: comments }] : comments;
    return rest === "" ? shown : [...shown, ...htmlAsText(rest, isBlock)];
  }
  const value = written.trim();
  if (value === "") return [];
  if (/^<br\s*\/?>$/i.test(value)) return isBlock ? [] : [{ type: "break" }];
  if (!isBlock) return [{ type: "text", value: written }];
  const lines = value
    .split("\n")
    .flatMap((line): MarkdownNode[] => [{ type: "break" }, { type: "text", value: line }]);
  return [{ type: "paragraph", children: lines.slice(1) }];
}

const COMMENT = /<!--[^]*?(?:-->|$)/g;

const asWritten = (text: string): MarkdownNode => ({ type: "inlineCode", value: text.replace(/\s+/g, " ") });

function definitionAsText(node: MarkdownNode, referred: ReadonlySet<string>): MarkdownNode[] {
  const { identifier = "", label, url = "", title } = node;
  if (referred.has(identifier) && !title) return [node];
  const words = asWritten(`[${label ?? identifier}]: ${url}${title ? ` "${title}"` : ""}`);
  return [node, { type: "paragraph", children: [words] }];
}

function pictureAsLink(picture: MarkdownNode, inLink: boolean): MarkdownNode[] {
  const { url = "", alt } = picture;
  const words = alt?.trim() || url.split(/[/\\?#]/).at(-1) || "";
  const text: MarkdownNode[] = words === "" ? [] : [{ type: "text", value: words }];
  if (inLink || words === "" || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return text;
  const type = picture.type === "image" ? "link" : "linkReference";
  return [{ ...picture, type, children: text }];
}
