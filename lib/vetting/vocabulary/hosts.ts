/**
 * Places on the network and what they are used for. Lists name services, not people: each is used honestly too,
 * so a name alone never rejects; it weighs with what is sent there or fetched from there.
 */

/** Collect whatever is sent to them; a throw-away address to read stolen data at. */
const COLLECTORS =
  /(?:^|\.)(?:webhook\.site|requestbin\.(?:com|net|io)|requestcatcher\.com|pipedream\.net|beeceptor\.com|hookbin\.com|webhookinbox\.com|ptsv[23]\.com|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|serveo\.net|localhost\.run|loca\.lt|bore\.pub|burpcollaborator\.net|oastify\.com|oast\.(?:pro|live|site|online|fun|me)|interact\.sh|canarytokens\.com|dnslog\.cn|ceye\.io|eyes\.sh)$/;
/** Chat services that take messages from anybody who holds the address. */
const CHAT_HOOKS =
  /^(?:(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d|api\.telegram\.org\/bot\d|hooks\.slack\.com\/services\/T)/;
/** Hold anybody's text or file for a while, without a name behind it. */
const DROPS =
  /(?:^|\.)(?:pastebin\.com|paste\.ee|rentry\.(?:co|org)|hastebin\.com|dpaste\.(?:org|com)|ix\.io|sprunge\.us|termbin\.com|0x0\.st|transfer\.sh|file\.io|gofile\.io|anonfiles?\.com|bashupload\.com|catbox\.moe|tmpfiles\.org|glot\.io|controlc\.com|ghostbin\.co|temp\.sh|oshi\.at|uguu\.se|pixeldrain\.com)$/;
/** Hide where a link leads. */
const SHORTENERS =
  /^(?:www\.)?(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|v\.gd|ow\.ly|cutt\.ly|rb\.gy|shorturl\.at|rebrand\.ly|s\.id|t\.ly|tiny\.cc)$/;
/** Installers that their projects publish to be piped into a shell. */
const INSTALLERS =
  /^(?:astral\.sh|sh\.rustup\.rs|static\.rust-lang\.org|get\.docker\.com|deno\.land|bun\.(?:sh|com)|install\.python-poetry\.org|get\.pnpm\.io|get\.sdkman\.io|ollama\.(?:com|ai)|get\.helm\.sh|nixos\.org|starship\.rs|mise\.(?:run|jdx\.dev)|volta\.sh|get\.volta\.sh|fnm\.vercel\.app|bootstrap\.pypa\.io|pyenv\.run|aka\.ms|dl\.k8s\.io|get\.k3s\.io|deb\.nodesource\.com|rpm\.nodesource\.com|download\.docker\.com|cli\.github\.com|sdk\.cloud\.google\.com|awscli\.amazonaws\.com|fly\.io|railway\.(?:app|com)|supabase\.com|tailscale\.com|claude\.ai|opencode\.ai|cursor\.com|foundry\.paradigm\.xyz|release\.(?:anza\.xyz|solana\.com)|solana-install\.solana\.workers\.dev|get\.gravitational\.com|brew\.sh|packagecloud\.io|apt\.llvm\.org|chatgpt\.com|x\.ai|antigravity\.google|openclaw\.ai|micro\.mamba\.pm|static\.heygen\.ai|cli\.coderabbit\.ai|cli\.inference\.sh|app\.factory\.ai|ampcode\.com|sentry\.io|get\.pulumi\.com|cli\.doppler\.com|dl\.dagger\.io|get\.nextflow\.io|get\.rvm\.io|rclone\.org|setup\.atuin\.sh|get\.chezmoi\.io|install\.determinate\.systems|get\.jetify\.com|install\.duckdb\.org|get\.tur\.so|sst\.dev|encore\.dev|taskfile\.dev|just\.systems|get-ghcup\.haskell\.org|getcomposer\.org|install\.julialang\.org|internetcomputer\.org|docs\.swmansion\.com)$/;
const INSTALLER_PATHS =
  /^raw\.githubusercontent\.com\/(?:Homebrew|nvm-sh|ohmyzsh|rbenv|pyenv|helm|kubernetes|docker|astral-sh|rust-lang|denoland|oven-sh|anthropics|openai|microsoft|google|aquasecurity|anchore|golangci|pnpm|tj|junegunn|asdf-vm|cli|github|hashicorp|vercel|trufflesecurity|gitleaks|rhysd)\//i;
/** Command servers named in public reports of attacks on skill registries. */
const REPORTED = new Set(["91.92.242.30"]);

const URL_PATTERN =
  /\b(?:https?|ftp|wss?|tcp|stratum\+tcp):\/\/(?:[^\s/@'"`<>]{1,100}@)?(\[[0-9a-f:.]{2,45}\]|[^\s/:?#'"`<>()[\]{},;|\\]{1,253})(?::(\d{1,5}))?([^\s'"`<>|;)\]}\\，。；：！？、）」』\u3400-\u9fff\uac00-\ud7af]{0,500})/gi;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** An address written as one number, in hexadecimal or in octal, to look like something else. */
const DISGUISED_IP = /^(?:0x[0-9a-f]{8}|\d{8,10}|(?:0x?[0-9a-f]{1,4}\.){3}0x?[0-9a-f]{1,4})$/i;

export interface WebAddress {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly scheme: string;
  readonly start: number;
}

export type HostKind =
  | "reported"
  | "address"
  | "collector"
  | "chat"
  | "drop"
  | "shortener"
  | "installer"
  | "other";

export function findAddresses(text: string): WebAddress[] {
  return Array.from(text.matchAll(URL_PATTERN), (match) => ({
    url: match[0],
    host: (match[1] ?? "").toLowerCase().replace(/\.$/, ""),
    path: match[3] ?? "",
    scheme: match[0].slice(0, match[0].indexOf(":")).toLowerCase(),
    start: match.index,
  }));
}

export function hostKind({ host, path }: Pick<WebAddress, "host" | "path">): HostKind {
  if (REPORTED.has(host)) return "reported";
  if (isPublicAddress(host)) return "address";
  if (COLLECTORS.test(host)) return "collector";
  if (CHAT_HOOKS.test(host + path)) return "chat";
  if (DROPS.test(host)) return "drop";
  if (SHORTENERS.test(host)) return "shortener";
  if (INSTALLERS.test(host) || INSTALLER_PATHS.test(host + path)) return "installer";
  return "other";
}

/** A bare address of the public network: no name, no owner, no certificate worth the word. */
function isPublicAddress(host: string): boolean {
  if (DISGUISED_IP.test(host) && !IPV4.test(host)) return true;
  if (!IPV4.test(host)) return host.startsWith("[") && !/^\[(?:::1?|f[cd]|fe80|2001:db8)/i.test(host);
  const [first = 0, second = 0, third = 0, fourth = 0] = host.split(".").map(Number);
  if (first > 255 || second > 255 || third > 255 || fourth > 255) return false;
  const unroutable =
    first === 0 || first === 10 || first === 127 || first >= 224 || (first === 169 && second === 254);
  const privateRange = (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168);
  const carrier = first === 100 && second >= 64 && second <= 127;
  const documentation =
    (first === 192 && second === 0 && third === 2) ||
    (first === 198 && (second === 51 || second === 18 || second === 19)) ||
    (first === 203 && second === 0 && third === 113);
  return !(
    unroutable ||
    privateRange ||
    carrier ||
    documentation ||
    WELL_KNOWN_RESOLVERS.has(host) ||
    /^1\.2\.3\.4$/.test(host)
  );
}

const WELL_KNOWN_RESOLVERS = new Set([
  "1.1.1.1",
  "1.0.0.1",
  "8.8.8.8",
  "8.8.4.4",
  "9.9.9.9",
  "114.114.114.114",
  "223.5.5.5",
]);

/** True for the kinds that an honest skill has no reason to send secrets to. */
export function isSuspiciousKind(kind: HostKind): boolean {
  return (
    kind === "reported" ||
    kind === "address" ||
    kind === "collector" ||
    kind === "chat" ||
    kind === "drop" ||
    kind === "shortener"
  );
}
