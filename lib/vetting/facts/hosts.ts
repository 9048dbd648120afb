import { domainToUnicode } from "node:url";
import { LOOK_ALIKE_LETTERS } from "../vocabulary/look-alike-letters";
import { VOCABULARY } from "../vocabulary/data";

export interface WebAddress {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly scheme: string;
  readonly start: number;
}

const ADDRESS =
  /\b(?:https?|ftp|wss?|tcp|stratum\+tcp):\/\/(?:[^\s/@'"`<>]{1,100}@)?(\[[0-9a-f:.]{2,45}\]|[^\s/:?#'"`<>()[\]{},;|\\]{1,253})(:\d{1,5})?([^\s'"`<>|;)\]}\\，。；：！？、）」』]{0,500})/gi;

/** What a sentence puts behind an address. */
const PUNCTUATION = /[.,:!*_]+$/;

export function findAddresses(text: string): WebAddress[] {
  if (!text.includes("://")) return [];
  return Array.from(text.matchAll(ADDRESS), (match) => ({
    url: match[0].replace(PUNCTUATION, ""),
    host: (match[1] ?? "").toLowerCase().replace(/^\.|\.$/g, ""),
    path: (match[3] ?? "").replace(PUNCTUATION, ""),
    scheme: match[0].slice(0, match[0].indexOf(":")).toLowerCase(),
    start: match.index,
  }));
}

type HostList = keyof (typeof VOCABULARY)["hosts"];
const LISTS = new Map(
  (Object.entries(VOCABULARY.hosts) as [HostList, readonly string[]][]).map(
    ([name, hosts]) => [name, new Set(hosts)] as const,
  ),
);

/** True where a list has the host or a domain above it. */
export function isListed(host: string, list: HostList): boolean {
  const names = LISTS.get(list);
  for (let rest = host; ; rest = rest.slice(rest.indexOf(".") + 1)) {
    if (names?.has(rest) === true) return true;
    if (!rest.includes(".")) return false;
  }
}

/** Chat services and couriers take messages from anybody who holds such an address. */
const CHAT_HOOK = new RegExp(
  String.raw`^(?:${[
    String.raw`(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d`,
    String.raw`api\.telegram\.org\/bot\d`,
    String.raw`hooks\.slack\.com\/(?:services|workflows|triggers)\/T`,
    String.raw`[\w-]+\.webhook\.office\.com\/webhookb2\/\w`,
    String.raw`hooks\.zapier\.com\/hooks\/catch\/\d`,
    String.raw`maker\.ifttt\.com\/trigger\/[\w-]+\/with\/key\/[\w-]`,
    String.raw`open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/[\w-]`,
    String.raw`oapi\.dingtalk\.com\/robot\/send\?access_token=\w`,
    String.raw`qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=\w`,
  ].join("|")})`,
);
/** Places of well-known services where somebody keeps what they are sent: whose they are the name does not say. */
const STORE =
  /^(?:api\.github\.com\/gists|gitlab\.com\/api\/v4\/snippets|docs\.google\.com\/forms\/|(?:[\w.-]+\.)?s3[.-][\w.-]*amazonaws\.com|storage\.googleapis\.com|[\w-]+\.blob\.core\.windows\.net)/;

/** What a host is by itself, whoever speaks to it: the words that rules ask for. */
export function hostTraits({ host, path, scheme }: Pick<WebAddress, "host" | "path" | "scheme">): string[] {
  const traits: string[] = [];
  if (isPublicAddress(host)) traits.push("bare-address");
  if (isListed(host, "collectors")) traits.push("collector");
  if (isListed(host, "drops")) traits.push("drop");
  if (isListed(host, "shorteners")) traits.push("shortener");
  if (CHAT_HOOK.test(host + path)) traits.push("chat-hook");
  if (STORE.test(host + path)) traits.push("store");
  const owner = /^\/([\w-]+)\//.exec(path)?.[1] ?? "";
  const isInstaller =
    isListed(host, "installers") ||
    (host === "raw.githubusercontent.com" && VOCABULARY.hosts.installer_owners.includes(owner));
  if (isInstaller) traits.push("installer");
  if (isListed(host, "indexes")) traits.push("index");
  if (isListed(host, "services")) traits.push("service");
  if (scheme === "http" && !isOwnPlace(host)) traits.push("unencrypted");
  return traits;
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** An address written as one number, in hexadecimal or in octal, to look like something else. */
const DISGUISED_ADDRESS = /^(?:0x[0-9a-f]{8}|\d{8,10}|(?:0x?[0-9a-f]{1,4}\.){3}0x?[0-9a-f]{1,4})$/i;
/** First numbers of networks for private use, for examples and for this machine (RFC 6890), and resolvers that all know. */
const NO_ADDRESS =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|192\.0\.[02]|198\.51\.100|198\.1[89]|203\.0\.113)\./;
const RESOLVERS = new Set([
  "1.1.1.1",
  "1.0.0.1",
  "8.8.8.8",
  "8.8.4.4",
  "9.9.9.9",
  "114.114.114.114",
  "1.2.3.4",
]);

/** A bare address of the public network: no name, no owner, no certificate worth the word. */
export function isPublicAddress(host: string): boolean {
  if (!IPV4.test(host))
    return DISGUISED_ADDRESS.test(host) || /^\[(?!::1?\]|f[cd]|fe80|2001:db8)[0-9a-f:]{3,}/i.test(host);
  return (
    host.split(".").every((part) => Number(part) < 256) && !NO_ADDRESS.test(host) && !RESOLVERS.has(host)
  );
}

/** This machine, a place of the reader's own, or one that stands for it in an example. */
export function isOwnPlace(host: string): boolean {
  if (/^[.…]*$/.test(host)) return true;
  if (!host.includes(".") && !host.startsWith("[")) return !DISGUISED_ADDRESS.test(host);
  return (
    NO_ADDRESS.test(host) ||
    /^(?:localhost|\[::1)|(?:^|\.)(?:example\.(?:com|org|net)|local|lan|internal|corp|test|localhost)$/.test(
      host,
    ) ||
    /(?:^|[.-])(?:your|my|company|internal)\b|[$<{%*]|xxx/.test(host)
  );
}

/** The name that its owner chose: `acme` of `api.acme.co.uk` and of `acme.vercel.app`. */
export function ownLabel(host: string): string {
  const parts = host.split(".");
  if (isListed(host, "tenants")) {
    const tenant = VOCABULARY.hosts.tenants.find((each) => host.endsWith(`.${each}`));
    if (tenant !== undefined) return parts[parts.length - tenant.split(".").length - 1] ?? host;
  }
  const isSecondLevel = parts.length > 2 && /^(?:com|co|org|net|gov|ac|edu|or|go)$/.test(parts.at(-2) ?? "");
  return parts.at(isSecondLevel ? -3 : -2) ?? host;
}

/** Letters that a Latin one is taken for in a host, where only small ones stand. */
const LETTERS = new Map(
  Object.entries({
    ...LOOK_ALIKE_LETTERS,
    ӏ: "l",
    ԛ: "q",
    ԝ: "w",
    к: "k",
    м: "m",
    т: "t",
    н: "h",
    в: "b",
    г: "r",
    ı: "i",
    ɩ: "i",
    ʟ: "l",
    ս: "u",
    օ: "o",
    ց: "g",
    ρ: "p",
    κ: "k",
    τ: "t",
    υ: "u",
    ł: "l",
    ø: "o",
    đ: "d",
    ħ: "h",
  }),
);

/** True for a host that reads like a well-known one and is spelt with other letters, in plain sight or in punycode. */
export function looksLikeKnownHost(host: string): boolean {
  const shown = host.includes("xn--") ? domainToUnicode(host) : host;
  if (!/[^\0-\x7f]/.test(shown)) return false;
  return shown.split(".").some((label) => {
    const bare = label.normalize("NFD").replace(/\p{M}/gu, "");
    const plain = Array.from(bare, (letter) => LETTERS.get(letter) ?? letter).join("");
    return plain !== label && VOCABULARY.packages.host_names.includes(plain);
  });
}
