import { decodeText } from "../reading/decode-text";
import { childIn, namedChildren, walkTree, type SyntaxNode } from "@/lib/vetting/syntax/parsers";
import { placeKind } from "../vocabulary/data";
import { concatenate, either, FROM, keychainEntry, NOTHING, textValue, type Value } from "./values";

/** A word of a command. */
export interface ShellWord extends Value {
  readonly node: SyntaxNode;
}

/** A command as it is started: what stands around it, such as `sudo` or `timeout 5`, taken away. */
export interface ShellCommand {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly words: readonly ShellWord[];
  /** What it is given on its standard input. */
  readonly input: Value;
  readonly redirects: readonly { readonly operator: string; readonly target: Value }[];
  /** Its name is a variable, or was put together. */
  readonly nameFrom: number;
}

const WRAPPERS =
  /^(?:sudo|doas|env|nohup|time|nice|ionice|stdbuf|command|builtin|exec|setsid|busybox|timeout|watch|caffeinate|unbuffer|then|do|else|chroot)$/;
const TAKES_VALUE: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugpCDhrRtT]$/,
  timeout: /^-[ks]$|^\d+[smhd]?$/,
  nice: /^-n$/,
  env: /^-[uSC]$/,
};
const MAX_DEPTH = 30;
/** What the user said and what tools answered, as an agent hands it to its hooks. */
const GIVEN_BY_AGENT = /^(?:CLAUDE|CODEX|CURSOR|GEMINI)_(?:TOOL|USER|PROMPT|TRANSCRIPT|MESSAGE|INPUT|OUTPUT)/;

/** What the words of a shell script stand for, and what its commands give to each other. */
export class ShellValues {
  readonly nodes: readonly SyntaxNode[];
  /** What was written into a file, by its name. */
  readonly files = new Map<string, Value>();
  readonly #source: string;
  readonly #variables = new Map<string, Value>();
  readonly #memo = new Map<SyntaxNode, Value>();
  // Each command of a pipeline or a group asks what comes before it: read once, they take a line of steps, not a square.
  readonly #commands = new Map<SyntaxNode, ShellCommand | null>();
  readonly #outputs = new Map<SyntaxNode, Value>();

  /** `given`: where texts come from that other code put into this one. */
  constructor(
    source: string,
    root: SyntaxNode,
    readonly given: number,
  ) {
    this.#source = source;
    this.nodes = [...walkTree(root)];
    for (let round = 0; round < 2; round++) {
      this.#forget();
      for (const node of this.nodes) this.#assign(node, round);
    }
    this.#forget();
  }

  textOf(node: SyntaxNode): string {
    return this.#source.slice(node.start, node.end);
  }

  #forget(): void {
    for (const read of [this.#memo, this.#commands, this.#outputs]) read.clear();
  }

  variable(name: string): Value {
    if (/^(?:HOME|\d|[@*])$/.test(name))
      return name === "HOME" ? textValue("~") : { ...NOTHING, from: FROM.arguments, source: name };
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    const isKey =
      /KEY|TOKEN|SECRET|PASSW|PRIVATE|MNEMONIC|SEED|CREDENTIAL/i.test(name) && /^[A-Z0-9_]+$/.test(name);
    if (isKey) return { ...NOTHING, from: FROM.key, source: name };
    return GIVEN_BY_AGENT.test(name)
      ? { ...NOTHING, from: FROM.input, source: name }
      : { ...NOTHING, from: this.given };
  }

  #assign(node: SyntaxNode, round: number): void {
    if (node.type === "variable_assignment") {
      const name = childIn(node, "name");
      if (name === null) return;
      const value = childIn(node, "value");
      const key = this.textOf(name);
      const now = value === null ? textValue("") : this.read(value);
      const isMore = this.textOf(node).startsWith(`${key}+=`);
      const before = this.#variables.get(key);
      if (isMore && before !== undefined) {
        if (round === 0) this.#variables.set(key, concatenate(before, now));
      } else this.#variables.set(key, either(now, before ?? NOTHING));
    } else if (node.type === "for_statement") {
      const name = childIn(node, "variable");
      const over = node.children.filter(({ field }) => field === "value");
      if (name !== null)
        this.#variables.set(
          this.textOf(name),
          over.reduce((sum, each) => either(sum, this.read(each)), NOTHING),
        );
    } else if (node.type === "command") {
      const name = childIn(node, "name");
      if (name === null) return;
      const called = this.textOf(name);
      const input = this.inputOf(node);
      if (called === "read" || called === "mapfile" || called === "readarray") {
        const isOfFile = input !== NOTHING;
        for (const word of node.children.filter(
          ({ field, type }) => field === "argument" && type === "word",
        )) {
          const variable = this.textOf(word);
          if (!variable.startsWith("-"))
            this.#variables.set(
              variable,
              isOfFile ? { ...input, isKnown: false } : { ...NOTHING, from: FROM.input, source: "stdin" },
            );
        }
      }
      this.#noteFiles(node);
    }
  }

  /** What a redirect, `curl -o` or `tee` leaves in a file. */
  #noteFiles(node: SyntaxNode): void {
    const command = this.commandOf(node);
    if (command === null) return;
    const output = this.outputOf(command);
    for (const { operator, target } of command.redirects)
      if (operator.includes(">") && target.text !== "" && output.from !== 0) this.#keep(target.text, output);
    const { name, words } = command;
    for (const [at, word] of words.entries()) {
      const isSaved =
        (name === "curl" && /^-[a-zA-Z]*o$|^--output$/.test(word.text)) ||
        (name === "wget" && /^-[a-zA-Z]*O$|^--output-document$/.test(word.text));
      const target = words[at + 1]?.text;
      if (isSaved && target !== undefined && target !== "-")
        this.#keep(target, { ...NOTHING, from: FROM.download, source: addressIn(words) });
    }
    if (
      (name === "wget" ||
        (name === "curl" && words.some(({ text }) => /^-[a-zA-Z]*O|^--remote-name/.test(text)))) &&
      !words.some(({ text }) => /^-[a-zA-Z]*O$|^-o$/.test(text) && name === "wget")
    ) {
      const address = addressIn(words);
      const file = address.slice(address.lastIndexOf("/") + 1);
      if (file !== "") this.#keep(file, { ...NOTHING, from: FROM.download, source: address });
    }
    if (name === "tee" && command.input.from !== 0)
      for (const word of words.slice(1)) if (!word.text.startsWith("-")) this.#keep(word.text, command.input);
    if (name === "git" && words[1]?.text === "clone") {
      const address = words.slice(2).find(({ text }) => /:\/\/|^git@/.test(text))?.text ?? "";
      const last = words.at(-1)?.text ?? "";
      const folder =
        last === address ? address.slice(address.lastIndexOf("/") + 1).replace(/\.git$/, "") : last;
      if (folder !== "") this.#keep(`${folder}/`, { ...NOTHING, from: FROM.download, source: address });
    }
    const archive = archiveOf(name, words);
    if (archive !== null) {
      const held = words
        .slice(1)
        .map(({ text }) => this.fileValue(text))
        .reduce((sum, value) => either(sum, value), NOTHING);
      if (held.from !== 0) this.#keep(archive, held);
    }
    if (/^(?:cp|mv)$/.test(name)) {
      const [from, to] = words.filter(({ text }) => !text.startsWith("-")).slice(1);
      const carried = from === undefined ? NOTHING : this.fileValue(from.text);
      if (to !== undefined && carried.from !== 0) this.#keep(to.text, carried);
    }
  }

  #keep(path: string, value: Value): void {
    this.files.set(path.replace(/^\.\//, ""), value);
  }

  /** What stands in a file: what the script wrote there, or what its place says. */
  fileValue(written: string): Value {
    const path = written.replace(/^@/, "").replace(/^\.\//, "");
    const known = this.files.get(path);
    if (known !== undefined) return known;
    for (const [name, value] of this.files)
      if (name.endsWith("/") && (path.startsWith(name) || path.startsWith(`/tmp/${name}`))) return value;
    if (path === "/dev/stdin" || path === "-") return { ...NOTHING, from: FROM.input, source: "stdin" };
    const kind = placeKind(path, ["credentials", "settings", "personal"]);
    return kind === null ? NOTHING : { ...NOTHING, from: FROM[kind as "credentials"], source: path };
  }

  read(node: SyntaxNode | null, depth = 0): Value {
    if (node === null || depth > MAX_DEPTH) return NOTHING;
    const known = this.#memo.get(node);
    if (known !== undefined) return known;
    this.#memo.set(node, NOTHING);
    const value = this.#evaluate(node, depth + 1);
    this.#memo.set(node, value);
    return value;
  }

  #evaluate(node: SyntaxNode, depth: number): Value {
    const text = this.textOf(node);
    switch (node.type) {
      case "word":
        return textValue(
          text.replace(/^~\//, "~/").replace(/\\(.)/g, "$1"),
          /\\[a-z]/i.test(text) && !/\\[n]/.test(text) ? FROM.spelled : 0,
        );
      case "raw_string":
        return textValue(text.slice(1, -1), /\$\{\{\s*toJSON\(secrets\)/.test(text) ? FROM.environment : 0);
      case "ansi_c_string":
        return textValue(unescapeAnsi(text.slice(2, -1)), /\\x|\\[0-7]{3}/.test(text) ? FROM.spelled : 0);
      case "string_content":
        return textValue(text.replace(/\\(["$`\\])/g, "$1"));
      case "string":
      case "concatenation":
      case "command_name":
        return this.#parts(node, depth);
      case "simple_expansion":
        return this.variable(text.replace(/^\$/, ""));
      case "expansion": {
        const name = /^\$\{[!#]?(\w+|[@*])/.exec(text)?.[1] ?? "";
        const fallback = /^\$\{\w+:?[-=](.*)\}$/.exec(text)?.[1];
        const value = this.variable(name);
        return fallback !== undefined && value.text === "" && !/[$`]/.test(fallback)
          ? { ...value, text: fallback.replace(/^["']|["']$/g, "") }
          : /[#%/,^:]/.test(text.slice(2 + name.length, -1))
            ? { ...value, isKnown: false }
            : value;
      }
      case "command_substitution":
      case "process_substitution":
        return this.#substitution(node, depth);
      case "number":
        return textValue(text);
      case "arithmetic_expansion":
      case "test_command":
        return NOTHING;
      case "array":
        return this.#parts(node, depth, " ");
      case "heredoc_body":
        return { ...this.#parts(node, depth), text: text.slice(0, 20_000), isKnown: true };
      default:
        return this.#parts(node, depth);
    }
  }

  #parts(node: SyntaxNode, depth: number, between = ""): Value {
    const parts = namedChildren(node);
    if (parts.length === 0) return textValue(this.textOf(node).replace(/^["']|["']$/g, ""));
    if (parts.length === 1) return this.read(parts[0]!, depth);
    // Spaces between the parts of a string are no nodes of their own.
    let value = textValue("");
    let end = parts[0]?.start ?? 0;
    for (const part of parts) {
      const gap = this.#source.slice(end, part.start);
      value = concatenate(value, this.read(part, depth), between || (/^\s+$/.test(gap) ? gap : ""));
      end = part.end;
    }
    return value;
  }

  #substitution(node: SyntaxNode, depth: number): Value {
    const inner = namedChildren(node);
    const last = inner.at(-1);
    if (last === undefined) return NOTHING;
    const redirect = last.type === "file_redirect" ? last : null;
    if (redirect !== null) return this.fileValue(this.read(childIn(redirect, "destination"), depth).text);
    return inner.reduce((sum, each) => either(sum, this.statementOutput(each)), NOTHING);
  }

  /** What a statement writes to its standard output. */
  statementOutput(node: SyntaxNode): Value {
    const known = this.#outputs.get(node);
    if (known !== undefined) return known;
    const value = this.#readOutput(node);
    this.#outputs.set(node, value);
    return value;
  }

  #readOutput(node: SyntaxNode): Value {
    if (node.type === "command") {
      const command = this.commandOf(node);
      return command === null ? NOTHING : this.outputOf(command);
    }
    if (node.type === "pipeline" || node.type === "redirected_statement" || node.type === "list") {
      const last = node.children.findLast(({ type }) => STATEMENTS.has(type));
      return last === undefined ? NOTHING : this.statementOutput(last);
    }
    if (STATEMENTS.has(node.type))
      return namedChildren(node).reduce(
        (sum, each) => either(sum, STATEMENTS.has(each.type) ? this.statementOutput(each) : NOTHING),
        NOTHING,
      );
    return NOTHING;
  }

  /** What comes in from the command before it in a pipeline, a here-document or `<`. */
  inputOf(node: SyntaxNode): Value {
    let holder = node;
    for (let step = 0; step < 3 && holder.parent !== null; step++) {
      for (const redirect of holder.children.filter(({ type }) => type.endsWith("_redirect"))) {
        const input = this.#redirectInput(redirect);
        if (input !== NOTHING) return input;
      }
      const { parent } = holder;
      if (parent.type === "pipeline") {
        const at = parent.children.indexOf(holder);
        const before = parent.children.slice(0, at).findLast(({ isNamed }) => isNamed);
        if (before !== undefined) return this.statementOutput(before);
        // `cat <<EOF | sh` stands inside of the redirect in this grammar.
        const outer = parent.parent;
        if (outer?.type === "heredoc_redirect")
          return this.read(outer.children.find(({ type }) => type === "heredoc_body") ?? null);
        if (outer !== null && outer.type === "redirected_statement") {
          holder = parent;
          continue;
        }
        return NOTHING;
      }
      if (
        parent.type !== "redirected_statement" &&
        !/^(?:while_statement|do_group|compound_statement|subshell)$/.test(parent.type)
      )
        return NOTHING;
      holder = parent;
    }
    return NOTHING;
  }

  #redirectInput(redirect: SyntaxNode): Value {
    if (redirect.type === "herestring_redirect")
      return this.read(redirect.children.find(({ isNamed }) => isNamed) ?? null);
    if (redirect.type === "heredoc_redirect")
      return this.read(redirect.children.find(({ type }) => type === "heredoc_body") ?? null);
    const isInput = redirect.children.some(({ type }) => type === "<");
    if (!isInput) return NOTHING;
    const target = this.read(childIn(redirect, "destination"));
    return target.from === 0 ? this.fileValue(target.text) : target;
  }

  /** The command of a node; null for one that has no name. */
  commandOf(node: SyntaxNode): ShellCommand | null {
    const known = this.#commands.get(node);
    if (known !== undefined) return known;
    const command = this.#readCommand(node);
    this.#commands.set(node, command);
    return command;
  }

  #readCommand(node: SyntaxNode): ShellCommand | null {
    const named = childIn(node, "name");
    if (named === null) return null;
    const nodes = [named, ...node.children.filter(({ field, isNamed }) => field === "argument" && isNamed)];
    let words = nodes.map((each): ShellWord => ({ ...this.read(each), node: each }));
    // A variable that holds several words is several words.
    const first = words[0];
    if (first !== undefined && /\s/.test(first.text.trim()) && named.children[0]?.type !== "string")
      words = [
        ...first.text
          .trim()
          .split(/\s+/)
          .map((text) => ({ ...first, text })),
        ...words.slice(1),
      ];
    words = withoutWrappers(words);
    const [head] = words;
    if (head === undefined) return null;
    const holders = [node, node.parent?.type === "redirected_statement" ? node.parent : null];
    const redirects = holders.flatMap((holder) =>
      (holder?.children ?? [])
        .filter(({ type }) => type === "file_redirect")
        .map((each) => ({
          operator: each.children.find(({ isNamed }) => !isNamed)?.type ?? ">",
          target: this.read(childIn(each, "destination")),
        })),
    );
    return {
      node,
      name: head.text.slice(head.text.lastIndexOf("/") + 1),
      words,
      input: this.inputOf(node),
      redirects,
      nameFrom: head.from,
    };
  }

  outputOf(command: ShellCommand): Value {
    const { name, words, input } = command;
    const rest = words.slice(1);
    const union = rest.reduce((sum, word) => sum | word.from, 0);
    const source = rest.find((word) => word.source !== "")?.source ?? input.source;
    const told = (): Value => ({
      text: rest
        .filter(({ text }) => !/^-[neE]+$/.test(text))
        .map(({ text }) => text)
        .join(" "),
      isKnown: rest.every(({ isKnown }) => isKnown),
      name: "",
      from: union,
      source,
    });
    if (name === "echo" || name === "printf") return told();
    if (
      name === "cat" ||
      name === "tac" ||
      name === "head" ||
      name === "tail" ||
      name === "less" ||
      name === "strings" ||
      name === "dd"
    ) {
      const paths = rest.filter(({ text }) => text !== "" && !/^-(?!$)|^\+?\d+[kKmM]?$/.test(text));
      if (paths.length === 0)
        return input === NOTHING ? { ...NOTHING, from: FROM.input, source: "stdin" } : input;
      return paths.reduce(
        (sum, { text }) => either(sum, { ...this.fileValue(text.replace(/^if=/, "")), isKnown: false }),
        { ...NOTHING, from: union & ~FROM.input, source },
      );
    }
    if (/^(?:curl|wget|fetch|aria2c|http|https|lynx)$/.test(name)) {
      const toFile = rest.some(
        ({ text }) =>
          (name === "curl" && /^-[a-zA-Z]*[oO]$|^--output$/.test(text)) ||
          (name === "wget" &&
            !text.startsWith("-") &&
            !rest.some((word) => /^-[a-zA-Z]*O-?$|^--output-document/.test(word.text))),
      );
      return toFile ? NOTHING : { ...NOTHING, from: FROM.download, source: addressIn(words) };
    }
    if (
      (name === "dig" || name === "nslookup" || name === "host") &&
      rest.some(({ text }) => /^txt$|-type=txt|-t$/i.test(text))
    )
      return { ...NOTHING, from: FROM.download, source: "a name record" };
    if (/^(?:nc|ncat|netcat|socat)$/.test(name))
      return { ...NOTHING, from: FROM.download, source: rest.map(({ text }) => text).join(" ") };
    if ((name === "aws" || name === "gsutil") && rest.some(({ text }) => text === "-"))
      return {
        ...NOTHING,
        from: FROM.download,
        source: rest.find(({ text }) => text.includes("://"))?.text ?? "",
      };
    if (name === "env" || name === "printenv" || name === "export" || name === "set" || name === "declare") {
      const [variable] = rest;
      if (variable === undefined || variable.text.startsWith("-"))
        return { ...NOTHING, from: FROM.environment, source: "environment" };
      return name === "printenv" ? this.variable(variable.text) : NOTHING;
    }
    if (decodesText(name, rest)) {
      const decoded = input.isKnown ? decodeInput(name, input.text.trim()) : null;
      return decoded === null
        ? { ...input, text: "", isKnown: false, from: (input.from & ~FROM.download) | FROM.decoded }
        : textValue(decoded, FROM.decoded);
    }
    if (
      (name === "security" &&
        rest.some(({ text }) =>
          /^(?:find-(?:generic|internet)-password|dump-keychain|export)$/.test(text),
        )) ||
      (name === "secret-tool" && rest[0]?.text === "lookup")
    ) {
      const entry = rest.findIndex(({ text }) => text === "-s" || text === "service");
      return {
        ...NOTHING,
        from: FROM.credentials,
        source: keychainEntry(entry === -1 ? "" : (rest[entry + 1]?.text ?? "")),
      };
    }
    if (/^(?:pbpaste|xclip|xsel|wl-paste|screencapture|scrot|imagesnap)$/.test(name))
      return { ...NOTHING, from: FROM.private, source: name };
    if (/^(?:tar|zip|gpg|openssl|base64|base32|xxd|od|gzip|bzip2|xz|7z)$/.test(name)) {
      const files = rest
        .map(({ text }) => this.fileValue(text))
        .reduce((sum, value) => either(sum, value), NOTHING);
      return { ...either(input, files), text: "", isKnown: false };
    }
    if (name === "git" && /^(?:diff|bundle|archive|show)$/.test(rest[0]?.text ?? ""))
      return { ...NOTHING, from: FROM.personal, source: `git ${rest[0]?.text ?? ""}` };
    if (
      /^(?:grep|egrep|rg|awk|sed|jq|cut|sort|head|tr|uniq|xargs|yq|fold|rev|wc|python3?|node)$/.test(name)
    ) {
      const ofFiles = rest
        .map(({ text }) => this.fileValue(text))
        .reduce((sum, value) => either(sum, value), NOTHING);
      const value = either(input, ofFiles);
      const isTurned = name === "rev" || name === "tr";
      const from = value.from & (isTurned ? ~0 : ~(FROM.download | FROM.decoded));
      const isPicked = /^(?:grep|egrep|rg|awk|sed)$/.test(name) && (from & FROM.environment) !== 0;
      const turned =
        name === "rev" && value.isKnown
          ? Array.from(value.text).reverse().join("")
          : name === "tr" && value.isKnown
            ? (decodeText(value.text, "rot13") ?? "")
            : "";
      if (turned !== "") return textValue(turned, FROM.decoded);
      return {
        ...value,
        text: "",
        isKnown: false,
        from: isPicked ? (from & ~FROM.environment) | FROM.selection : from,
      };
    }
    return NOTHING;
  }
}

const STATEMENTS = new Set([
  "command",
  "pipeline",
  "list",
  "redirected_statement",
  "subshell",
  "compound_statement",
  "if_statement",
  "while_statement",
  "for_statement",
  "do_group",
]);

function decodesText(name: string, rest: readonly ShellWord[]): boolean {
  const has = (pattern: RegExp) => rest.some(({ text }) => pattern.test(text));
  return (
    (/^(?:base64|base32|gbase64)$/.test(name) && has(/^-[a-z]*[dD]|^--decode/)) ||
    (name === "xxd" && has(/^-[a-z]*r/)) ||
    (name === "openssl" && has(/^-d$/)) ||
    (name === "gpg" && has(/^-d$|^--decrypt/)) ||
    /^(?:uudecode|zcat|gunzip|bzcat|xzcat|unxz|bunzip2)$/.test(name) ||
    (/^(?:gzip|xz|bzip2)$/.test(name) && has(/^-[a-z]*d/))
  );
}

function decodeInput(name: string, text: string): string | null {
  return decodeText(text, name === "xxd" ? "hex" : name === "base32" ? "base32" : "base64");
}

/** The file that `tar cf`, `zip` and `gpg -o` make. */
function archiveOf(name: string, words: readonly ShellWord[]): string | null {
  const texts = words.map(({ text }) => text);
  if (name === "tar") {
    const at = texts.findIndex((text, place) => place > 0 && /^-?[a-zA-Z]*f$|^--file$/.test(text));
    return at === -1 ? null : (texts[at + 1] ?? null);
  }
  if (name === "zip" || name === "7z" || name === "rar")
    return texts.slice(1).find((text) => !text.startsWith("-") && text.length > 1) ?? null;
  const at = texts.findIndex((text) => text === "-o" || text === "--output" || text === "-out");
  return /^(?:gpg|openssl|base64)$/.test(name) && at !== -1 ? (texts[at + 1] ?? null) : null;
}

/** The first web address among the words. */
export function addressIn(words: readonly Value[]): string {
  return (
    /\bhttps?:\/\/[^\s'"`<>|;]{1,500}/.exec(words.map(({ text }) => text.slice(0, 600)).join(" "))?.[0] ??
    words.slice(1).find(({ text }) => /^[\w-]+(?:\.[\w-]+)+\//.test(text))?.text ??
    ""
  );
}

function withoutWrappers(words: readonly ShellWord[]): ShellWord[] {
  let rest = [...words];
  for (let step = 0; step < 5; step++) {
    const name = rest[0]?.text.slice((rest[0]?.text.lastIndexOf("/") ?? -1) + 1) ?? "";
    if (!WRAPPERS.test(name) || rest.length < 2) return rest;
    let at = 1;
    while (at < rest.length) {
      const { text } = rest[at]!;
      if (TAKES_VALUE[name]?.test(text) === true) at += /^\d/.test(text) ? 1 : 2;
      else if (text.startsWith("-") || (name === "env" && /^\w+=/.test(text))) at++;
      else break;
    }
    // `env` alone prints the environment.
    if (at >= rest.length) return rest;
    rest = rest.slice(at);
  }
  return rest;
}

function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|u([0-9a-f]{4})|(.))/gi,
    (_whole, hex, octal, unicode, other) => {
      const digits = String(hex ?? unicode ?? octal ?? "");
      const code = parseInt(digits, octal === undefined ? 16 : 8);
      return Number.isInteger(code) ? String.fromCodePoint(code) : other === "n" ? "\n" : String(other);
    },
  );
}
