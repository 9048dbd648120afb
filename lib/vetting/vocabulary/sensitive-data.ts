/** Things of a person that no skill needs to send away, found by where they are kept. */

export type SensitiveKind = "credentials" | "dotenv";

const CREDENTIAL_PLACES: readonly RegExp[] = [
  /(?:^|[/\\~])\.ssh(?:[/\\](?!.*(?:\.pub$|known_hosts|config$|authorized_keys))|$)/,
  /(?:^|[/\\])id_(?:rsa|dsa|ecdsa|ed25519)$/,
  /(?:^|[/\\~])\.aws(?:[/\\]credentials|[/\\]?$)/,
  /(?:^|[/\\~])\.(?:gnupg|password-store|azure)(?:[/\\]|$)/,
  /(?:^|[/\\~])\.kube[/\\]config/,
  /(?:^|[/\\~])\.docker[/\\]config\.json/,
  /(?:^|[/\\])\.(?:netrc|pgpass|git-credentials|my\.cnf|npmrc|pypirc|vault-token)$/,
  /\.config[/\\](?:gcloud|gh[/\\]hosts\.yml|solana[/\\]id\.json|op[/\\]config)/,
  /application_default_credentials\.json/,
  /(?:^|[/\\])(?:wallet\.dat|keystore[/\\]UTC--|exodus\.wallet)/i,
  /(?:Electrum|Exodus|Atomic|Ledger Live|Phantom|MetaMask)[/\\](?:wallets|Local Storage|exodus)/i,
  /nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa/,
  /(?:Chrome|Chromium|Edge|Brave-Browser|BraveSoftware)[/\\].{0,80}(?:Login Data|Cookies|Web Data|Local State)/i,
  /(?:^|[/\\])(?:Login Data|logins\.json|key4\.db|cookies\.sqlite)$/,
  /(?:login\.keychain|Library[/\\]Keychains)/,
  /^\/etc\/(?:shadow|sudoers|gshadow)\b/,
  /(?:^|[/\\~])\.(?:bash|zsh|python|psql|mysql|node_repl)_history\b/,
  /^\/proc\/(?:self|\d+|\$\$|1)\/environ$/,
  /(?:^|[/\\~])\.(?:openclaw|clawdbot|moltbot)[/\\](?:openclaw\.json|clawdbot\.json|credentials|\.env|config)/,
  /(?:^|[/\\~])\.claude[/\\]\.credentials\.json|\.codex[/\\]auth\.json/,
  /Telegram Desktop[/\\]tdata/,
  /(?:^|[/\\~])\.(?:bitcoin|ethereum|electrum|monero|near-credentials|sui[/\\]sui_config|aptos|cardano|foundry[/\\]keystores)(?:[/\\]|$)/,
  /(?:^|[/\\~])\.(?:cargo[/\\]credentials|terraform\.d[/\\]credentials|kaggle[/\\]kaggle\.json|cache[/\\]huggingface[/\\]token|huggingface[/\\]token|databrickscfg|boto|s3cfg|snowsql[/\\]config|gem[/\\]credentials)/,
  /\.config[/\\](?:rclone[/\\]rclone\.conf|hub$|github-copilot|doctl|heroku|wrangler|netlify)/,
  /(?:^|[/\\~])\.(?:gemini[/\\]oauth_creds\.json|claude\.json|cursor[/\\]auth|openai[/\\]auth)/,
  /\.kdbx$|Cookies\.binarycookies|(?:Bitwarden|1Password|LastPass)[/\\]/,
];
/** A folder of secrets, when its name stands alone as a part of a path that is put together. */
const CREDENTIAL_PARTS =
  /^(?:\.ssh|\.aws|\.gnupg|id_rsa|id_ed25519|id_ecdsa|\.netrc|\.git-credentials|\.pgpass|wallet\.dat|Login Data|\.password-store)$/;
const DOTENV = /(?:^|[/\\~])\.env(?:\.(?:local|production|prod|development|staging))?$/;

/** What kind of secret a path names, or null. */
export function sensitivePathKind(path: string): SensitiveKind | null {
  if (path.length > 300 || path.includes("\n")) return null;
  if (CREDENTIAL_PARTS.test(path) || CREDENTIAL_PLACES.some((place) => place.test(path)))
    return "credentials";
  return DOTENV.test(path) ? "dotenv" : null;
}

/** Credentials that belong to a service, with the hosts of that service: sending them elsewhere is theft. */
const SERVICE_CREDENTIALS: readonly (readonly [name: RegExp, host: RegExp])[] = [
  [/^AWS_(?:SECRET_ACCESS_KEY|ACCESS_KEY_ID|SESSION_TOKEN)$/, /amazonaws\.com$/],
  [/^(?:ANTHROPIC|CLAUDE)_(?:API_KEY|AUTH_TOKEN)$/, /(?:anthropic\.com|claude\.ai)$/],
  [/^OPENAI_API_KEY$/, /(?:openai\.com|openai\.azure\.com)$/],
  [/^(?:GITHUB_TOKEN|GH_TOKEN|GITHUB_PAT)$/, /(?:github\.com|githubusercontent\.com|ghcr\.io)$/],
  [/^GITLAB_TOKEN$/, /gitlab/],
  [/^NPM_TOKEN$/, /npmjs\.(?:org|com)$/],
  [/^(?:SSH_PRIVATE_KEY|PRIVATE_KEY|WALLET_PRIVATE_KEY|MNEMONIC|SEED_PHRASE)$/, /^$/],
  [/^STRIPE_(?:SECRET|API)_KEY$/, /stripe\.com$/],
  [/^(?:GOOGLE|GEMINI)_API_KEY$/, /(?:googleapis\.com|google\.com|google\.dev)$/],
  [/^SLACK_(?:BOT_)?TOKEN$/, /slack\.com$/],
];

/** The hosts a service's credential may go to, or null for a name that is no such credential. */
export function credentialHosts(variable: string): RegExp | null {
  return SERVICE_CREDENTIALS.find(([name]) => name.test(variable))?.[1] ?? null;
}

/** Commands that print secrets. */
export function isSecretCommand(words: readonly string[]): boolean {
  const text = words.join(" ");
  return (
    /^security (?:find-(?:generic|internet)-password|dump-keychain|export)/.test(text) ||
    /^(?:gh auth token|gcloud auth print-access-token|op read|pass show|secret-tool lookup|aws configure get \S*secret)/.test(
      text,
    ) ||
    /^cmdkey \/list/i.test(text)
  );
}
