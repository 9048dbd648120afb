import { findHiddenText } from "../reading/decode-text";
import { anyOf, VOCABULARY } from "../vocabulary/data";
import { embeddedLanguage, looksLikeCommand } from "../reading/embedded/embedded-commands";
import type { SourceFile } from "../reading/source-file";
import type { AccessKind } from "../access-kinds";
import type { Fact } from "./fact";
import {
  findAddresses,
  isPublicAddress,
  hostTraits,
  isListed,
  isOwnPlace,
  ownLabel,
  type WebAddress,
} from "./hosts";
import type { Purpose } from "./purpose";
import { factOf, lineText, type AccessUse, type Unit } from "./unit";
import { entryOf } from "./values";

/** A text that a text hands to an interpreter, and so on: so deep it is read. */
const MAX_LEVELS = 4;
const MAX_INNER = 4_000;
const MAX_FACTS = 20_000;

/** Reads units into facts, together with what is handed from one language to another. */
export class FactReader {
  readonly facts: Fact[] = [];
  readonly uses: AccessUse[] = [];
  readonly variables: AccessUse[] = [];
  readonly programs: { readonly what: string; readonly file: string; readonly line: number }[] = [];
  /** Places of secrets that the code names, wherever it reads them. */
  readonly named: { readonly path: string; readonly unit: Unit; readonly at: number }[] = [];
  readonly unread = new Set<SourceFile>();
  #level = 0;
  #hook: string | undefined;
  #inner = 0;

  /** Remotes of git that the package sets, by file and name. */
  readonly #remotes = new Map<string, string>();

  /** `told`: what SKILL.md says, to tell stated addresses from others. */
  constructor(
    readonly purpose: Purpose,
    readonly told: string,
    readonly readUnit: (unit: Unit, reader: FactReader, from: number) => void,
  ) {}

  isStated(address: string): boolean {
    return (
      this.told.toLowerCase().includes(address.toLowerCase()) ||
      VOCABULARY.wallets.spenders.includes(address.toLowerCase())
    );
  }

  remote(unit: Unit, name: string, address: string): void {
    this.#remotes.set(`${unit.file.path}\n${name}`, address);
    if (name === "origin") this.#remotes.set(`${unit.file.path}\n`, address);
  }

  remoteOf(unit: Unit, name: string): string {
    return this.#remotes.get(`${unit.file.path}\n${name}`) ?? "";
  }

  /** `from`: where the texts come from that other code put into this unit, as bits of `FROM`. */
  read(unit: Unit, from = 0): void {
    const outer = this.#hook;
    this.#hook = unit.hook ?? outer;
    this.readUnit(unit, this, from);
    this.#hook = outer;
  }

  add(facts: readonly Fact[]): void {
    const evidence = this.#hook;
    if (this.facts.length >= MAX_FACTS) return;
    if (evidence === undefined) this.facts.push(...facts);
    else
      for (const fact of facts)
        this.facts.push({ ...fact, traits: [...new Set([...fact.traits, "hook"])].sort(), evidence });
  }

  /** A text that is run as code: read in its own language, at the place where it is handed over. */
  inner(unit: Unit, text: string, language: "bash" | "python" | "javascript", at: number, from = 0): void {
    if (this.#level >= MAX_LEVELS || this.#inner >= MAX_INNER || text.length < 3) return;
    this.#level++;
    this.#inner++;
    const line = unit.lineAt(at);
    this.read({ file: unit.file, text, language, origin: unit.origin, lineAt: () => line }, from);
    this.#level--;
  }

  /** A literal of code: read as a command where it looks like one that is hidden in an encoding. */
  literal(unit: Unit, text: string, at: number): void {
    const hidden = findHiddenText(text);
    if (hidden === null || (!looksLikeCommand(hidden) && embeddedLanguage(hidden) === null)) return;
    this.add([factOf(unit, "disguises", { object: hidden, at, traits: ["encoded-command"] })]);
    this.inner(unit, hidden, embeddedLanguage(hidden) ?? "bash", at);
  }

  /** What is known of the host in a fact's object is added to its traits. */
  host(fact: Fact): void {
    const address = addressOf(fact.object);
    const known =
      address === undefined || (!/[.:[]/.test(address.host) && !isPublicAddress(address.host))
        ? ["no-host"]
        : this.#hostTraits(address);
    this.add([{ ...fact, traits: [...new Set([...fact.traits, ...known])].sort() }]);
  }

  contact(fact: Fact): void {
    this.host(fact);
  }

  /** `source`: the variable of a key, or the place that was read. */
  send(fact: Fact, source: string): void {
    const address = addressOf(fact.object);
    const isOwn = address !== undefined && (isKeyOf(source, address.host) || isLoginOf(source, address));
    const named = source === "" ? fact : { ...fact, object: `${source} → ${fact.object}` };
    const known =
      address === undefined || !/[.:[]/.test(address.host) ? ["no-host"] : this.#hostTraits(address);
    const ownerTraits = isOwn
      ? ["own-key"]
      : keyWords(source).some((word) => SERVICES.has(word))
        ? ["others-key"]
        : [];
    this.add([{ ...named, traits: [...new Set([...fact.traits, ...ownerTraits, ...known])].sort() }]);
  }

  #hostTraits(address: WebAddress): string[] {
    const traits = hostTraits(address);
    if (isOwnPlace(address.host)) traits.push("own-place");
    else if (this.purpose.isAbout(address.host)) traits.push("about");
    if (this.purpose.isForeign(address)) traits.push("foreign");
    return traits;
  }

  use(unit: Unit, kind: AccessKind, what: string, at: number): void {
    if (unit.origin !== "script" && unit.origin !== "carried") return;
    this.uses.push({
      kind,
      what,
      file: unit.file.path,
      line: unit.lineAt(at),
      evidence: lineText(unit.text, at),
    });
  }

  variable(unit: Unit, name: string, at: number): void {
    if (unit.origin !== "script" || EVERYBODYS.test(name)) return;
    this.variables.push({
      kind: "secrets",
      what: name,
      file: unit.file.path,
      line: unit.lineAt(at),
      evidence: lineText(unit.text, at),
    });
  }

  runs(unit: Unit, text: string, at: number): void {
    if (this.programs.length < MAX_FACTS)
      this.programs.push({ what: text, file: unit.file.path, line: unit.lineAt(at) });
  }

  namesSecret(unit: Unit, path: string, at: number): void {
    this.named.push({ path, unit, at });
  }

  notRead(file: SourceFile): void {
    this.unread.add(file);
  }
}

/** The address in an object; undefined for a function, whose name with its points reads like one. */
function addressOf(object: string): WebAddress | undefined {
  return object.endsWith("()")
    ? undefined
    : findAddresses(object.includes("://") ? object : `https://${object}`)[0];
}

/** Every process has them. */
const EVERYBODYS = new RegExp(`^(?:${anyOf(VOCABULARY.commands.everybodys_variables)})$`);

/** `OPENAI_API_KEY` belongs to `api.openai.com`, and so does what the keychain has under `openai`. */
function isKeyOf(source: string, host: string): boolean {
  // Anybody may take a name at a place that lets others in.
  if (isListed(host, "tenants")) return false;
  const label = ownLabel(host).replace(/[^a-z0-9]/g, "");
  const entry = entryOf(source);
  if (entry !== null)
    return (
      label.length > 2 &&
      entry
        .toLowerCase()
        .split(/[./:_-]+/)
        .includes(label)
    );
  return (
    label.length > 2 &&
    keyWords(source).some((word) => label.includes(word) || (label.length > 3 && word.includes(label)))
  );
}

/** What a program keeps for its own service is at home there, unless it goes to where anybody may keep things. */
function isLoginOf(path: string, address: WebAddress): boolean {
  const label = ownLabel(address.host);
  return (
    !hostTraits(address).includes("store") &&
    OWNERS.some(([piece = "", ...hosts]) => hosts.includes(label) && path.includes(piece))
  );
}

const OWNERS = VOCABULARY.secrets.owners.map((row) => row.split(" "));

/** What is left of the name of a variable without the words that every key has: whose key it is. */
function keyWords(variable: string): string[] {
  if (!/^[A-Z][A-Z0-9_]+$/.test(variable)) return [];
  return variable
    .toLowerCase()
    .split("_")
    .filter((word) => word.length > 2 && !OF_EVERY_KEY.test(word));
}

const OF_EVERY_KEY =
  /^(?:api|key|token|secret|access|auth|app|client|bot|private|password|pass|user|the|prod|dev|test)$/;
/** Names of well-known services that are no words of other keys. */
const SERVICES = new Set(VOCABULARY.hosts.services.map(ownLabel).filter((label) => label.length > 3));
