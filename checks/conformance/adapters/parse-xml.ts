export interface XmlElement {
  tag: string;
  children: XmlElement[];
  /** The element's own text, outer white space removed. */
  text: string;
}

const TOKEN = /<(\/?)([a-z_]+)>|([^<]+)|([^])/g;
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads XML without attributes. Throws where it is not well-formed, so that a text that breaks out is seen. */
export function parseXml(source: string): XmlElement {
  const top: XmlElement = { tag: "", children: [], text: "" };
  const open = [top];
  for (const [token, slash, tag = "", text] of source.matchAll(TOKEN)) {
    const current = open.at(-1) ?? top;
    if (text !== undefined) current.text += unescapeXml(text);
    else if (tag === "") throw new Error(`"${token}" may not stand here`);
    else if (slash === "") {
      const element = { tag, children: [], text: "" };
      current.children.push(element);
      open.push(element);
    } else if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes another element`);
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== "") {
    throw new Error("one root element is expected");
  }
  return trimmed(root);
}

function trimmed({ tag, children, text }: XmlElement): XmlElement {
  return { tag, children: children.map(trimmed), text: text.trim() };
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));|&/gi, (whole, decimal, hex, name: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(String(hex), 16));
    const character = NAMED[name];
    if (character === undefined) throw new Error(`"${whole}" is no reference`);
    return character;
  });
}
