import type { CodeLanguage } from "./code/tokens";
import { looksLikeCommand } from "./embedded/embedded-commands";

const CODE = new Map<string, CodeLanguage>([
  ["python", "python"],
  ["py", "python"],
  ["python3", "python"],
  ["pycon", "python"],
  ["ipython", "python"],
  ["javascript", "javascript"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["node", "javascript"],
  ["typescript", "javascript"],
  ["ts", "javascript"],
  ["tsx", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
]);
const SHELL =
  /^(?:|(?:ba|z|da|k|a|fi)?sh|shell\w*|console|terminal|(?:ba|z)?sh-session|shell-session|text|txt|plain|plaintext|cmd-session)$/;
const LINES =
  /^(?:ruby|rb|perl|pl|php|lua|r|julia|applescript|powershell|pwsh|ps1|ps|bat|batch|cmd|dosbatch|vbs|vbscript|go|golang|rust|rs|swift|kotlin|java|scala|groovy|csharp|cs|elixir|tcl|awk|c|cpp)$/;
/** Languages of data, looks and queries, whose words are no commands. */
const NO_PROGRAM =
  /^(?:ya?ml|jsonc?|json5|toml|ini|xml|html?|svg|css|scss|less|sql|graphql|diff|patch|mermaid|dot|plantuml|math|latex|tex|bibtex|csv|tsv|markdown|mdx?|http|proto\w*|regex|ebnf|abnf|solidity|sol|vue|svelte|jinja2?|hcl|terraform|tf|prisma|nginx|haskell|hs|ocaml|clojure|lisp|scheme|matlab|verilog|vhdl|asm|wasm|objective-?c|dart|zig|nim)$/;

/**
 * How a fence is read, by the first word behind its marks; null for what holds no program. Words that nobody knows hide
 * no commands.
 */
export function fenceLanguage(word: string, content: string): CodeLanguage | "shell" | "lines" | null {
  const language = word.replace(/^[.{]+|[{},:].*$/g, "");
  const code = CODE.get(language);
  if (code !== undefined) return code;
  if (SHELL.test(language)) return "shell";
  if (LINES.test(language)) return "lines";
  return !NO_PROGRAM.test(language) && looksLikeCommand(content) ? "shell" : null;
}
