import type { Sample } from "../sample";

const python = (title: string, ...all: string[]): Sample => ({
  title,
  files: { "main.py": `${all.join("\n")}\n` },
});
const shell = (title: string, ...all: string[]): Sample => ({
  title,
  files: { "run.sh": `#!/bin/bash\n${all.join("\n")}\n` },
});

/** A login that a program has left behind, used at the service it is for; files that are no secrets at services. */
export const KNOWN_SERVICES: readonly Sample[] = [
  python(
    "uses the login of an agent at its own service",
    "import json, os, requests",
    "login = json.load(open(os.path.expanduser('~/.codex/auth.json')))",
    "requests.get('https://chatgpt.com/backend-api/usage', headers={'Authorization': 'Bearer ' + login['token']})",
  ),
  python(
    "uses the login of a command line at its own service",
    "import os, requests, yaml",
    "hosts = yaml.safe_load(open(os.path.expanduser('~/.config/gh/hosts.yml')))",
    "token = hosts['github.com']['oauth_token']",
    "requests.get('https://api.github.com/user', headers={'Authorization': f'token {token}'})",
  ),
  python(
    "uses the login of a code host there",
    "import os, re, requests",
    "token = re.search(':([^:@]+)@', open(os.path.expanduser('~/.git-credentials')).read()).group(1)",
    "requests.get('https://api.github.com/user', headers={'Authorization': 'Bearer ' + token})",
  ),
  python(
    "reads its key from a file of settings",
    "import requests",
    "key = dict(line.strip().split('=', 1) for line in open('.env'))['OPENAI_API_KEY']",
    "requests.post('https://api.openai.com/v1/responses', headers={'Authorization': 'Bearer ' + key}, json={'input': 'x'})",
  ),
  shell(
    "puts a snippet into a gist with the user's key",
    'curl -s -H "Authorization: token $GITHUB_TOKEN" -d @snippet.json https://api.github.com/gists',
  ),
  shell("puts a report into the user's bucket", 'curl -s -T report.pdf "$UPLOAD_URL"'),
];
