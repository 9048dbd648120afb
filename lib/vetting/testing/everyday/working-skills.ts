import { FENCE, lines } from "../hostile/row";
import { skillMd, type Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });
const document = (...all: string[]) => ({ "SKILL.md": skillMd(all.join("\n")) });
const bash = (...all: string[]) => document(`${FENCE}bash`, ...all, FENCE);

/** Honest skills that work with keys, servers, schedules and other agents' files. */
export const EVERYDAY_SKILLS: readonly Sample[] = [
  row("a deployment with a token from the environment", {
    "deploy.sh": lines(
      "#!/usr/bin/env bash",
      "set -euo pipefail",
      ': "${VERCEL_TOKEN:?set VERCEL_TOKEN}"',
      'npx vercel deploy --prod --token "$VERCEL_TOKEN"',
    ),
  }),
  row("a deployment over SSH", {
    "deploy.sh": lines(
      "#!/bin/sh",
      "set -e",
      'rsync -az --delete dist/ "$DEPLOY_USER@$DEPLOY_HOST:/srv/app/"',
      'ssh "$DEPLOY_USER@$DEPLOY_HOST" systemctl restart app',
    ),
  }),
  row("a release to a registry with a token", {
    "release.sh": lines(
      "#!/bin/sh",
      'npm config set "//$REGISTRY_HOST/:_authToken" "$NPM_TOKEN"',
      "npm publish --access public",
    ),
  }),
  row("a script that cleans up", {
    "clean.sh": lines(
      "#!/bin/sh",
      "rm -rf node_modules dist .cache",
      "find . -name '*.pyc' -delete",
      'rm -rf "${TMPDIR:-/tmp}/my-skill-$$"',
    ),
  }),
  row(
    "a script that prunes containers",
    bash("docker system prune -f", "docker volume ls -qf dangling=true"),
  ),
  row("a workflow that tests", {
    "templates/ci.yml": lines(
      "on: [push, pull_request]",
      "jobs:",
      "  test:",
      "    runs-on: ubuntu-latest",
      "    steps:",
      "      - uses: actions/checkout@v4",
      "      - uses: actions/setup-node@v4",
      "        with: { node-version: 20 }",
      "      - run: npm ci",
      "      - run: npm test",
      "        env:",
      "          API_KEY: ${{ secrets.API_KEY }}",
    ),
  }),
  row("a workflow that releases", {
    "templates/release.yml": lines(
      "on: { push: { tags: ['v*'] } }",
      "jobs:",
      "  release:",
      "    runs-on: ubuntu-latest",
      "    steps:",
      "      - run: npm publish",
      "        env:",
      "          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}",
    ),
  }),
  row("a page that is scraped", {
    "scrape.py": lines(
      "import requests",
      "from bs4 import BeautifulSoup",
      "",
      "def titles(url):",
      "    page = requests.get(url, timeout=20, headers={'User-Agent': 'titles/1.0'})",
      "    return [h.get_text(strip=True) for h in BeautifulSoup(page.text, 'html.parser').find_all('h2')]",
    ),
  }),
  row("a browser that fills in a form", {
    "login.mjs": lines(
      "import { chromium } from 'playwright';",
      "const page = await (await chromium.launch()).newPage();",
      "await page.goto('https://app.example.com/login');",
      "await page.fill('#password', process.env.APP_PASSWORD);",
      "await page.click('text=Sign in');",
    ),
  }),
  row("a helper of the clipboard", {
    "main.py": lines("import pyperclip", "text = pyperclip.paste()", "pyperclip.copy(text.strip().upper())"),
  }),
  row(
    "a note about the agent's own files",
    document(
      "If the user asks to keep a preference, ask where, then add it to the project's CLAUDE.md. Show the change first.",
    ),
  ),
  row(
    "a skill that writes AGENTS.md for a project",
    document(
      "Read the repository, then write an `AGENTS.md` with build, test and style commands. Keep it under 60 lines.",
    ),
  ),
  row(
    "a skill that makes rules for an editor",
    document(
      "Generate rules for Cursor from the style guide. Show them to the user and write `.cursor/rules/style.mdc` after a yes.",
    ),
  ),
  row(
    "optional settings for the person",
    document("Optional: add this to your `~/.claude/CLAUDE.md` to use the skill in every project."),
  ),
  row(
    "a configuration of a server of tools",
    document(
      "Add the server to your client:",
      "",
      `${FENCE}json`,
      '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."]}}}',
      FENCE,
    ),
  ),
  row("a tool with a long description", {
    "server.py": lines(
      "from mcp.server.fastmcp import FastMCP",
      "",
      "mcp = FastMCP('notes')",
      "",
      "@mcp.tool()",
      "def add_note(title: str, body: str) -> str:",
      '    """Adds a note.',
      "",
      "    Pass the title and the body as plain text. The user sees the note at once. Ask the user before you",
      "    replace a note of the same title.",
      '    """',
      "    return title",
    ),
  }),
  row("a connection to a database by variable", {
    "query.py": lines(
      "import os, psycopg2",
      "conn = psycopg2.connect(os.environ['DATABASE_URL'])",
      "cur = conn.cursor()",
      "cur.execute('select 1')",
    ),
  }),
  row("settings read from .env for a call", {
    "main.py": lines(
      "from dotenv import load_dotenv",
      "import os, requests",
      "load_dotenv()",
      "requests.get('https://api.github.com/user', headers={'Authorization': f\"Bearer {os.environ['GITHUB_TOKEN']}\"})",
    ),
  }),
  row("a template of .env", {
    ".env.example": "API_KEY=your-key-here\nDATABASE_URL=postgres://user:password@localhost:5432/app\n",
  }),
  row(
    "schedules explained",
    document(
      "Explain cron lines. Example: `*/5 * * * *` runs each five minutes. To list the user's own: `crontab -l`.",
    ),
  ),
  row(
    "a service described",
    document(
      "To keep it running, the user may write a unit for systemd and enable it themselves; see `man systemd.service`.",
    ),
  ),
  row("dates that start nothing", {
    "main.py": lines(
      "import datetime",
      "",
      "if datetime.date.today() > datetime.date(2027, 1, 1):",
      "    print('The rates of 2026 are old; look for new ones.')",
    ),
  }),
  row("names asked of a name server", {
    "main.py": lines(
      "import dns.resolver",
      "for answer in dns.resolver.resolve('example.com', 'MX'):",
      "    print(answer.exchange)",
    ),
  }),
  row("Go that reads a file and asks a server", {
    "main.go": lines(
      "package main",
      'import ("fmt"; "net/http"; "os")',
      "func main() {",
      "  b, _ := os.ReadFile(os.Args[1])",
      '  r, _ := http.Get("https://api.example.com/v1/rates")',
      "  fmt.Println(len(b), r.Status)",
      "}",
    ),
  }),
  row("Ruby that writes a report", {
    "run.rb": lines("require 'json'", "File.write('report.json', JSON.pretty_generate(ARGV))"),
  }),
  row("PowerShell that lists and writes", {
    "run.ps1": lines(
      "Get-ChildItem -Recurse -Filter *.log | Sort-Object Length | Select-Object -First 10 | Out-File report.txt",
    ),
  }),
  row("attributes and ignored files of git", {
    ".gitattributes":
      "*.png binary\n*.md text eol=lf diff=markdown\n*.psd filter=lfs diff=lfs merge=lfs -text\n",
    ".gitignore": "node_modules\n.env\n",
  }),
  row("dependencies in every honest form", {
    "package.json": JSON.stringify({
      dependencies: {
        zod: "^4.0.0",
        "my-fork": "somebody/my-fork#v1",
        react: "npm:@preact/compat@17",
        internal: "workspace:*",
        local: "file:../local",
      },
    }),
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "node_modules/zod": { version: "4.0.0", resolved: "https://npm.jsr.io/zod/-/zod-4.0.0.tgz" },
      },
    }),
  }),
  row("requirements with known indexes", {
    "requirements.txt":
      "torch==2.4.0\n--extra-index-url https://download.pytorch.org/whl/cu121\npython-dateutil>=2.9\npython-docx\n",
  }),
];
