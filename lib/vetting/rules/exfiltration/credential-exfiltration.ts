import {
  argumentStrings,
  referencesWithin,
  type CodeIndex,
  type Reference,
} from "../../reading/code/code-index";
import { traceFlow, type Flow, type Source } from "../../reading/code/flow";
import type { CodeUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK, type Grade } from "../../grade";
import type { Rule, VettingContext } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { findEavesdropping } from "./eavesdropping";
import { isSendingCall, isSpawningCall } from "../../vocabulary/network-calls";
import { findAddresses, hostKind, isSuspiciousKind, type WebAddress } from "../../vocabulary/hosts";
import { staysWithService } from "../../vocabulary/service-files";
import { credentialHosts, isSecretCommand, sensitivePathKind } from "../../vocabulary/sensitive-data";

const CODE = "malicious.credential_exfiltration";

/** Follows secrets from where they are kept to calls that send them. */
export const credentialExfiltration: Rule = {
  id: "credential-exfiltration",
  title: "Secrets are sent away",
  why: "Code that reads private keys, wallets, stored logins, .env files or the whole environment and hands them to a network call steals them, whatever else it does.",
  remedy:
    "Send only what the task needs. Read one declared variable (permissions.env_vars) instead of the environment, and send a service's key to that service alone.",
  codes: [CODE],
  check(context) {
    const places = context.units.code.flatMap((unit) => [
      ...checkUnit(unit, context),
      ...findEavesdropping(unit, CODE),
    ]);
    return reportPlaces(credentialExfiltration, places);
  },
};

function checkUnit(unit: CodeUnit, context: VettingContext): Place[] {
  const sources = findSources(unit.index);
  const { flows } = traceFlow(unit.index, unit.text, {
    sources,
    isSink: (reference) => isSink(unit.index, reference),
  });
  const fileAddresses = flows.length === 0 ? [] : stringsOf(unit.index).flatMap(findAddresses);
  return flows.flatMap((flow) => {
    const grade = gradeFlow(unit.index, flow, {
      fileAddresses,
      declared: context.facts.permissions?.envVars ?? [],
      expected: new Set(
        context.picture.contacts.filter(({ isExpected }) => isExpected).map(({ host }) => host),
      ),
    });
    if (grade === null) return [];
    const from = unit.index.tokens[flow.source.token]?.start ?? 0;
    const to = unit.index.tokens[flow.sink.token]?.start ?? 0;
    const place: Place = {
      unit,
      offset: to,
      grade,
      code: CODE,
      message: `${describe(flow.source.label)} read in line ${unit.lineAt(from)} reaches the network call ${flow.sink.written}().`,
      evidence: `${lineText(unit.text, from).trim()} → ${lineText(unit.text, to).trim()}`,
    };
    return [place];
  });
}

function describe(label: string): string {
  if (label === "environment") return "The whole environment";
  if (label === "dotenv") return "An .env file";
  if (label === "credentials") return "Private credentials";
  if (label === "browser") return "What the browser keeps";
  return `The variable ${label.slice("variable:".length)}`;
}

/** A browser that is opened at an address sends what stands in the address. */
const OPENS_ADDRESS = /^webbrowser\.open(?:_new(?:_tab)?)?$/;
/** What a browser keeps of whoever looks at the page. */
const BROWSER_STORE = /^(?:document\.cookie|localStorage|sessionStorage)$/;

/** A call that sends, or a command line with a program that does. */
function isSink(index: CodeIndex, reference: Reference): boolean {
  if (isSendingCall(reference.names) || reference.names.some((name) => OPENS_ADDRESS.test(name))) return true;
  const { call } = reference;
  if (call === null || !isSpawningCall(reference.names)) return false;
  return argumentStrings(index, call).some((text) =>
    /(?:^|[\s;|&'"])(?:curl|wget|nc|ncat|scp|rsync)(?:\s|$)/.test(text),
  );
}

function findSources(index: CodeIndex): Source[] {
  const sources: Source[] = [];
  for (const [at, token] of index.tokens.entries()) {
    if (token.kind !== "string" || isIdentityArgument(index, at)) continue;
    const kind = sensitivePathKind(token.text);
    if (kind !== null) sources.push({ token: at, label: kind });
  }
  for (const reference of index.references) {
    const source = environmentSource(index, reference) ?? secretCallSource(index, reference);
    if (source !== null) sources.push(source);
  }
  return sources;
}

/** `key_filename=…`, `cert=…`: the library signs with the key, it does not send it. */
function isIdentityArgument(index: CodeIndex, at: number): boolean {
  const [name, mark] = [index.tokens[at - 2]?.text ?? "", index.tokens[at - 1]?.text];
  if (name === "-i" && mark === ",") return true;
  return (
    (mark === "=" || mark === ":") &&
    /^(?:key_filename|pkey|cert|key|identity\w*|private_?key\w*|ssh_?key\w*|verify|ca|IdentityFile)$/i.test(
      name,
    )
  );
}

const WHOLE_ENVIRONMENT =
  /^(?:os\.environb?(?:\.(?:items|values|copy))?|process\.env|Deno\.env\.toObject|environ)$/;
const ENVIRONMENT_MEMBER = /^(?:os\.environ|process\.env|Deno\.env|Bun\.env)\.([A-Za-z_]\w*)$/;
const ENVIRONMENT_CALL = /^(?:os\.getenv|os\.environ\.(?:get|pop|__getitem__)|Deno\.env\.get)$/;

function environmentSource(index: CodeIndex, reference: Reference): Source | null {
  const next = index.tokens[reference.lastToken + 1]?.text;
  for (const name of reference.names) {
    if (BROWSER_STORE.test(name) && next !== "[" && next !== "=")
      return { token: reference.token, label: "browser", wholeOnly: true };
    const tested =
      index.tokens[reference.token - 1]?.text === "in" &&
      index.tokens[reference.token - 2]?.kind === "string";
    if (WHOLE_ENVIRONMENT.test(name) && next !== "[" && !tested)
      return { token: reference.token, label: "environment", wholeOnly: true };
    const argument = reference.call === null ? undefined : index.tokens[reference.call.open + 1];
    const called = ENVIRONMENT_CALL.test(name) && argument?.kind === "string" ? argument.text : undefined;
    const variable = called ?? ENVIRONMENT_MEMBER.exec(name)?.[1];
    if (variable !== undefined && !/^(?:get|items|keys|values|copy|pop|update|setdefault)$/.test(variable)) {
      return { token: reference.token, label: `variable:${variable}` };
    }
  }
  return null;
}

function secretCallSource(index: CodeIndex, { names, call, token }: Reference): Source | null {
  if (call === null) return null;
  const reads = names.some((name) =>
    /^(?:keyring\.get_password|win32crypt\.CryptUnprotectData|browser_cookie3\.\w+|browsercookie\.\w+|keytar\.(?:getPassword|findCredentials))$/.test(
      name,
    ),
  );
  const words = isSpawningCall(names) ? argumentStrings(index, call) : [];
  const parts = words.flatMap((text) => text.split(/[\s'"=;|]+/));
  // `ssh -i KEY` signs in with the key.
  const signsIn = parts.includes("-i") || parts[0]?.startsWith("ssh") === true;
  const readsFile = !signsIn && parts.some((word) => sensitivePathKind(word) === "credentials");
  return reads ||
    readsFile ||
    isSecretCommand(words) ||
    words.some((text) => isSecretCommand(text.split(/\s+/)))
    ? { token, label: "credentials" }
    : null;
}

interface Circumstances {
  readonly fileAddresses: readonly WebAddress[];
  readonly declared: readonly string[];
  /** Hosts that the name, description or settings of the skill make one expect. */
  readonly expected: ReadonlySet<string>;
}

const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|MNEMONIC|SEED|AUTH|COOKIE|SESSION/i;
const READS =
  /(?:^|\.)(?:open|read|read_text|read_bytes|readFile|readFileSync|createReadStream|copy\w*|copyfile|add|ZipFile|glob|walk|listdir|readdirSync|connect|Connection|run|check_output|exec|execSync|get_password|CryptUnprotectData)$/;

/** How grave it is that this source reaches this sink. */
function gradeFlow(
  index: CodeIndex,
  flow: Flow,
  { fileAddresses, declared, expected }: Circumstances,
): Grade | null {
  const { call } = flow.sink;
  const addresses = argumentStrings(index, call).flatMap(findAddresses);
  const suspicious = (addresses.length > 0 ? addresses : fileAddresses).some((address) =>
    isSuspiciousKind(hostKind(address)),
  );
  const { label } = flow.source;
  const hosts = (addresses.length > 0 ? addresses : fileAddresses).map(({ host }) => host);
  const path = index.tokens[flow.source.token]?.text ?? "";
  if (label === "credentials" && !suspicious && staysWithService(path, hosts)) return null;
  if (label === "environment") return HIGH_STRONG;
  if (label === "browser") return addresses.length > 0 ? HIGH_WEAK : null;
  if (label === "credentials")
    return index.references.some((reference) => READS.test(reference.written)) ? HIGH_STRONG : HIGH_WEAK;
  const asHeader = isHeaderArgument(index, call.open, flow.at);
  if (label === "dotenv") {
    if (suspicious) return HIGH_STRONG;
    return asHeader || (hosts.length > 0 && hosts.every((host) => expected.has(host))) ? null : HIGH_WEAK;
  }
  const variable = label.slice("variable:".length);
  if (suspicious && SECRET_NAME.test(variable) && !isChatOnly(addresses, variable)) return HIGH_STRONG;
  const own = credentialHosts(variable);
  if (own === null || asHeader || declared.includes(variable)) return null;
  if (addresses.length === 0 || addresses.some(({ host }) => own.test(host))) return null;
  return servicesOf(index) > 1 ? HIGH_STRONG : HIGH_WEAK;
}

/** How many services' credentials one file reads: a collection has no honest use elsewhere. */
function servicesOf(index: CodeIndex): number {
  const hosts = index.references.flatMap((reference) => {
    const label = environmentSource(index, reference)?.label ?? "";
    return [credentialHosts(label.slice("variable:".length))?.source ?? []].flat();
  });
  return new Set(hosts).size;
}

/** A bot's own token sent to its own service is how such services work. */
function isChatOnly(addresses: readonly WebAddress[], variable: string): boolean {
  return (
    /TELEGRAM|DISCORD|SLACK|BOT|WEBHOOK/i.test(variable) &&
    addresses.every((address) => hostKind(address) === "chat")
  );
}

/** How far from a value its argument's name is looked for. */
const MAX_DISTANCE = 400;

/** True if the value stands in `headers`, `auth` or `cookies` of a call: it identifies the sender. */
function isHeaderArgument(index: CodeIndex, open: number, at: number): boolean {
  for (let token = at; token > open && token > at - MAX_DISTANCE; token--) {
    const text = index.tokens[token]?.text ?? "";
    const mark = index.tokens[token + 1]?.text;
    if (
      (mark === "=" || mark === ":") &&
      /^(?:headers|auth|cookies|Authorization|authorization|x-api-key|X-API-Key|api_key|apiKey|token)$/.test(
        text,
      )
    )
      return true;
    if ((mark === "=" || mark === ":") && /^(?:data|json|body|files|content|params|payload|url)$/.test(text))
      return false;
  }
  return Array.from(referencesWithin(index, Math.max(open + 1, at - MAX_DISTANCE), at)).some(({ written }) =>
    /headers/i.test(written),
  );
}

function stringsOf({ tokens }: CodeIndex): string[] {
  return tokens.flatMap((token) =>
    token.kind === "string" && token.text.includes("://") ? [token.text] : [],
  );
}
