import type { Findings } from "./issues/issue";
import { type MapNode, quote, type ScalarNode, type YamlNode } from "./yaml/node";

/** Keys whose values are written for people, by the last word of the key: `when_to_use`, `shortDescription`. */
const PROSE =
  /(?:descriptions?|titles?|display[_-]?name|summar(?:y|ies)|when(?:[_-]?not)?[_-]?to[_-]?(?:use|call)|purpose|usage|overview|compatibility|changelog|instructions?|prompts?|notes?|hints?|headline|tagline|about|messages?|greetings?|labels?|questions?|triggers?|keywords?|tags|phrases?|use[_-]?cases?|examples?|steps?|rules?|features?)$/i;

/** A name is prose where it is none of a program: a title in any language. */
const NAME = /^name$/i;
const PROGRAM_NAME = /^[a-z0-9_][a-z0-9_-]+$/;

const SENTENCE_END = /[.!?…。！？]["')\]”’」』）]*$/;

/**
 * Warns of texts that YAML does not read whole: a sign at their front takes a word away, or a comment cuts them. An anchor
 * or a tag is told under every key, as none is written for nothing. Of comments: without quotes, a number sign behind a blank begins one, and ` #12` or `C # code`
 * is lost unseen. What is meant as a comment is left alone, as far as its form tells: two blanks stand before it, or the
 * text before it is a whole sentence, and a blank follows the sign. Looks at every depth, as formats nest differently.
 */
export function checkCutTexts(map: MapNode, findings: Findings): void {
  walk(map, { path: "", key: "" }, findings);
}

interface Place {
  path: string;
  /** The nearest key above. */
  key: string;
}

function walk(node: YamlNode, { path, key }: Place, findings: Findings): void {
  if (node.kind === "scalar") checkScalar(node, { path, key }, findings);
  else if (node.kind === "list") {
    node.items.forEach((item, index) => walk(item, { path: `${path}[${index}]`, key }, findings));
  } else {
    for (const [name, value] of node.entries) {
      walk(value, { path: path === "" ? name : `${path}.${name}`, key: name }, findings);
    }
  }
}

function checkScalar(node: ScalarNode, { path, key }: Place, findings: Findings): void {
  if (node.dropped !== undefined) {
    const meaning = node.dropped === "!" ? "a tag" : "an anchor, and no alias repeats it";
    const message = `loses ${quote(node.dropped)} at its front, which YAML takes for ${meaning}; put the whole text in quotes`;
    findings.warning("TEXT_CUT", path, message, node);
    return;
  }
  if (node.comment === undefined || !(PROSE.test(key) || NAME.test(key))) return;
  if (isComment(node.source, node.comment, path.endsWith("]") || NAME.test(key))) return;
  const lost = node.comment.trim();
  const message =
    node.source === ""
      ? `is empty: ${quote(lost)} is a comment, as it begins with #; put the text in quotes`
      : `ends at ${quote(node.source)}: ${quote(lost)} is a comment, as # follows a blank; put the whole text in quotes`;
  findings.warning("TEXT_CUT", path, message, node);
}

/** True for what was meant as a comment, by its form. `isWord`: the value may be a single word. */
function isComment(value: string, comment: string, isWord: boolean): boolean {
  const [, before = "", follows = ""] = /^(\s*)#+(.?)/.exec(comment) ?? [];
  // a hash tag, a channel, a number: nobody begins a comment so
  if (/[^\s!=-]/.test(follows)) return false;
  if (value === "" || before.length !== 1 || before === "\t") return true;
  return SENTENCE_END.test(value) || (isWord && PROGRAM_NAME.test(value));
}
