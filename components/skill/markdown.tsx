import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { placeIds } from "@/components/docs/place-ids";
import { isRenderable } from "@/components/skill/files/is-renderable";
import { plainHtml } from "@/components/skill/plain-html";
import { CodeBlock } from "@/components/ui/code/code-block";
import { colouredCode } from "@/components/ui/code/coloured-code";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

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

/** Before the ids of a skill's text, as the cleaning writes it before those of footnotes. */
const PREFIX = "user-content-";

type LinkTo = (href: string | undefined) => Pick<ComponentProps<"a">, "href" | "rel">;

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
}

/**
 * A skill's Markdown, or that of a document, as elements. Called as a function inside `try`: the parser works while it
 * is called, and hostile nesting that still gets through must end in the fallback, not in a failed page.
 */
export function Markdown({ source, linkTo, fallback, places }: MarkdownProps): ReactNode {
  if (!isRenderable(source)) return fallback;
  const known = new Set<string>();
  const within: LinkTo = (href) => (href?.startsWith("#") ? placeLink(href, known) : linkTo(href));
  try {
    return ReactMarkdown({
      children: source,
      remarkPlugins: [remarkGfm, ...(places ? [] : [plainHtml])],
      remarkRehypeOptions: { clobberPrefix: "" }, // the cleaning writes its own
      rehypePlugins: [
        [rehypeSanitize, SCHEMA],
        places ? placeIds(places) : placeIds([], { prefix: PREFIX, known }),
      ],
      components: { ...(places ? {} : LOWERED), ...componentsWith(places ? linkTo : within) },
    });
  } catch {
    return fallback;
  }
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
