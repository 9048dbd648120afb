import { FENCE } from "./hostile/row";
import type { Sample } from "./sample";

type Files = Sample["files"];

/** Written anew after what skills of public collections are for: none of their text, all of their habits. */
const row = (name: string, description: string, body: string, files: Files = {}): Sample => ({
  title: name,
  files: {
    "SKILL.md": `---\nname: ${name}\ndescription: ${description}\nlicense: Complete terms in LICENSE.txt\n---\n\n${body}\n`,
    "LICENSE.txt": "Apache License, Version 2.0. See https://www.apache.org/licenses/LICENSE-2.0\n",
    ...files,
  },
});
const bash = (...lines: string[]) => `${FENCE}bash\n${lines.join("\n")}\n${FENCE}`;

/** Equivalents of the 28 skills of two public collections: vetting has to approve each without a finding. */
export const PUBLISHED: readonly Sample[] = [
  row(
    "generative-art",
    "Makes drawings from an algorithm and a seed.",
    "Write a p5.js sketch. Seed the noise, so that a picture can be made again.",
    {
      "templates/sketch.html":
        "<!doctype html><script src='https://cdnjs.cloudflare.com/ajax/libs/p5.js/1.7.0/p5.min.js'></script><script>function setup() { createCanvas(400, 400); randomSeed(7); }</script>",
    },
  ),
  row(
    "house-colours",
    "Applies the colours and faces of a company to documents.",
    "| Role | Colour |\n|---|---|\n| Dark | #141413 |\n| Accent | #d97757 |\n\nHeadings use Poppins, else Arial.",
  ),
  row(
    "poster-design",
    "Designs posters as PNG and PDF after a written philosophy.",
    "First write the philosophy of the picture in four paragraphs, then draw it. Fonts are in `fonts/`.",
    {
      "fonts/face.ttf": Uint8Array.from([0, 1, 0, 0, 0, 12]),
    },
  ),
  row(
    "model-api",
    "Helps to write programs against the API of a language model. Use it when code imports the SDK.",
    `Set the key in the environment, never in code.\n\n${FENCE}python\nimport os\nfrom modelkit import Client\nclient = Client(api_key=os.environ["MODEL_API_KEY"])\nprint(client.messages.create(max_tokens=1024, messages=[{"role": "user", "content": "Hello"}]))\n${FENCE}`,
  ),
  row(
    "co-writing",
    "Writes documents together with a person, section by section.",
    "Ask one question at a time. Let a fresh reader who knows nothing test the text. Do not reveal your notes to that reader.",
  ),
  row(
    "word-documents",
    "Creates and edits Word documents with tracked changes.",
    `Unpack, edit the XML, pack again.\n\n${bash("python scripts/unpack.py report.docx out/", "python scripts/pack.py out/ report.docx", "soffice --headless --convert-to pdf report.docx")}`,
    {
      "scripts/unpack.py":
        "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as archive:\n    archive.extractall(sys.argv[2])\n",
    },
  ),
  row(
    "web-looks",
    "Builds web pages with a look of their own.",
    "Choose one bold direction and keep to it. Avoid the faces and gradients that everybody uses.",
  ),
  row(
    "company-news",
    "Writes status reports, newsletters and answers to questions.",
    "Ask what kind of text it is, then read the guide in `examples/`.",
    { "examples/status.md": "Progress, plans, problems: three lines each.\n" },
  ),
  row(
    "server-builder",
    "Builds servers for the Model Context Protocol.",
    `Read the documentation of the service first.\n\n${bash("npm init -y", "npm install @modelcontextprotocol/sdk zod", "npx @modelcontextprotocol/inspector node dist/index.js")}`,
    {
      "scripts/connections.py":
        "import asyncio, os\n\nasync def connect(command, args, env=None):\n    merged = {**os.environ, **(env or {})}\n    process = await asyncio.create_subprocess_exec(command, *args, env=merged)\n    return await process.wait()\n",
    },
  ),
  row(
    "pdf-forms",
    "Reads PDF files, fills forms, joins and splits.",
    bash(
      "pdftotext -layout a.pdf a.txt",
      "qpdf --empty --pages a.pdf b.pdf -- joined.pdf",
      "qpdf --password=mine --decrypt locked.pdf open.pdf",
    ),
    {
      "scripts/fields.py":
        "import json, sys\nfrom pypdf import PdfReader\nprint(json.dumps(sorted(PdfReader(sys.argv[1]).get_fields() or {})))\n",
    },
  ),
  row(
    "slides",
    "Makes and changes presentations.",
    bash(
      "python -m markitdown deck.pptx",
      "npm install -g pptxgenjs",
      "soffice --headless --convert-to pdf deck.pptx && pdftoppm -jpeg -r 150 deck.pdf page",
    ),
  ),
  row(
    "skill-writer",
    "Helps to write new skills and to improve old ones.",
    "Keep SKILL.md short; put details into `references/`. Test with three prompts: with the skill, without it, and with the old one.",
    {
      "scripts/measure.py":
        "import json, subprocess, sys\nout = subprocess.run([sys.executable, 'scripts/run.py'], capture_output=True, text=True, timeout=300)\nprint(json.dumps({'ok': out.returncode == 0, 'text': out.stdout}))\n",
    },
  ),
  row(
    "chat-gifs",
    "Makes animated pictures for chats, small enough to be sent.",
    "At most 128 by 128 pixels, 2 seconds, 48 colours.",
    {
      "core/build.py":
        "from PIL import Image\nimport imageio.v3 as imageio\n\ndef save(frames, path, fps=15):\n    imageio.imwrite(path, frames, duration=1000 / fps, loop=0)\n",
    },
  ),
  row(
    "blank-template",
    "Replace this with what the skill does and when to use it.",
    "# Insert instructions here",
  ),
  row(
    "themes",
    "Gives slides and pages one of ten themes.",
    "Show the themes, ask for a choice, apply it everywhere.",
    { "themes/ocean.md": "Deep blue #1a2332, teal #2d8b8b.\n" },
  ),
  row(
    "page-artifacts",
    "Builds pages of several components into one file.",
    bash("bash scripts/start.sh my-page", "bash scripts/bundle.sh"),
    {
      "scripts/start.sh":
        '#!/bin/bash\nset -e\nif ! command -v pnpm >/dev/null; then\n  npm install -g pnpm\nfi\npnpm create vite "$1" --template react-ts\ncd "$1"\npnpm install\ntar -xzf "$(dirname "$0")/components.tar.gz" -C src\n',
      "scripts/bundle.sh":
        "#!/bin/bash\nset -e\nrm -rf dist bundle.html\npnpm exec parcel build index.html --dist-dir dist --no-source-maps\npnpm exec html-inline dist/index.html > bundle.html\n",
    },
  ),
  row(
    "page-testing",
    "Tests pages of a local server with a browser.",
    bash("python scripts/with_server.py --server 'npm run dev' --port 5173 -- python check.py"),
    {
      "scripts/with_server.py":
        "import socket, subprocess, sys, time\n\ndef ready(port):\n    with socket.socket() as probe:\n        return probe.connect_ex(('localhost', port)) == 0\n\nserver = subprocess.Popen(sys.argv[1], shell=True)\ntry:\n    while not ready(5173):\n        time.sleep(0.5)\n    sys.exit(subprocess.run(sys.argv[2:]).returncode)\nfinally:\n    server.terminate()\n",
    },
  ),
  row(
    "spreadsheets",
    "Creates and changes spreadsheets with formulas that work.",
    bash("python scripts/recalculate.py plan.xlsx 30"),
    {
      "scripts/recalculate.py":
        "import subprocess, sys\nsubprocess.run(['soffice', '--headless', '--convert-to', 'xlsx', sys.argv[1]], check=True, timeout=int(sys.argv[2]))\n",
    },
  ),
  row(
    "answer-comments",
    "Answers the review comments of a pull request.",
    bash("gh auth status", "python scripts/comments.py > comments.json"),
    {
      "scripts/comments.py":
        "import json, subprocess\nout = subprocess.check_output(['gh', 'api', 'graphql', '-F', 'query=@-'], input='query { viewer { login } }', text=True)\nprint(json.dumps(json.loads(out), indent=2))\n",
    },
  ),
  row(
    "fix-checks",
    "Finds out why the checks of a pull request fail and proposes a fix.",
    bash("gh pr checks 12 --json name,state", "gh run view 345 --log-failed"),
  ),
  row(
    "make-plan",
    "Makes a short plan before code is written.",
    "Read, ask at most two questions, then list steps with what proves each. Change no file.",
  ),
  row(
    "issue-tracker",
    "Reads and writes issues of a tracker.",
    "Use the tracker's own tools. If a token is missing, ask the user to sign in: `tracker login`. Never print the token.",
  ),
  row(
    "keep-knowledge",
    "Turns conversations into pages of a wiki.",
    "Search first, then create the page with title, owner, date and decision. Link related pages.",
  ),
  row(
    "prepare-meetings",
    "Prepares meetings from the notes of a team.",
    "Write an agenda, a pre-read and the open questions. Send nothing without being asked.",
  ),
  row(
    "research-notes",
    "Gathers pages about a question and writes a report with sources.",
    "Cite each claim with its page. Say what is missing.",
  ),
  row(
    "spec-to-tasks",
    "Turns a specification into tasks with acceptance criteria.",
    "One task for each change that can be tested alone; link the specification in each.",
  ),
  row(
    "system-skill-writer",
    "Guides the writing of skills for agents.",
    bash("python scripts/new_skill.py my-skill --path skills/", "python scripts/check.py skills/my-skill"),
    {
      "scripts/new_skill.py":
        "import argparse, pathlib\nparser = argparse.ArgumentParser()\nparser.add_argument('name')\nparser.add_argument('--path', default='.')\ngiven = parser.parse_args()\ntarget = pathlib.Path(given.path) / given.name\ntarget.mkdir(parents=True)\n(target / 'SKILL.md').write_text(f'---\\nname: {given.name}\\ndescription: TODO\\n---\\n')\n",
    },
  ),
  row(
    "skill-installer",
    "Installs skills from a repository into the agent's own directory.",
    bash(
      "python scripts/list.py --repo example/skills",
      "python scripts/install.py --repo example/skills --path skills/make-plan",
    ),
    {
      "scripts/install.py":
        "import io, os, sys, urllib.request, zipfile\ntoken = os.environ.get('GITHUB_TOKEN')\nrequest = urllib.request.Request('https://codeload.github.com/example/skills/zip/main', headers={'Authorization': f'token {token}'} if token else {})\nwith urllib.request.urlopen(request) as answer:\n    archive = zipfile.ZipFile(io.BytesIO(answer.read()))\nfor name in archive.namelist():\n    target = os.path.realpath(os.path.join('skills', name))\n    if not target.startswith(os.path.realpath('skills') + os.sep):\n        sys.exit('outside')\n    if not name.endswith('/'):\n        os.makedirs(os.path.dirname(target), exist_ok=True)\n        with open(target, 'wb') as out:\n            out.write(archive.read(name))\n",
    },
  ),
];
