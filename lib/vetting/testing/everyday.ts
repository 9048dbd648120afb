import { FENCE } from "./hostile/row";
import { skillMd, type Sample } from "./sample";

const lines = (...all: string[]) => `${all.join("\n")}\n`;
const row = (title: string, files: Sample["files"]): Sample => ({ title, files });
const document = (...all: string[]) => ({ "SKILL.md": skillMd(all.join("\n")) });
const fence = (language: string, ...all: string[]) => document(`${FENCE}${language}`, ...all, FENCE);

/** What honest skills carry in other languages, build files, pages and data: nothing may be found in any. */
export const EVERYDAY: readonly Sample[] = [
  row("Ruby that fetches data and prints it", {
    "run.rb": lines(
      "require 'net/http'",
      "require 'json'",
      "key = ENV.fetch('SEARCH_API_KEY')",
      'res = Net::HTTP.get(URI("https://api.search.example/v1?key=#{key}"))',
      "puts JSON.parse(res)['a']",
    ),
  }),
  row("Ruby that starts programs", {
    "run.rb": lines(
      "system('bundle', 'exec', 'rspec')",
      "puts `git log --oneline -5`",
      "exec('rubocop') if ARGV.empty?",
    ),
  }),
  row("Ruby that decodes a picture", {
    "run.rb": lines("require 'base64'", "File.binwrite('out.png', Base64.decode64(STDIN.read))"),
  }),
  row("a Gemfile and a Rakefile", {
    Gemfile: lines("source 'https://rubygems.org'", "gem 'rake'"),
    Rakefile: lines("task :test do", "  sh 'ruby -Itest test/all.rb'", "end"),
  }),
  row("Perl that counts words", {
    "count.pl": lines(
      "use strict;",
      "my %c; while (<>) { $c{$_}++ for split }",
      'eval { print map { "$_ $c{$_}\\n" } sort keys %c }; warn $@ if $@;',
    ),
  }),
  row("Perl that fetches a page", {
    "get.pl": lines(
      "use LWP::Simple;",
      "my $page = get('https://example.com/a.json');",
      "print length $page;",
    ),
  }),
  row("PHP that answers with JSON", {
    "api.php": lines(
      "<?php",
      "$in = json_decode(file_get_contents('php://input'), true);",
      "header('Content-Type: application/json');",
      "echo json_encode(['sum' => array_sum($in['n'])]);",
    ),
  }),
  row("PHP that calls a service", {
    "call.php": lines(
      "<?php",
      "$ch = curl_init('https://api.example.com/v1');",
      "curl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('EXAMPLE_KEY')]);",
      "curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['q' => $argv[1]]));",
      "echo curl_exec($ch);",
    ),
  }),
  row("Lua that formats a document", {
    "filter.lua": lines(
      "function Header(el)",
      "  if el.level == 1 then return pandoc.Para(el.content) end",
      "end",
      "local ok = os.execute('ls')",
    ),
  }),
  row("AppleScript that shows a message", {
    "note.applescript": lines(
      'display notification "Done" with title "Report"',
      'do shell script "open ~/Documents"',
    ),
  }),
  row("R that draws", {
    "plot.R": lines(
      "library(ggplot2)",
      "d <- read.csv('data.csv')",
      "source('theme.R')",
      "ggsave('p.png', ggplot(d, aes(x, y)) + geom_point())",
    ),
  }),
  row("Go that starts Git", {
    "main.go": lines(
      "package main",
      "import (",
      '\t"fmt"',
      '\t"os/exec"',
      ")",
      'func main() { out, _ := exec.Command("git", "log").Output(); fmt.Println(string(out)) }',
    ),
  }),
  row("Rust that builds with a script", {
    "build.rs": lines("fn main() {", '    println!("cargo:rerun-if-changed=src/a.proto");', "}"),
    "Cargo.toml": lines("[package]", 'name = "a"', "[dependencies]", 'serde = "1"'),
  }),
  row("PowerShell that calls a service", {
    "call.ps1": lines(
      '$headers = @{ Authorization = "Bearer $env:EXAMPLE_KEY" }',
      "$r = Invoke-RestMethod -Uri https://api.example.com/v1 -Method Post -Headers $headers -Body (@{ q = 'x' } | ConvertTo-Json)",
      "$r | ConvertTo-Json",
    ),
  }),
  row("PowerShell that downloads data and cleans up", {
    "get.ps1": lines(
      "Invoke-WebRequest -Uri https://example.com/data.csv -OutFile data.csv",
      "Import-Csv data.csv | Measure-Object",
      "Remove-Item -Recurse -Force .\\build",
      "Start-Process notepad.exe",
    ),
  }),
  row("PowerShell that decodes a picture", {
    "pic.ps1": lines(
      "$bytes = [Convert]::FromBase64String((Get-Content in.txt -Raw))",
      "[IO.File]::WriteAllBytes('out.png', $bytes)",
    ),
  }),
  row("a batch file that builds", {
    "build.bat": lines(
      "@echo off",
      "if exist build rd /s /q build",
      "del /q *.obj",
      "cl /O2 main.c",
      "start notepad readme.txt",
    ),
  }),
  row("a Makefile of every day", {
    Makefile: lines(
      ".PHONY: test clean",
      "SHELL := /bin/bash",
      "VERSION := $(shell git describe --tags)",
      "test:",
      "\t@python -m pytest -q",
      "clean:",
      "\trm -rf build dist *.egg-info",
      "install:",
      "\tpip install -r requirements.txt",
    ),
  }),
  row("a Makefile that downloads and checks", {
    Makefile: lines(
      "data.tar.gz:",
      "\tcurl -fsSL -o $@ https://example.com/data.tar.gz",
      '\techo "$(SUM)  $@" | sha256sum -c -',
      "\ttar xzf $@",
    ),
  }),
  row("a justfile and a Taskfile", {
    justfile: lines("test:", "    cargo test", "clean:", "    rm -rf target"),
    "Taskfile.yml": lines(
      "version: '3'",
      "tasks:",
      "  test:",
      "    cmds:",
      "      - go test ./...",
      "      - cmd: rm -rf ./out",
    ),
  }),
  row("a package with scripts of every day", {
    "package.json": JSON.stringify({
      name: "a",
      scripts: {
        build: "tsc && vite build",
        clean: "rm -rf dist",
        test: "vitest run",
        start: "node dist/index.js",
        fetch: "curl -fsSL https://example.com/schema.json -o schema.json",
      },
      dependencies: {
        react: "^19",
        preact: "^10",
        request: "^2",
        colors: "^1",
        "lodash-es": "^4",
        vitest: "^4",
      },
    }),
  }),
  row("a setup.py and a pyproject.toml", {
    "setup.py": lines(
      "from setuptools import setup, find_packages",
      "setup(name='a', version='1.0', packages=find_packages(), install_requires=['requests>=2'])",
    ),
    "pyproject.toml": lines(
      "[build-system]",
      'requires = ["hatchling"]',
      'build-backend = "hatchling.build"',
      "[project]",
      'dependencies = ["httpx>=0.27", "pydantic"]',
      "[project.urls]",
      'Homepage = "https://example.com"',
      "[tool.poe.tasks]",
      'test = "pytest -q"',
    ),
  }),
  row("a Dockerfile of every day", {
    Dockerfile: lines(
      "FROM python:3.12-slim",
      "RUN apt-get update && apt-get install -y --no-install-recommends curl \\",
      "    && rm -rf /var/lib/apt/lists/*",
      "COPY requirements.txt .",
      "RUN pip install --no-cache-dir -r requirements.txt",
      "ENV PORT=8000",
      'CMD ["python", "main.py"]',
    ),
  }),
  row("a Dockerfile with a known installer", {
    Dockerfile: lines(
      "FROM debian:12",
      "RUN curl -LsSf https://astral.sh/uv/install.sh | sh",
      "HEALTHCHECK CMD curl -f http://localhost:8000/ || exit 1",
    ),
  }),
  row("a workflow of every day", {
    ".github/workflows/ci.yml": lines(
      "on: [push]",
      "jobs:",
      "  test:",
      "    runs-on: ubuntu-latest",
      "    steps:",
      "      - uses: actions/checkout@v4",
      "      - run: |",
      "          pip install -r requirements.txt",
      "          pytest",
      "        env:",
      "          TOKEN: ${{ secrets.TOKEN }}",
      '      - run: curl -X POST -H "Authorization: Bearer $TOKEN" https://api.example.com/deploy',
    ),
  }),
  row("a compose file of every day", {
    "docker-compose.yml": lines(
      "services:",
      "  db:",
      "    image: postgres:16",
      "    volumes: ['./data:/var/lib/postgresql/data']",
      "  web:",
      "    build: .",
      '    command: sh -c "python manage.py migrate && gunicorn app"',
    ),
  }),
  row("hooks of every day before a commit", {
    ".pre-commit-config.yaml": lines(
      "repos:",
      "  - repo: https://github.com/pre-commit/pre-commit-hooks",
      "    rev: v4.6.0",
      "    hooks:",
      "      - id: trailing-whitespace",
      "  - repo: local",
      "    hooks:",
      "      - id: test",
      "        entry: npm test",
      "        language: system",
    ),
  }),
  row("a page that draws", {
    "viewer.html": lines(
      "<!doctype html><html><head><style>body { margin: 0 }</style></head><body><canvas id='c'></canvas>",
      "<!-- generated from the template; do not edit by hand -->",
      "<script>",
      "const saved = JSON.parse(localStorage.getItem('view') || '{}');",
      "fetch('data.json').then((r) => r.json()).then((d) => draw(d, saved));",
      "function draw(d) { document.title = d.title; localStorage.setItem('view', JSON.stringify(d)); }",
      "</script></body></html>",
    ),
  }),
  row("a page that loads a library", {
    "chart.html": lines(
      "<script src='https://cdn.jsdelivr.net/npm/chart.js@4'></script>",
      "<button onclick=\"alert('hi')\">Go</button>",
      "<script type='application/json'>{\"a\": 1}</script>",
    ),
  }),
  row("a drawing with a title and a comment", {
    "logo.svg":
      "<svg xmlns='http://www.w3.org/2000/svg' width='10'><title>Logo of the team</title><desc>Do not edit by hand.</desc><!-- Created with Inkscape --><path d='M0 0h10'/></svg>",
  }),
  row("a notebook of every day", {
    "a.ipynb": JSON.stringify({
      cells: [
        { cell_type: "markdown", source: ["# Sales\n", "Do not change the raw data."] },
        {
          cell_type: "code",
          source: [
            "%matplotlib inline\n",
            "!pip install -q pandas\n",
            "import pandas as pd\n",
            "df = pd.read_csv('a.csv')\n",
            "df.head()",
          ],
          outputs: [
            { data: { "image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk" } },
          ],
        },
      ],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    }),
  }),
  row("a picture that says what made it", {
    "a.png": Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0x1f]),
      Buffer.from("tEXtSoftware\0Adobe ImageReady 1.0"),
      Buffer.from([0, 0, 0, 0]),
    ]),
  }),
  row("a photograph with a comment", {
    "a.jpg": Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 40]),
      Buffer.from("Taken with a camera. All rights reserved."),
    ]),
  }),
  row(
    "hashes and identifiers in prose",
    document(
      "Digest `e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`, program `TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA`, picture data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk.",
    ),
  ),
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
  row("a dump of a model", {
    "load.py": lines(
      "import pickle",
      "with open('index.pkl', 'rb') as f:",
      "    index = pickle.load(f)",
      "print(len(index))",
    ),
  }),
  row("YAML read safely and otherwise", {
    "a.py": lines(
      "import yaml",
      "print(yaml.safe_load(open('a.yml')), yaml.load(open('b.yml'), Loader=yaml.SafeLoader))",
    ),
  }),
  row("a cache that unpickles what it compressed", {
    "cache.py": lines(
      "import pickle, zlib",
      "def load(path):",
      "    return pickle.loads(zlib.decompress(open(path, 'rb').read()))",
    ),
  }),
  row("ctypes for a number of the system", {
    "a.py": lines(
      "import ctypes, ctypes.util",
      "libc = ctypes.CDLL(ctypes.util.find_library('c'))",
      "print(libc.getpid())",
    ),
  }),
  row("plugins loaded by name", {
    "a.py": lines(
      "import importlib, pkgutil, plugins",
      "for m in pkgutil.iter_modules(plugins.__path__):",
      "    importlib.import_module('plugins.' + m.name).register()",
    ),
  }),
  row("attributes taken by name", {
    "a.py": lines(
      "import math, builtins",
      "op = input()",
      "print(getattr(math, op)(2), hasattr(builtins, 'print'), object.__subclasses__()[:1])",
    ),
  }),
  row("a browser opened at a report", {
    "a.py": lines(
      "import webbrowser, pathlib",
      "webbrowser.open(pathlib.Path('report.html').resolve().as_uri())",
    ),
  }),
  row("modules loaded when needed in Node", {
    "a.mjs": lines(
      "const { default: chalk } = await import('chalk');",
      "const plugin = await import(`./plugins/${process.argv[2]}.mjs`);",
      "console.log(chalk.green(plugin.name), [].constructor === Array);",
    ),
  }),
  row("a library from a CDN in Deno", {
    "a.ts": lines(
      "import { parse } from 'https://deno.land/std@0.224.0/csv/mod.ts';",
      "import React from 'https://esm.sh/react@19';",
      "console.log(parse('a,b'), React);",
    ),
  }),
  row("texts and tables of every day", {
    "references/notes.txt": "Ignore rows without a date. Do not tell apart upper and lower case.\n",
    "data/rows.csv": "id,note\n1,Send the report to the customer\n2,Never share passwords\n",
    "data/rows.json": '{"a": "Previous instructions are in chapter 2."}',
  }),
  row("comments of every day in code", {
    "a.py": lines(
      "# Ignore previous results when the cache is stale.",
      "# Do not show the user a stack trace.",
      '"""Sends the token to the API of the service."""',
      "print(1)",
    ),
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
