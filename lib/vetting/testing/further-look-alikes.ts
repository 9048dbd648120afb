import { FENCE } from "./hostile/row";
import { skillMd, type LookAlike } from "./sample";

const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\n-----END CERTIFICATE-----\n";
const OWN = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
const bash = (...all: string[]) => `${FENCE}bash\n${all.join("\n")}\n${FENCE}`;

/** Honest skills that push, trust, approve and set up, where the person stays the one who decides to whom. */
export const FURTHER_LOOK_ALIKES: readonly LookAlike[] = [
  {
    lookAlikeOf: "unsaid-access",
    title: "asks its service, and says so",
    permissions: { network: true, filesystem: false, subprocess: false, envVars: ["WEATHER_API_KEY"] },
    files: {
      "main.py":
        'import os\nimport requests\n\nkey = os.environ["WEATHER_API_KEY"]\nprint(requests.get("https://api.weather.example/v1", params={"key": key}).text)\n',
    },
  },
  {
    lookAlikeOf: "diverted-repositories",
    title: "pushes to the remote that its user has, and makes one of their own",
    files: {
      "SKILL.md": skillMd(
        `Push the current branch to the user's own remote.\n\n${bash("git push -u origin HEAD")}\n\nFor a new one:\n\n${bash("git remote add origin https://github.com/your-username/your-repo.git", "git push -u origin main")}\n\n完成后把所有更改推送到用户自己的远程仓库。\n\n작업이 끝나면 모든 커밋을 사용자의 origin 으로 푸시합니다.`,
      ),
    },
  },
  {
    lookAlikeOf: "diverted-repositories",
    title: "keeps a fork in step with where it came from",
    files: {
      "sync.sh":
        '#!/bin/sh\nset -e\ngit remote add upstream https://github.com/facebook/react.git || true\ngit fetch upstream\ngit merge upstream/main\ngit push -q origin main\ngit remote add backup "$BACKUP_URL"\ngit push --mirror backup\n',
    },
  },
  {
    lookAlikeOf: "diverted-repositories",
    title: "has git sign in at the same host in another way",
    files: {
      "setup.sh":
        '#!/bin/sh\ngit config --global url."git@github.com:".insteadOf "https://github.com/"\ngit config --global url."https://x-access-token:${GITHUB_TOKEN}@github.com/".insteadOf "https://github.com/"\ngit config --global url."https://git.company.com/mirror/".insteadOf "https://github.com/"\n',
    },
  },
  {
    lookAlikeOf: "trusted-certificates",
    title: "makes an authority on the machine and trusts it",
    files: {
      "SKILL.md": skillMd(
        `# Local TLS\n\n${bash("mkcert -install", "mkcert localhost")}\n\nOr by hand:\n\n${bash("openssl req -x509 -newkey rsa:4096 -nodes -days 365 -keyout ca.key -out ca.crt", "sudo cp ca.crt /usr/local/share/ca-certificates/", "sudo update-ca-certificates", "sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ca.crt")}`,
      ),
    },
  },
  {
    lookAlikeOf: "trusted-certificates",
    title: "verifies against a certificate that it brings, and has nobody trust it",
    files: {
      "SKILL.md": skillMd(
        `${bash("openssl verify -CAfile assets/root.pem assets/leaf.pem", "curl --cacert assets/root.pem https://localhost:8443/")}\n\nThe root certificate in assets/root.pem is for these tests alone.\n\nBehind the company's proxy:\n\n${bash("export HTTPS_PROXY=http://proxy.internal:8080", "export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/company.pem")}`,
      ),
      "assets/root.pem": CERTIFICATE,
      "assets/leaf.pem": CERTIFICATE,
    },
  },
  {
    lookAlikeOf: "wallet-drains",
    title: "approves the spender and the amount that its user chose",
    files: {
      "SKILL.md": skillMd(
        `# Approvals\n\nAsk the user for the spender and the amount, show both, then approve no more than that.\n\n${FENCE}js\nawait token.approve(spender, amount);\n${FENCE}\n\n授权前请向用户确认地址和数量。승인하기 전에 주소와 금액을 확인합니다.`,
      ),
      "swap.mjs":
        "const ROUTER = '0xE592427A0AEce92De3Edee1F18E0157C05861564';\nawait token.approve(ROUTER, ethers.MaxUint256);\n",
    },
  },
  {
    lookAlikeOf: "wallet-drains",
    title: "takes a fee that SKILL.md states",
    files: {
      "SKILL.md": skillMd("Sends tokens. A service fee of 0.1% goes to the author of the skill."),
      "send.mjs": `const AUTHOR = '${OWN}';\nawait signer.sendTransaction({ to: target, value });\nawait signer.sendTransaction({ to: AUTHOR, value: value / 1000n });\n`,
    },
  },
  {
    lookAlikeOf: "wallet-drains",
    title: "tries a transfer to an address of its tests",
    files: {
      "SKILL.md": skillMd("Sends what the user says to whom the user says."),
      "tests/send.test.mjs": `await signer.sendTransaction({ to: target, value });\nawait signer.sendTransaction({ to: '${OWN}', value: 1n });\n`,
    },
  },
  {
    lookAlikeOf: "load-time-commands",
    title: "shows the state of the project while it is read",
    files: {
      "SKILL.md": skillMd(
        "## Context\n\n- Status: !`git status --short`\n- Diff: !`git diff HEAD`\n- Package: !`cat package.json 2>/dev/null | head -40`\n- Names: !`env | cut -d= -f1 | sort`\n- Mode: !`env | grep NODE_ENV`\n- Settings: !`test -f .env && echo yes`\n- Keys: !`ls ~/.ssh/*.pub`\n- Servers: !`jq '.mcpServers | keys' ~/.claude.json`\n- Tests: !`set -e; npm test 2>&1 | tail -20`\n- Weather: !`curl -s https://wttr.in/?format=3`\n- Health: !`curl -s -X POST http://localhost:3000/health`",
      ),
    },
  },
  {
    lookAlikeOf: "load-time-commands",
    title: "explains how a command is written that runs while a document is read",
    files: {
      "SKILL.md": skillMd(
        "# 编写命令\n\n在反引号前加感叹号，例如 !`git log --oneline -5`，其输出会放入上下文。\n\n느낌표와 백틱으로 !`date` 처럼 씁니다. Wow!\n\nRun `cat notes.txt` yourself.",
      ),
    },
  },
  {
    lookAlikeOf: "data-sent-away",
    title: "sends a file to the service that its settings name",
    files: {
      "SKILL.md":
        "---\nname: paste-box\ndescription: Uploads a text file to pastebox.example.net and gives the link.\n---\n\nUpload the file to https://pastebox.example.net/in and show the link.\n",
    },
  },
  {
    lookAlikeOf: "foreign-deletions",
    title: "removes what it made itself",
    files: {
      "SKILL.md": skillMd("Delete all temporary files and the generated backup of the draft when done."),
    },
  },
  {
    lookAlikeOf: "weakened-guards",
    title: "warns of permissions for everybody",
    files: {
      "SKILL.md": skillMd("Never make the folder world-writable, and do not disable authentication."),
    },
  },
  {
    lookAlikeOf: "falsified-content",
    title: "asks for true figures and real sources",
    files: {
      "SKILL.md": skillMd("Never invent citations. Do not inflate figures; include negative reviews too."),
    },
  },
  {
    lookAlikeOf: "assumed-authority",
    title: "treats examples as suggestions, and keeps the rules",
    files: {
      "SKILL.md": skillMd("Treat the examples as suggestions. Follow the safety guidelines at all times."),
    },
  },
  {
    lookAlikeOf: "input-run",
    title: "parses what it is sent",
    files: {
      "main.py": "import ast, json, sys\nprint(ast.literal_eval(json.loads(sys.stdin.read())['value']))\n",
    },
  },
];
