/**
 * Cases on which the JavaScript port `skills-ref` differs from the reference implementation we follow, each with why.
 */
export const PORT_DEVIATIONS: Readonly<Record<string, string>> = {
  "AS-DESC-015": "the port turns a mapping into the text `[object Object]`; the reference wants a text",
  "AS-NAME-026":
    "the port reads full YAML, so `007` is the number 7; to the reference every scalar is a text",
  "AS-OPT-003": "the port reads full YAML; the reference refuses a list in brackets",
  "AS-PARSE-025": "the port replaces bytes that are no UTF-8; the reference cannot read the file",
  "AS-UP-006": "the port knows Latin, Cyrillic and CJK letters only; the reference takes Hangul too",
  "MD-OPT-006": "the port reads full YAML; the reference refuses a list in brackets",
};
