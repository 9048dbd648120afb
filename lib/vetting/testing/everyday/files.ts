import { lines } from "../hostile/row";
import type { Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });

/** Honest build files, pages, pictures and notebooks. */
export const EVERYDAY_FILES: readonly Sample[] = [
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
];
