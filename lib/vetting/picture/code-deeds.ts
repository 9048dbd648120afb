import { showEvidence } from "../evidence";
import { lineText } from "../match-places";
import { argumentStrings, argumentTokens, type CodeIndex, type Reference } from "../reading/code/code-index";
import type { CodeUnit } from "../reading/units";
import type { VettingContext } from "../rule";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";
import { isSendingCall } from "../vocabulary/network-calls";
import type { Moments } from "./moments";
import type { Deed, DeedKind } from "./picture";
import type { Purpose, Theme } from "./purpose";
import { findFlood } from "./flood";
import { findRunInput } from "./run-input";

const MAX_DEEDS = 60;

interface Seen {
  readonly kind: DeedKind;
  readonly object: string;
  readonly token: number;
  readonly themes?: readonly Theme[];
  readonly isCommon?: boolean;
}

/** What code does that runs as the skill's own: scripts, and what they hand to an interpreter. */
export function readCodeDeeds(context: VettingContextParts, purpose: Purpose, moments: Moments): Deed[] {
  const configured = configuredHosts(context);
  return context.units.code
    .filter(({ origin, file }) => /^(?:script|embedded|decoded|carried)$/.test(origin) && !isTest(file.path))
    .flatMap((unit) => {
      const seen = [
        ...findSending(unit, purpose, configured),
        ...findLookUps(unit),
        ...findFlood(unit, purpose).map((flood) => ({
          kind: "floods" as const,
          ...flood,
          themes: ["load" as const],
        })),
        ...findRunInput(unit, context.facts.permissions?.subprocess === true).map((run) => ({
          kind: "runs-input" as const,
          ...run,
          themes: ["running-code" as const],
        })),
        ...findOpening(unit),
      ];
      return seen
        .map((each) => deedOf(unit, each, purpose, moments))
        .filter(({ kind, isUnconditional }) => kind !== "sends-work" || isUnconditional);
    })
    .slice(0, MAX_DEEDS);
}

type VettingContextParts = Omit<VettingContext, "picture">;

const isTest = (path: string) =>
  /(?:^|\/)(?:tests?|__tests__|spec|examples?)\/|(?:^|\/)test_[^/]+\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(
    path,
  );

function deedOf(unit: CodeUnit, seen: Seen, purpose: Purpose, moments: Moments): Deed {
  const { kind, object, token, themes = [], isCommon = false } = seen;
  const offset = unit.index.tokens[token]?.start ?? 0;
  const line = unit.lineAt(offset);
  const moment = moments.at(unit.file.path, line);
  return {
    kind,
    object: object.slice(0, 100),
    file: unit.file.path,
    line,
    begins: null,
    from: "code",
    evidence: showEvidence(lineText(unit.text, offset)),
    isOutside: purpose.isForeign(kind, themes),
    isUnconditional: moment.isUnconditional,
    isConcealed: moment.isConcealed,
    isAgreed: moment.isAgreed || (isCommon && !moment.isUnconditional),
    isDescribed: false,
  };
}

/** Hosts that stand in settings which lie in the package. */
function configuredHosts({ files }: VettingContextParts): string[] {
  return files
    .filter(
      ({ path }) =>
        /\.(?:json|ya?ml|toml|ini|cfg|conf|properties)$/i.test(path) &&
        !/(?:^|\/)(?:package(?:-lock)?|skill|manifest|_meta|tsconfig|openapi)\.\w+$/i.test(path),
    )
    .flatMap(({ text }) => (text === null ? [] : findAddresses(text.slice(0, 20_000))))
    .map(({ host }) => host)
    .slice(0, 100);
}

const SECRET_PART = /^(?:.*\b)?(?:API_?KEY|KEY|TOKEN|SECRET|PASS(?:WORD|WD)?|CREDENTIALS?|AUTH)(?:\b.*)?$/i;
const READS_ENVIRONMENT =
  /^(?:os\.environb?(?:\.(?:items|copy|values|keys))?|process\.env|Deno\.env\.toObject)$/;
/** A name that is looked up tells whoever answers for it what it is made of. */
const LOOKS_UP =
  /^(?:socket\.(?:gethostbyname(?:_ex)?|getaddrinfo)|dns(?:\.promises)?\.(?:lookup|resolve\w*)|dns\.resolver\.(?:query|resolve))$/;
const READS_FILE = /(?:^|\.)(?:open|read_text|read_bytes|readFile|readFileSync|createReadStream|read)$/;
/** Folders of keys and logins, as a script names them. */
const SECRET_FOLDER = /(?:^|[/\\~])\.(?:ssh|aws|gnupg|kube)(?:[/\\]|$)|\.config[/\\](?:solana|gcloud|gh)\b/;
const LISTS = /(?:^|\.)(?:listdir|scandir|iterdir|readdir|readdirSync|glob|rglob)$/;
const WATCHES =
  /^(?:pyperclip\.paste|pyautogui\.screenshot|PIL\.ImageGrab\.grab\w*|mss\.mss.*|clipboardy(?:\.default)?\.read\w*|screenshot-desktop(?:\.default)?)$/;
const COLLECTS_PRIVATE =
  /^(?:socket\.gethostname|platform\.(?:node|uname|platform|system)|getpass\.getuser|os\.(?:hostname|userInfo|getlogin|networkInterfaces|uname)|psutil\.\w+|uuid\.getnode)$/;
const PRIVATE_PATH =
  /(?:^|[/\\~])(?:Documents|Desktop|Pictures)(?:[/\\]|$)|History$|places\.sqlite|Bookmarks$|AddressBook|chat\.db|\.(?:bash|zsh)_history$/;
const BODY_ARGUMENT = /^(?:data|json|body|files|content|params)$/;

function findSending(unit: CodeUnit, purpose: Purpose, configured: readonly string[]): Seen[] {
  const { index } = unit;
  const sinks = index.references.filter(
    (reference) => reference.call !== null && isSendingCall(reference.names),
  );
  if (sinks.length === 0) return [];
  const own = index.tokens.flatMap((token) =>
    token.kind === "string" && token.text.includes("://") ? findAddresses(token.text) : [],
  );
  const fromSettings = own.length === 0 && readsSettings(index) ? configured : [];
  const outside = own
    .filter((address) => !purpose.expects(address.host) || isSuspiciousKind(hostKind(address)))
    .map(({ host }) => host)
    .concat(fromSettings.filter((host) => !purpose.expects(host)));
  const [host] = outside;
  if (host === undefined) return [];
  const asked = sinks.find((reference) => sendsKeyInAddress(index, reference));
  if (asked !== undefined) return [{ kind: "sends-secrets", object: `key → ${host}`, token: asked.token }];
  const sink = sinks.find((reference) => sendsBody(index, reference));
  if (sink === undefined) return [];
  const to = (what: string) => `${what} → ${host}`;
  const names = (pattern: RegExp) =>
    index.references.some((reference) => reference.names.some((name) => pattern.test(name)));
  const strings = index.tokens.filter((token) => token.kind === "string");
  const found: Seen[] = [];
  const keeps = strings.filter(
    ({ text }) => text.length < 60 && SECRET_PART.test(text) && !/[\s:/]/.test(text),
  );
  if (names(READS_ENVIRONMENT) && loopsOver(index) && keeps.length >= 2)
    found.push({ kind: "sends-secrets", object: to("environment"), token: sink.token });
  const place = strings.find(({ text }) => SECRET_FOLDER.test(text) && text.length < 200);
  if (place !== undefined && (names(READS_FILE) || names(LISTS)))
    found.push({ kind: "sends-secrets", object: to(place.text), token: sink.token });
  const path = strings.find(({ text }) => PRIVATE_PATH.test(text) && text.length < 200);
  if (path !== undefined && names(READS_FILE))
    found.push({ kind: "sends-private-data", object: to(path.text), token: sink.token });
  else if (names(WATCHES))
    found.push({ kind: "sends-private-data", object: to("clipboard or screen"), token: sink.token });
  else if (names(COLLECTS_PRIVATE))
    found.push({
      kind: "sends-private-data",
      object: to("data of the machine"),
      token: sink.token,
      isCommon: true,
    });
  if (found.length === 0 && names(READS_FILE) && (sendsKey(index, sink) || fromSettings.length > 0))
    found.push({ kind: "sends-private-data", object: to("file content"), token: sink.token });
  else if (found.length === 0 && names(READS_FILE))
    found.push({ kind: "sends-work", object: to("file content"), token: sink.token });
  return found;
}

/** `gethostbyname(part + ".example.net")` with what a file holds. */
function findLookUps({ index }: CodeUnit): Seen[] {
  const reads = index.references.some(({ names }) =>
    names.some((name) => READS_FILE.test(name) || READS_ENVIRONMENT.test(name)),
  );
  if (!reads) return [];
  const sink = index.references.find(
    ({ names, call }) =>
      call !== null &&
      names.some((name) => LOOKS_UP.test(name)) &&
      argumentTokens(index, call).some(
        ({ kind, text }) => kind === "string" && /^\.?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(text),
      ) &&
      argumentTokens(index, call).some(({ text }) => text === "+"),
  );
  return sink === undefined
    ? []
    : [{ kind: "sends-private-data", object: "file content → names that are looked up", token: sink.token }];
}

function sendsBody(index: CodeIndex, { call, names }: Reference): boolean {
  if (call === null) return false;
  if (
    names.some((name) =>
      /\.(?:post|put|patch|send|sendall|request|urlopen|Request|sendBeacon|write)$|(?:^|\.)fetch$/.test(name),
    )
  )
    return (
      argumentTokens(index, call).some(
        (token, at, all) =>
          (token.kind === "name" &&
            BODY_ARGUMENT.test(token.text) &&
            /^[=:,}]$/.test(all[at + 1]?.text ?? "")) ||
          (token.kind === "name" && at > 0),
      ) || argumentStrings(index, call).includes("POST")
    );
  return false;
}

/** A key of the environment stands in what is sent, not in a header. */
function sendsKey(index: CodeIndex, { call }: Reference): boolean {
  if (call === null) return false;
  const keyed = index.references.filter(({ names, call: read }) => {
    const name = names.find((each) =>
      /^(?:os\.getenv|os\.environ\.get|process\.env\.\w+|os\.environ)$/.test(each),
    );
    if (name === undefined) return false;
    const argument =
      read === null ? name.slice(name.lastIndexOf(".") + 1) : (index.tokens[read.open + 1]?.text ?? "");
    return SECRET_PART.test(argument.replaceAll("_", " ")) || SECRET_PART.test(argument);
  });
  const isHeader = index.tokens.some((token) =>
    /^(?:headers|Authorization|x-api-key|X-API-Key|auth)$/.test(token.text),
  );
  return keyed.length > 0 && !isHeader;
}

/** `urlopen("https://…?" + os.environ["…_TOKEN"])` */
function sendsKeyInAddress(index: CodeIndex, { call }: Reference): boolean {
  if (call === null) return false;
  const tokens = argumentTokens(index, call);
  const asks = tokens.some(({ kind, text }) => kind === "string" && /^https?:\/\/[^\s]*[?/=]$/.test(text));
  return (
    asks &&
    tokens.some(({ text }) => /^(?:environ|getenv|env)$/.test(text)) &&
    tokens.some(({ text }) => /^[A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)$/.test(text))
  );
}

function loopsOver({ tokens }: CodeIndex): boolean {
  return tokens.some(
    ({ text, kind }, at) =>
      kind === "name" &&
      (text === "for" || text === "filter" || text === "entries") &&
      tokens
        .slice(at, at + 14)
        .some((next) => /^(?:environb?|env)$/.test(next.text) || next.text.endsWith("process.env")),
  );
}

/** `json.load(open("config.json"))`: the address stands in settings of the package. */
const readsSettings = ({ tokens }: CodeIndex) =>
  tokens.some(
    ({ kind, text }) =>
      kind === "string" && text.length < 100 && /\.(?:json|ya?ml|toml|ini|cfg|conf)$/.test(text),
  );

/** `os.chmod(path, 0o777)`, `verify=False`. */
function findOpening({ index }: CodeUnit): Seen[] {
  const found: Seen[] = [];
  for (const { names, call, token } of index.references) {
    if (call === null || !names.some((name) => /(?:^|\.)(?:chmod|chmodSync|lchmod|fchmod)$/.test(name)))
      continue;
    if (argumentTokens(index, call).some(({ text }) => /^0o?(?:777|666)$|^(?:511|438)$/.test(text)))
      found.push({ kind: "opens-up", object: "chmod 777", token, themes: ["permissions"] });
  }
  return found.slice(0, 3);
}
