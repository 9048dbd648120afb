import type { PackageFile } from "@/lib/package";
import { concealed, shown, type OpenedDocument } from "./opened-document";

const MARKS = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/gi;
/** Groups that hold tables, pictures and settings instead of text. */
const NO_TEXT =
  /^(?:fonttbl|colortbl|stylesheet|listtable|listoverridetable|rsidtbl|themedata|datastore|pict|object|generator)$/;

const DEED = /^(?:objupdate|objautlink|objlink)$/;

/** More is no text that anybody wrote; what is beyond is reported. */
const MAX_TEXT = 4 * 1024 * 1024;
/** Deeper groups are read as one. */
const MAX_DEPTH = 10_000;

/** Rich Text Format: its text without the marks; what is marked as hidden comes as comments. */
export function readRichText({ path, bytes }: PackageFile): OpenedDocument {
  const out: string[] = [];
  const hidden: string[] = [];
  const stack: { skips: boolean; hides: boolean }[] = [];
  let tooDeep = 0;
  let state = { skips: false, hides: false };
  let acts = "";
  let said = 0;
  const write = (text: string) => {
    said += text.length;
    out.push(text);
  };
  const say = (text: string) => {
    if (state.skips || text === "") return;
    if (state.hides) hidden.push(text);
    else {
      flush();
      write(shown(text));
    }
  };
  const flush = () => {
    if (hidden.length > 0) write(concealed(hidden.splice(0).join("")));
  };
  const source = Buffer.from(bytes).toString("latin1");
  for (const { 1: word, 2: value, 3: code, 4: sign, 5: brace, 6: text, index } of source.matchAll(MARKS)) {
    if (said > MAX_TEXT) {
      acts = lastDeed(source, index) ?? acts;
      break;
    }
    if (brace === "{") {
      if (stack.length < MAX_DEPTH) stack.push(state);
      else tooDeep += 1;
    } else if (brace === "}") {
      if (tooDeep > 0) tooDeep -= 1;
      else state = stack.pop() ?? state;
    } else if (word !== undefined) {
      if (NO_TEXT.test(word)) state = { ...state, skips: true };
      else if (word === "v") state = { ...state, hides: value !== "0" };
      else if (word === "u") say(String.fromCharCode(((Number(value) % 65_536) + 65_536) % 65_536));
      else if (/^(?:par|line|cell|row|page)$/.test(word)) say("\n");
      else if (word === "tab") say(" ");
      if (DEED.test(word)) acts = word;
    } else if (code !== undefined) say(String.fromCharCode(parseInt(code, 16)));
    else if (sign !== undefined) say(/[\\~_-]/.test(sign) ? sign.replace("~", " ") : "");
    else if (text !== undefined) say(text.replace(/[\r\n]+/g, ""));
  }
  flush();
  const deeds =
    acts === ""
      ? []
      : [{ grave: true, message: "The document fetches a part of itself from elsewhere.", evidence: acts }];
  const text = out.join("");
  const unread =
    text.length > MAX_TEXT
      ? [{ grave: true, message: "The document is too long and was not read to its end." }]
      : [];
  const parts = [{ path: `${path}!/text`, bytes: Buffer.from(text.slice(0, MAX_TEXT)) }];
  return { path, parts, deeds, unread };
}

/** Of a document whose text is read as far as it will be, the last word from `from` on that makes it act. */
function lastDeed(source: string, from: number): string | undefined {
  const words = /\\(?:([a-z]{1,32})|[^a-z])/gi;
  words.lastIndex = from;
  let deed: string | undefined;
  for (let match = words.exec(source); match !== null; match = words.exec(source)) {
    if (match[1] !== undefined && DEED.test(match[1])) deed = match[1];
  }
  return deed;
}
