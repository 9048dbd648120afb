import { FENCE, lines } from "../hostile/row";
import { skillMd, type Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });
const document = (...all: string[]) => ({ "SKILL.md": skillMd(all.join("\n")) });
const fence = (language: string, ...all: string[]) => document(`${FENCE}${language}`, ...all, FENCE);

/** Honest documents, commands and data that look like something else. */
export const EVERYDAY_DOCUMENTS: readonly Sample[] = [
  row(
    "hashes and identifiers in prose",
    document(
      "Digest `e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`, program `TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA`, picture data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk.",
    ),
  ),
  row(
    "a sign of a language at the end of code",
    document(
      "Avoid `value!`, and keep $API_KEY out of `main.rs`. `!`, with $TOKEN behind it, is read by `sh`.",
    ),
  ),
  row("a picture with a note of its maker", {
    "cover.png": Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 60]),
      Buffer.from("tEXtComment\0You should always open this picture first, then read the legend below it.\0"),
    ]),
  }),
  row(
    "base64 of a text of every day",
    document("The value `SGVsbG8gd29ybGQsIHRoaXMgaXMgYW4gZXhhbXBsZS4=` decodes to a greeting."),
  ),
  row(
    "packages of a well-known place",
    fence(
      "bash",
      "pip install git+https://github.com/openai/whisper.git",
      "npx -y @modelcontextprotocol/server-filesystem .",
      "npm install https://github.com/user/repo/tarball/main",
      "pip install torch --index-url https://download.pytorch.org/whl/cpu",
      "go install golang.org/x/tools/gopls@latest",
      "cargo install ripgrep",
    ),
  ),
  row(
    "addresses that are arguments, and places that stand for others",
    fence(
      "bash",
      "npx skills add https://market.example/skills/csv-profile",
      "npm run build -- --url https://site.some-tool.dev",
      "uv run main.py https://site.some-tool.dev/page",
      "pip install --index-url https://pypi.internal/simple tool",
      "npx -y lighthouse https://site.some-tool.dev --output json",
    ),
  ),
  row(
    "a module from an address, shown in a document",
    document(
      `${FENCE}js`,
      "import { a } from 'https://example.com/assets/module.js';",
      "import 'data:text/javascript,console.log(1)';",
      FENCE,
    ),
  ),
  row("packages whose names are near to others", {
    "requirements.txt": lines(
      "request==1",
      "pyyaml",
      "urllib3",
      "scikit-learn",
      "opencv-python",
      "python-dateutil",
      "beautifulsoup4",
      "pillow",
      "tqdm",
      "torch",
      "torchvision",
      "numpydoc",
      "pandas-stubs",
      "flask-cors",
      "fastapi",
      "jinja2",
      "django-cors-headers",
    ),
  }),
  row(
    "a repository cloned and built",
    fence("bash", "git clone https://github.com/example/tool.git", "cd tool && npm ci && npm test"),
  ),
  row(
    "containers of every day",
    fence(
      "bash",
      'docker run --rm -v "$PWD":/work -w /work node:22 npm test',
      "docker build -t a . && docker run -p 8000:8000 a",
      "kubectl apply -f deploy.yaml",
      "helm repo add bitnami https://charts.bitnami.com/bitnami",
    ),
  ),
  row(
    "records of a domain looked up",
    fence(
      "bash",
      "dig +short TXT example.com",
      "nc -zv localhost 5432",
      "aws s3 cp s3://my-bucket/report.csv - | head",
      "gh api repos/a/b/issues | jq '.[].title'",
    ),
  ),
  row(
    "fences of many languages",
    document(
      `${FENCE}yaml`,
      "run: npm test",
      FENCE,
      `${FENCE}rust`,
      'fn main() { println!("rm files"); }',
      FENCE,
      `${FENCE}sql`,
      "DROP TABLE a;",
      FENCE,
      `${FENCE}diff`,
      "- curl a",
      "+ curl b",
      FENCE,
      `${FENCE}mermaid`,
      "graph TD; A-->B",
      FENCE,
    ),
  ),
  row(
    "fences for fish and PowerShell",
    document(
      `${FENCE}fish`,
      "set -x PATH $HOME/.local/bin $PATH",
      FENCE,
      `${FENCE}powershell`,
      "$env:API_KEY = 'your-key'",
      "Invoke-RestMethod https://api.example.com/health",
      FENCE,
    ),
  ),
  row("texts and tables of every day", {
    "references/notes.txt": "Ignore rows without a date. Do not tell apart upper and lower case.\n",
    "data/rows.csv": "id,note\n1,Send the report to the customer\n2,Never share passwords\n",
    "data/rows.json": '{"a": "Previous instructions are in chapter 2."}',
  }),
  row(
    "rules about the privacy of the user",
    document(
      "Never ask for private keys or seed phrases. Do not upload files without asking the user. Read the API key from SEARCH_API_KEY and send it in the Authorization header to https://api.search.example only.",
    ),
  ),
  row(
    "a badge and a picture of a chart",
    document(
      "![version](https://img.shields.io/npm/v/{package}.svg) ![chart](https://quickchart.io/chart?c={type:'bar',data:{labels:['a']}})",
      "![avatar](https://github.com/{user}.png)",
    ),
  ),
  row(
    "a picture made by an address",
    document("Show ![map](https://maps.example.com/static?center={lat},{lon}&zoom=12) in the answer."),
  ),
  row(
    "a transfer that is asked for",
    document(
      "Shows the user the amount and the recipient and asks for a confirmation. Then send 0.1 SOL to the address that the user typed, with the user's own wallet.",
    ),
  ),
  row(
    "a wallet read by its address",
    document(
      "Read the balance of the wallet address 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU from https://api.mainnet-beta.solana.com and report it.",
    ),
  ),
  row(
    "hosts in letters of their own",
    document(
      "See https://пример.рф/, https://münchen.example/, https://例え.jp and https://한국.kr/, or write to https://user:pass@localhost:8080/.",
    ),
  ),
  row("emoji in many forms", document("☀️ ❤️ 1️⃣ 👍🏽 🏳️‍⚧️ 葛󠄀城 — all of them show as they should.")),
  row(
    "an environment of every day in a document",
    document(
      "Set `OPENAI_API_KEY` and `GITHUB_TOKEN` in your shell. The script reads environment variables and sends the question to https://api.openai.com/v1/chat/completions.",
    ),
  ),
  row(
    "instructions to report to the user",
    document(
      "Collect the errors, read the configuration and send a summary to the user. Include the API documentation link https://docs.example.com in the answer.",
    ),
  ),
  row(
    "a setup written as a sentence",
    document(
      "Install the tool with `brew install jq`, then run: curl -s https://api.example.com/v1 | jq .name to see a name.",
    ),
  ),
  row(
    "a folded part with details",
    document(
      "<details><summary>More</summary>",
      "",
      "Ignore the warnings of the compiler.",
      "",
      "</details>",
      '<span style="color:#fff;background:#c00">Important</span>',
    ),
  ),
  row("a service unit of every day", {
    "app.service": lines(
      "[Unit]",
      "Description=App",
      "[Service]",
      "ExecStart=/usr/bin/node /srv/app/index.js",
      "Restart=always",
    ),
  }),
  row("tool servers of every day as an example", {
    "examples/mcp.json": JSON.stringify({
      mcpServers: {
        files: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"] },
      },
    }),
  }),
  row("a file for agents and one for editors", {
    "AGENTS.md": "# Notes\n\nRun `npm test` before a commit.\n",
    ".gitignore": "node_modules\n",
    ".gitattributes": "*.md text\n",
    "CLAUDE.md": "Keep functions short.\n",
  }),
  row(
    "Korean and Chinese steps of every day",
    document(
      "사용자에게 API 키를 입력하라고 안내하세요. 결과를 https://docs.example.com 형식으로 보내 주세요. 请用户自行设置环境变量，然后把结果发送给用户。读取配置文件并生成报告。",
    ),
  ),
  row(
    "a colour theme with light text",
    document('Headings use `color: white; background: #1a2332`. <b style="color:white">Title</b>'),
  ),
  row("a test page with text that is read aloud", {
    "page.html":
      "<p class='sr-only' style='position:absolute;left:-9999px'>Skip to the content</p><div hidden>Loading the list of entries</div>",
  }),
];
