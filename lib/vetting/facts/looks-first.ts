/** Stands in the commands of a document where its text says that what was fetched is read before it is run. */
export const LOOK_FIRST = "read it first";

/** A person who reads a file, in a shell: what is shown, opened in an editor, or held against a digest or a signature. */
const LOOKS =
  /^(?:less|more|cat|bat|batcat|view|head|vim?|nvim|nano|emacs|code|open|gedit|pygmentize|gpg2?|minisign|cosign|(?:sha\d+|b2|md5)sum|shasum)$/;

/** True for a command with which somebody looks at what it names. */
export const isLook = (name: string): boolean => LOOKS.test(name);

const WHAT = String.raw`(?:it|them|(?:the|that|this|its|what)\b[^.\n]{0,40}?\b(?:script|file|installer|contents?|source|code|downloaded)|[\w./-]{1,60}\.(?:sh|bash|py|js|ps1|rb|pl))\b`;
const ORDERS = new RegExp(
  String.raw`\b(?:read|review|inspect|examine|audit|check|look (?:at|through|over|into)|open|verify)(?: (?:through|over))? ${WHAT}(?! (?:works?|runs?|is (?:installed|there)))`,
  "i",
);
const ORDERS_ELSEWHERE = /(?:阅读|检查|审查|查看|核对|看一[看遍下])|(?:읽|검토|확인|살펴)/;
const DENIES =
  /\b(?:not|never|without|skip|needn['’]t|don['’]t|no need to)\b(?:\W+\w+){0,3}\W+(?:read|review|inspect|examin|audit|check|look|open|verify)/i;
const DENIES_ELSEWHERE = /不要|无需|不必|没必要|跳过|지\s?(?:마|말|않)|필요\s?(?:가\s?)?없/;
const MAX_TEXT = 2_000;

/** Whether a text tells its reader to look at what was fetched before it goes on. */
export function saysToLook(text: string): boolean {
  const near = text.slice(-MAX_TEXT);
  return (
    (ORDERS.test(near) || ORDERS_ELSEWHERE.test(near)) && !DENIES.test(near) && !DENIES_ELSEWHERE.test(near)
  );
}
