/** Kinds of files that hold secrets, by name and by the mark that says that they really do. */
const KINDS: readonly (readonly [kind: string, path: RegExp, holds: RegExp | null])[] = [
  [
    "a file of environment variables with values",
    /(?:^|\/)(?:[\w-]+)?\.env(?:\.(?!example|sample|template|dist|defaults?|schema|test|ci)[\w-]+)?$|(?:^|\/)\.envrc$/i,
    /^\s*(?:export\s+)?(?:[A-Z][A-Z0-9_]*)?(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|DSN|DATABASE_URL)[A-Z0-9_]*\s*=\s*["']?(?!\s*["']?\s*(?:#|$)|[<{[$*]|["']?(?:your|example|change|placeholder|xxx|todo|insert|replace|none|null|test|dummy|sk-\.\.\.|\.\.\.))[^\s"'#]{6,}/im,
  ],
  ["a list of logins for hosts", /(?:^|\/)[._]netrc$/i, /\bpassword\s+\S{3,}/i],
  ["a list of logins for git", /(?:^|\/)\.git-credentials$/, /:\/\/[^\s/:]+:[^\s/@]+@/],
  ["a list of logins for databases", /(?:^|\/)\.pgpass$/, /^[^#\n]*:[^:\n]*:[^:\n]*:[^:\n]*:\S+/m],
  [
    "a login for a package registry",
    /(?:^|\/)\.npmrc$/,
    /_(?:authToken|auth|password)\s*=\s*(?!\$\{)[^\s$]{8,}/,
  ],
  ["a login for a package registry", /(?:^|\/)\.pypirc$/, /^\s*password\s*[:=]\s*\S{4,}/m],
  [
    "cloud credentials",
    /(?:^|\/)\.aws\/credentials$|(?:^|\/)aws_credentials$/,
    /aws_secret_access_key\s*=\s*\S{8,}/i,
  ],
  [
    "cloud credentials",
    /\.json$/i,
    /"type"\s*:\s*"service_account"[^]{0,2000}"private_key"\s*:\s*"-----BEGIN/,
  ],
  [
    "a login for a container registry",
    /(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.dockercfg$/,
    /"auth"\s*:\s*"[A-Za-z0-9+/=]{8,}"/,
  ],
  [
    "a login for a cluster",
    /(?:^|\/)(?:\.?kube\/config|kubeconfig(?:\.ya?ml)?)$/i,
    /(?:client-key-data|token|password)\s*:\s*["']?[\w+/=.-]{12,}/,
  ],
  ["a private key", /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/, null],
  ["a store of private keys", /\.(?:p12|pfx|jks|keystore|kdbx?|ppk)$/i, null],
  ["a wallet", /(?:^|\/)(?:wallet\.dat|UTC--\d{4}-.{10,})$/, null],
  ["a store of logins of a browser", /(?:^|\/)(?:Login Data|logins\.json|key4\.db|cookies\.sqlite)$/, null],
  [
    "a history of commands",
    /(?:^|\/)\.(?:bash|zsh|sh|python|psql|mysql|sqlite|node_repl|irb)_history$|(?:^|\/)fish_history$/,
    null,
  ],
];
/** Only so much of a file is looked at. */
const MAX_TEXT = 100_000;

/** What secrets a file holds by its kind; null for any other, and for examples without values. */
export function secretFileKind(path: string, text: string | null): string | null {
  const found = KINDS.find(
    ([, name, holds]) => name.test(path) && (holds === null || holds.test((text ?? "").slice(0, MAX_TEXT))),
  );
  return found?.[0] ?? null;
}
