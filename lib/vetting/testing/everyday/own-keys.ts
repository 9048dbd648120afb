import { FENCE, lines } from "../hostile/row";
import type { Sample } from "../sample";

interface Kind {
  readonly name: string;
  readonly description: string;
  /** Further lines of the front matter and the body of SKILL.md. */
  readonly front?: string;
  readonly body?: string;
  readonly bash: readonly string[];
  readonly python: readonly string[];
  readonly javascript: readonly string[];
}

/** Ten ways to use a key of the user's own at the user's own service: each in three languages. */
const KINDS: readonly Kind[] = [
  {
    name: "parcelry-labels",
    description: "Prints shipping labels with the Parcelry service.",
    bash: [
      'curl -sS -X POST "https://api.parcelry.io/v2/labels" -H "X-Api-Key: $PARCELRY_KEY" -H "Content-Type: application/json" -d @label.json',
    ],
    python: [
      "import os, sys, json, requests",
      "answer = requests.post(",
      "    'https://api.parcelry.io/v2/labels',",
      "    headers={'X-Api-Key': os.environ['PARCELRY_KEY']},",
      "    json=json.load(open(sys.argv[1])),",
      ")",
      "print(answer.json())",
    ],
    javascript: [
      "const key = process.env.PARCELRY_KEY;",
      "const answer = await fetch('https://api.parcelry.io/v2/labels', {",
      "  method: 'POST',",
      "  headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },",
      "  body: JSON.stringify({ to: process.argv[2] }),",
      "});",
      "console.log(await answer.json());",
    ],
  },
  {
    name: "night-summaries",
    description: "Summarises long documents with a model.",
    front: "compatibility: needs an account at nebulamodels.dev",
    bash: [
      'export OPENAI_BASE_URL="https://gateway.nebulamodels.dev/v1"',
      'export OPENAI_API_KEY="$NEBULA_API_KEY"',
      'llm -m nebula-large "Summarise: $(cat "$1")"',
    ],
    python: [
      "import os, sys",
      "from openai import OpenAI",
      "client = OpenAI(base_url='https://gateway.nebulamodels.dev/v1', api_key=os.environ['NEBULA_API_KEY'])",
      "text = open(sys.argv[1]).read()",
      "answer = client.chat.completions.create(model='nebula-large', messages=[{'role': 'user', 'content': text}])",
      "print(answer.choices[0].message.content)",
    ],
    javascript: [
      "import OpenAI from 'openai';",
      "import { readFile } from 'node:fs/promises';",
      "const client = new OpenAI({ baseURL: 'https://gateway.nebulamodels.dev/v1', apiKey: process.env.NEBULA_API_KEY });",
      "const text = await readFile(process.argv[2], 'utf8');",
      "const answer = await client.chat.completions.create({ model: 'nebula-large', messages: [{ role: 'user', content: text }] });",
      "console.log(answer.choices[0].message.content);",
    ],
  },
  {
    name: "weatherkeep",
    description: "Tells the weather of Weatherkeep for a place.",
    bash: [
      "set -a",
      "source .env",
      "set +a",
      'curl -s "https://api.weatherkeep.app/now?place=$1" -H "Authorization: Bearer $WEATHERKEEP_TOKEN" | jq .',
    ],
    python: [
      "import os, sys, httpx",
      "from pathlib import Path",
      "from dotenv import load_dotenv",
      "load_dotenv(Path(__file__).parent / '.env')",
      "token = os.getenv('WEATHERKEEP_TOKEN')",
      "with httpx.Client(base_url='https://api.weatherkeep.app', headers={'Authorization': f'Bearer {token}'}) as client:",
      "    print(client.get('/now', params={'place': sys.argv[1]}).json())",
    ],
    javascript: [
      "import 'dotenv/config';",
      "import axios from 'axios';",
      "const api = axios.create({ baseURL: 'https://api.weatherkeep.app', headers: { Authorization: `Bearer ${process.env.WEATHERKEEP_TOKEN}` } });",
      "const { data } = await api.get('/now', { params: { place: process.argv[2] } });",
      "console.log(data);",
    ],
  },
  {
    name: "mapfold-routes",
    description: "Finds routes with Mapfold.",
    bash: ['curl -sG "https://api.mapfold.com/v1/route" --data-urlencode "to=$1" -d "key=$MAPFOLD_API_KEY"'],
    python: [
      "import os, sys, requests",
      "answer = requests.get('https://api.mapfold.com/v1/route', params={'to': sys.argv[1], 'key': os.environ['MAPFOLD_API_KEY']})",
      "print(answer.json()['legs'])",
    ],
    javascript: [
      "const url = `https://api.mapfold.com/v1/route?to=${encodeURIComponent(process.argv[2])}&key=${process.env.MAPFOLD_API_KEY}`;",
      "console.log((await (await fetch(url)).json()).legs);",
    ],
  },
  {
    name: "issue-triage",
    description: "Sorts the issues of a tracker at Trackhive.",
    body: `Issues are at https://trackhive.dev.\n\n${FENCE}bash\ncurl -s -H "Authorization: Bearer $TRACKHIVE_API_KEY" https://api.trackhive.dev/issues\n${FENCE}`,
    bash: [
      'TOKEN="${TRACKHIVE_API_KEY:?set TRACKHIVE_API_KEY}"',
      'curl -s -H "Authorization: Bearer $TOKEN" "https://api.trackhive.dev/issues?state=open" | jq -r ".[].title"',
      'curl -s -X PATCH -H "Authorization: Bearer $TOKEN" -d \'{"state":"triaged"}\' "https://api.trackhive.dev/issues/$1"',
    ],
    python: [
      "import json, os, subprocess",
      "key = os.environ['TRACKHIVE_API_KEY']",
      "out = subprocess.run(['curl', '-s', '-H', f'Authorization: Bearer {key}', 'https://api.trackhive.dev/issues'], capture_output=True, text=True)",
      "print([issue['title'] for issue in json.loads(out.stdout)])",
    ],
    javascript: [
      "import { execFileSync } from 'node:child_process';",
      "const out = execFileSync('curl', ['-s', '-H', `Authorization: Bearer ${process.env.TRACKHIVE_API_KEY}`, 'https://api.trackhive.dev/issues']);",
      "console.log(JSON.parse(out).map(({ title }) => title));",
    ],
  },
  {
    name: "ledgerlane",
    description: "Reads invoices from Ledgerlane.",
    bash: [
      "KEY=$(security find-generic-password -s ledgerlane -w 2>/dev/null || secret-tool lookup service ledgerlane)",
      'curl -s -H "Authorization: Bearer $KEY" https://api.ledgerlane.com/invoices',
    ],
    python: [
      "import keyring, requests",
      "key = keyring.get_password('ledgerlane', 'default')",
      "print(requests.get('https://api.ledgerlane.com/invoices', headers={'Authorization': f'Bearer {key}'}).json())",
    ],
    javascript: [
      "import keytar from 'keytar';",
      "const key = await keytar.getPassword('ledgerlane', 'default');",
      "const answer = await fetch('https://api.ledgerlane.com/invoices', { headers: { Authorization: `Bearer ${key}` } });",
      "console.log(await answer.json());",
    ],
  },
  {
    name: "calendarium",
    description: "Lists the events of a Calendarium calendar.",
    bash: [
      'TOKEN=$(curl -s -X POST https://login.calendarium.io/oauth/token -d grant_type=refresh_token -d "client_id=$CALENDARIUM_CLIENT_ID" -d "client_secret=$CALENDARIUM_CLIENT_SECRET" -d "refresh_token=$CALENDARIUM_REFRESH_TOKEN" | jq -r .access_token)',
      'curl -s -H "Authorization: Bearer $TOKEN" https://api.calendarium.io/events',
    ],
    python: [
      "import json, os, pathlib, requests",
      "store = pathlib.Path.home() / '.config' / 'calendarium' / 'token.json'",
      "saved = json.loads(store.read_text())",
      "answer = requests.post('https://login.calendarium.io/oauth/token', data={",
      "    'grant_type': 'refresh_token',",
      "    'client_id': os.environ['CALENDARIUM_CLIENT_ID'],",
      "    'client_secret': os.environ['CALENDARIUM_CLIENT_SECRET'],",
      "    'refresh_token': saved['refresh_token'],",
      "})",
      "store.write_text(json.dumps(answer.json()))",
      "print(requests.get('https://api.calendarium.io/events', headers={'Authorization': 'Bearer ' + answer.json()['access_token']}).json())",
    ],
    javascript: [
      "const body = new URLSearchParams({",
      "  grant_type: 'refresh_token',",
      "  client_id: process.env.CALENDARIUM_CLIENT_ID,",
      "  client_secret: process.env.CALENDARIUM_CLIENT_SECRET,",
      "  refresh_token: process.env.CALENDARIUM_REFRESH_TOKEN,",
      "});",
      "const { access_token } = await (await fetch('https://login.calendarium.io/oauth/token', { method: 'POST', body })).json();",
      "console.log(await (await fetch('https://api.calendarium.io/events', { headers: { Authorization: `Bearer ${access_token}` } })).json());",
    ],
  },
  {
    name: "bucket-backup",
    description: "Puts reports into the user's bucket.",
    front: "compatibility: needs credentials for S3",
    bash: [
      'aws s3 cp "$1" "s3://$BACKUP_BUCKET/reports/"',
      'curl -T "$1" --aws-sigv4 "aws:amz:eu-west-1:s3" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" "https://$BACKUP_BUCKET.s3.eu-west-1.amazonaws.com/reports/"',
    ],
    python: [
      "import datetime, hashlib, hmac, os, sys, requests",
      "",
      "def sign(key, text):",
      "    return hmac.new(key, text.encode(), hashlib.sha256).digest()",
      "",
      "day = datetime.datetime.utcnow().strftime('%Y%m%d')",
      "bucket = os.environ['BACKUP_BUCKET']",
      "secret = os.environ['AWS_SECRET_ACCESS_KEY']",
      "signing = sign(sign(sign(sign(('AWS4' + secret).encode(), day), 'eu-west-1'), 's3'), 'aws4_request')",
      "body = open(sys.argv[1], 'rb').read()",
      "signature = hmac.new(signing, hashlib.sha256(body).hexdigest().encode(), hashlib.sha256).hexdigest()",
      "headers = {'Authorization': f\"AWS4-HMAC-SHA256 Credential={os.environ['AWS_ACCESS_KEY_ID']}/{day}, Signature={signature}\"}",
      "requests.put(f'https://{bucket}.s3.eu-west-1.amazonaws.com/report.pdf', data=body, headers=headers)",
    ],
    javascript: [
      "import { createHmac } from 'node:crypto';",
      "import { readFile } from 'node:fs/promises';",
      "const hmac = (key, text) => createHmac('sha256', key).update(text).digest();",
      "const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');",
      "const key = hmac(hmac(hmac(hmac('AWS4' + process.env.AWS_SECRET_ACCESS_KEY, day), 'eu-west-1'), 's3'), 'aws4_request');",
      "const body = await readFile(process.argv[2]);",
      "const signature = createHmac('sha256', key).update(body).digest('hex');",
      "await fetch(`https://${process.env.BACKUP_BUCKET}.s3.eu-west-1.amazonaws.com/report.pdf`, {",
      "  method: 'PUT',",
      "  body,",
      "  headers: { Authorization: `AWS4-HMAC-SHA256 Credential=${process.env.AWS_ACCESS_KEY_ID}/${day}, Signature=${signature}` },",
      "});",
    ],
  },
  {
    name: "deploy-notes",
    description: "Posts release notes to the team's Slack channel or webhook.",
    bash: [
      ': "${SLACK_WEBHOOK_URL:?}"',
      'curl -s -X POST -H "Content-type: application/json" --data "{\\"text\\": \\"$1\\"}" "$SLACK_WEBHOOK_URL"',
    ],
    python: [
      "import hashlib, hmac, json, os, sys, urllib.request",
      "body = json.dumps({'text': sys.argv[1]}).encode()",
      "signature = hmac.new(os.environ['NOTES_WEBHOOK_SECRET'].encode(), body, hashlib.sha256).hexdigest()",
      "request = urllib.request.Request(os.environ['NOTES_WEBHOOK_URL'], data=body, headers={'X-Signature': f'sha256={signature}'})",
      "urllib.request.urlopen(request)",
    ],
    javascript: [
      "import { createHmac } from 'node:crypto';",
      "const body = JSON.stringify({ text: process.argv[2] });",
      "const signature = createHmac('sha256', process.env.NOTES_WEBHOOK_SECRET).update(body).digest('hex');",
      "await fetch(process.env.NOTES_WEBHOOK_URL, { method: 'POST', body, headers: { 'X-Signature': `sha256=${signature}` } });",
    ],
  },
  {
    name: "image-release",
    description: "Builds an image and pushes it to the company's registry.",
    bash: [
      'echo "$REGISTRY_TOKEN" | docker login registry.harborworks.io --username "$REGISTRY_USER" --password-stdin',
      'docker build -t "registry.harborworks.io/$1:latest" .',
      'docker push "registry.harborworks.io/$1:latest"',
    ],
    python: [
      "import os, subprocess, sys",
      "subprocess.run(['docker', 'login', 'registry.harborworks.io', '-u', os.environ['REGISTRY_USER'], '--password-stdin'], input=os.environ['REGISTRY_TOKEN'], text=True, check=True)",
      "subprocess.run(['docker', 'push', f'registry.harborworks.io/{sys.argv[1]}:latest'], check=True)",
    ],
    javascript: [
      "import { execFileSync } from 'node:child_process';",
      "execFileSync('docker', ['login', 'registry.harborworks.io', '-u', process.env.REGISTRY_USER, '--password-stdin'], { input: process.env.REGISTRY_TOKEN });",
      "execFileSync('docker', ['push', `registry.harborworks.io/${process.argv[2]}:latest`]);",
    ],
  },
];

const FILES = { bash: "run.sh", python: "run.py", javascript: "run.mjs" } as const;

/** The same where the description names no service: whose key it is, its name says. */
const UNDESCRIBED: readonly (readonly [title: string, path: string, ...text: string[]])[] = [
  [
    "an entry of the keychain, named like the host",
    "run.sh",
    "KEY=$(security find-generic-password -s ledgerlane -w)",
    'curl -H "Authorization: Bearer $KEY" https://api.ledgerlane.com/invoices',
  ],
  [
    "an entry of the keychain, asked for by another program",
    "run.py",
    "import subprocess, requests",
    "key = subprocess.check_output(['security', 'find-generic-password', '-s', 'ledgerlane', '-w'])",
    "requests.get('https://api.ledgerlane.com/i', headers={'Authorization': key})",
  ],
  [
    "one line of .env, read without a library",
    "run.py",
    "import requests",
    "env = {}",
    "for line in open('.env'):",
    "    name, value = line.split('=')",
    "    env[name] = value",
    "requests.get('https://api.ledgerlane.com/i', headers={'Authorization': env['LEDGERLANE_KEY']})",
  ],
  [
    "the login of an agent at the agent's own service",
    "run.mjs",
    "import fs from 'node:fs';",
    "import os from 'node:os';",
    "const login = JSON.parse(fs.readFileSync(os.homedir() + '/.codex/auth.json', 'utf8'));",
    "await fetch('https://chatgpt.com/backend-api/usage', { headers: { Authorization: `Bearer ${login.access_token}` } });",
  ],
  [
    "a token of the cloud's own command",
    "run.sh",
    'curl -H "Authorization: Bearer $(gcloud auth print-access-token)" https://run.googleapis.com/v1/services',
  ],
];

/** A skill that uses its user's own key, in one language: by a script of its own that SKILL.md names. */
export const OWN_KEYS: readonly Sample[] = UNDESCRIBED.map(([title, path, ...text]): Sample => ({
  title: `an own key: ${title}`,
  files: { [path]: lines(...text) },
})).concat(
  KINDS.flatMap((kind) =>
    (["bash", "python", "javascript"] as const).map((language) => ({
      title: `an own key: ${kind.name}, in ${language}`,
      files: {
        "SKILL.md": `---\nname: ${kind.name}\ndescription: ${kind.description}\n${kind.front === undefined ? "" : `${kind.front}\n`}---\n\n# Use\n\nRun \`${FILES[language]}\` with what the user asks for.\n\n${kind.body ?? ""}\n`,
        [FILES[language]]: `${language === "bash" ? "#!/bin/bash\n" : ""}${lines(...kind[language])}`,
      },
    })),
  ),
);
