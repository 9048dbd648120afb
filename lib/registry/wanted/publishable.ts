import { speaksForMarket } from "@/lib/registry/names/reserved-names";

/** Letters, digits, blanks and the signs of a plain question; no markup, no brackets that make links. */
const PLAIN = /^[\p{L}\p{M}\p{N} '’.,:;?!+#&%()/、。·・？！「」《》_-]+$/u;
/** A dot within a number or before the ending of a kind of file or technology; any other in a word makes an address. */
const DOT_IN_WORD =
  /(?<![\d\s])\.(?!(?:js|ts|py|md|csv|tsv|json|xml|ya?ml|pdf|txt|html|css|sql|docx?|xlsx?|pptx?|zip|sh|svg|png|jpe?g)(?![\p{L}\p{N}]))(?=[\p{L}\p{N}])/u;
/** Of telephones, cards, accounts. */
const LONG_NUMBER =
  /(?<![\p{L}\p{N}])\d(?:[ ()-]?\d){8,}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d{6,}(?![\p{L}\p{N}])/u;
const MARKS_IN_A_HEAP = /\p{M}{3}/u;
const LATIN = /\p{Script=Latin}/u;
/** Scripts that are written beside Latin letters within one word, as in "PDF로"; others have letters that look Latin. */
const NOT_BESIDE_LATIN =
  /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Whether others may ever be shown a question that a stranger has typed, as far as it can be told from its text. It is
 * held to what names of skills are held to: it does not speak for the market, and looks like nothing but what it is. Pure.
 */
export function isPublishable(question: string): boolean {
  return (
    PLAIN.test(question) &&
    !DOT_IN_WORD.test(question) &&
    !LONG_NUMBER.test(question) &&
    !MARKS_IN_A_HEAP.test(question.normalize("NFD")) &&
    !question.split(/\s+/u).some((word) => LATIN.test(word) && NOT_BESIDE_LATIN.test(word)) &&
    !speaksForMarket(question)
  );
}
