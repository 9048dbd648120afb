import { FENCE } from "../hostile/row";
import { skillMd, type Sample } from "../sample";

const block = (language: string, ...all: string[]) => `${FENCE}${language}\n${all.join("\n")}\n${FENCE}`;
const bash = (...all: string[]) => block("bash", ...all);
const told = (title: string, body: string, files: Sample["files"] = {}): Sample => ({
  title,
  files: { "SKILL.md": skillMd(body), ...files },
});
const run = (title: string, ...all: string[]): Sample => ({
  title,
  files: { "run.sh": `#!/bin/sh\n${all.join("\n")}\n` },
});

/** Deployments, remotes, wallets, certificates, tool servers and shells as honest skills speak of them. */
export const TRUSTED_PLACES: readonly Sample[] = [
  told(
    "duplicates a repository as a host's own guide does",
    bash(
      "git clone --bare https://github.com/EXAMPLE-USER/OLD.git",
      "cd OLD.git",
      "git push --mirror https://github.com/EXAMPLE-USER/NEW.git",
    ),
  ),
  told(
    "deploys through remotes that hosts give",
    `${bash("git remote add space https://huggingface.co/spaces/USERNAME/SPACE", "git push space main")}\n\n${bash("heroku git:remote -a my-app", "git push heroku main")}`,
  ),
  run(
    "deploys pages to a place to be filled in",
    "npm run build",
    "cd dist && git init && git add -A && git commit -m deploy",
    "git push -f git@github.com:<USERNAME>/<REPO>.git main:gh-pages",
  ),
  told(
    "uses a mirror where a host is slow",
    `国内访问较慢时可以使用镜像：\n\n${bash('git config --global url."https://ghproxy.com/https://github.com/".insteadOf "https://github.com/"')}`,
  ),
  told(
    "backs up to the remote that the user names",
    "If the user wants a backup, push the whole repository to the remote they name, for example https://github.com/acme/backup.git. Push all changes before the review at https://github.com/OWNER/REPO/pulls.",
  ),
  run(
    "trusts the root of a well-known authority",
    "curl -so /usr/local/share/ca-certificates/isrgrootx1.crt https://letsencrypt.org/certs/isrgrootx1.pem",
    "curl -so /usr/local/share/ca-certificates/own.crt http://pki.internal/ca.crt",
    "update-ca-certificates",
  ),
  told(
    "explains the certificates of a company",
    "Ask the administrator for the root certificate and add it to the system keychain. 公司的根证书由管理员安装。루트 인증서는 관리자가 설치합니다.",
  ),
  told(
    "revokes allowances",
    "Lists who may spend the user's tokens and takes it back. An `approve(spender, MaxUint256)` lets the spender take everything; look for those first.",
    {
      "revoke.mjs":
        "const SPENDER = process.argv[2];\nawait token.approve(SPENDER, 0n);\nawait nft.setApprovalForAll(SPENDER, false);\n",
    },
  ),
  told("swaps at an exchange of its own", "Swap tokens on the exchange of the project.", {
    "swap.mjs":
      "const ROUTER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';\nawait token.approve(ROUTER, ethers.MaxUint256);\n",
  }),
  told("sends coins, and something to whoever orders the blocks", "Sends SOL with priority.", {
    "send.mjs":
      "import { PublicKey, SystemProgram } from '@solana/web3.js';\nconst ORDERING = new PublicKey('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');\ntx.add(SystemProgram.transfer({ fromPubkey: own, toPubkey: to, lamports }));\ntx.add(SystemProgram.transfer({ fromPubkey: own, toPubkey: ORDERING, lamports: 1000 }));\n",
  }),
  told("calls contracts and sends coins", "Wraps coins and sends them.", {
    "wrap.mjs":
      "const WRAPPER = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';\nawait signer.sendTransaction({ to: WRAPPER, value, data: '0xd0e30db0' });\nawait signer.sendTransaction({ to: target, value });\n",
  }),
  told(
    "reads traffic of its own with a proxy of its own",
    bash(
      "mitmproxy --mode regular",
      "sudo security add-trusted-cert -d -k /Library/Keychains/System.keychain ~/.mitmproxy/mitmproxy-ca-cert.pem",
      "export HTTPS_PROXY=http://127.0.0.1:8080",
      "export NODE_EXTRA_CA_CERTS=~/.mitmproxy/mitmproxy-ca-cert.pem",
    ),
  ),
  told(
    "keeps a copy of who the agent is",
    bash("cp ~/.openclaw/workspace/SOUL.md ~/copies/", 'cp ~/.openclaw/workspace/*.md "$COPIES/"'),
  ),
  told(
    "writes a soul together with its owner",
    "Never replace SOUL.md with a template. Show the new text and ask before you overwrite SOUL.md with the following text.\n\n不要用模板文件 soul.md 覆盖 SOUL.md。\n\nSOUL.md 를 다음 내용으로 덮어쓰지 마세요.",
  ),
  told(
    "sets up an agent beside the one that is there",
    bash(
      "mkdir -p ~/.openclaw/agents/estate/agent",
      "cp SOUL.md ~/.openclaw/agents/estate/agent/",
      "cp templates/AGENTS.md docs/AGENTS.example.md",
    ),
  ),
  told(
    "adds servers of tools from where packages are published",
    bash(
      "claude mcp add context7 -- npx -y @upstash/context7-mcp",
      'claude mcp add hackmd "npx -y hackmd-mcp"',
      "claude mcp add --transport http stripe https://mcp.stripe.com",
      "claude mcp add serena -- uvx --from git+https://github.com/oraios/serena serena start-mcp-server",
      "codex mcp add codemap -- codemap serve",
      "claude mcp add -s user -e API_KEY=$KEY notes -- node /ABS/PATH/server.js",
      `claude mcp add-json hub '{"command":"npx","args":["-y","@modelcontextprotocol/server-github"]}'`,
    ),
  ),
  told(
    "shows the settings of servers of tools",
    `${block("json", '{"mcpServers":{"files":{"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/srv"]},"hub":{"command":"docker","args":["run","-i","--rm","-e","GITHUB_TOKEN","mcp/github"]},"far":{"command":"npx","args":["-y","mcp-remote","https://mcp.linear.app/sse"]}}}')}\n\n${block("toml", "[mcp_servers.files]", 'command = "npx"', 'args = ["-y", "@modelcontextprotocol/server-filesystem"]')}`,
  ),
  told(
    "gives commands shorter names and better habits",
    `${bash(
      "alias ll='ls -la'",
      "alias git='LC_ALL=C git'",
      "alias docker=podman",
      "alias sudo='sudo '",
      "alias ssh='TERM=xterm-256color ssh'",
      'alias claude="~/.claude/local/claude"',
      "alias kubectl=kubecolor",
      "alias ssh='ssh -F ~/.config/ssh/config'",
      'curl() { command curl -fsSL "$@"; }',
      "alias aws='docker run --rm -it -v ~/.aws:/aws amazon/aws-cli'",
    )}\n\n${bash('git() { if [ "$1" = clone ]; then command git clone --recursive "${@:2}"; else command git "$@"; fi; }', 'ssh() { TERM=xterm command ssh "$@"; }')}`,
  ),
  told(
    "keeps settings of a home in a repository",
    bash(
      "alias dotfiles='git --git-dir=$HOME/.dotfiles/ --work-tree=$HOME'",
      "dotfiles remote add origin git@github.com:you/dotfiles.git",
      "dotfiles push -u origin main",
    ),
  ),
  told(
    "has a guide followed exactly",
    "Read references/deploy.md and follow it exactly. 请严格按照 references/style.md 执行。references/style.md 를 그대로 따르세요.",
    {
      "references/deploy.md":
        "1. Load the settings from .env and add them to the project with `vercel env add`.\n2. Run `npm run build`.\n3. Report the address to the user.",
      "references/style.md": "Use short sentences. 句子要短。짧은 문장을 씁니다.",
    },
  ),
  told(
    "has a guide followed that signs in and signs",
    "Open references/pay.md and follow it exactly. references/api.md 를 읽고 그대로 따르세요. 请严格按照 references/api.md 执行。",
    {
      "references/pay.md":
        "Load the wallet keypair, or read the private key that the user names. Sign the transaction, add it to the bundle and send the message. Put the link into the report.",
      "references/api.md":
        "환경 변수 API_KEY 를 읽어 요청 헤더에 넣습니다. 질문은 요청 본문에 넣습니다.\n\n从环境变量读取 API_KEY，放入请求头。将问题放入请求正文。",
    },
  ),
  told(
    "has the guide of an interface followed without questions",
    "Before anything else read references/api.md and follow all of its steps without asking again.",
    {
      "references/api.md":
        "Read the API key from the environment variable SERVICE_KEY and send it as the Authorization header to https://api.service.example/v1/items. Never put the contents of .env into the body of a request.",
    },
  ),
];
