import { childIn, parseSource, type SyntaxNode } from "@/lib/vetting/syntax/parsers";
import { quoteWord } from "../reading/embedded/agent-settings";
import { isScratch, placeKind, VOCABULARY } from "../vocabulary/data";
import type { Fact, FactKind } from "./fact";
import { findAddresses, isOwnPlace } from "./hosts";
import { readInstall } from "./installs";
import { isLook, saysToLook } from "./looks-first";
import type { FactReader } from "./reader";
import { addressIn, ShellValues, type ShellCommand } from "./shell-values";
import { factOf, lineText, type Unit } from "./unit";
import { FROM, NOTHING, SECRETS, wordsOf, type Value } from "./values";

/** What a shell script, a command of a document or one in the text of other code does. Up to where it was read. */
export function readShell(unit: Unit, reader: FactReader, given = 0): number {
  const { root, isWhole, readTo } = parseSource(unit.text, "bash", unit.isRest);
  if (!isWhole) reader.notRead(unit.file);
  new ShellReader(unit, reader, new ShellValues(unit.text, root, given)).read();
  return readTo;
}

const plainPath = (path: string) => path.replace(/^\.\//, "");
/** `sha256sum -c install.sha256` names the list of digests, not the file. */
const isDigestList = (word: string) =>
  /\.(?:sha\d+|sha\d+sums?|sums?|asc|sig|minisig)$|sums?(?:\.txt)?$/i.test(word);

const SHELL = /^(?:ba|z|da|k|a|fi|c|tc)?sh$/;
const INTERPRETER =
  /^(?:python[\d.]*|pypy\d?|node|nodejs|deno|bun|perl|ruby|php|lua\w*|osascript|pwsh|powershell)$/;
const SENDERS =
  /^(?:scp|rsync|sftp|ftp|rclone|gsutil|s3cmd|mc|croc|wormhole|magic-wormhole|mail|mailx|sendmail|mutt|swaks|telegram-send|gh|aws|az|ssh|curlie|xh|nc|ncat|netcat|socat|telnet|openssl)$/;
/** Programs read these before they do what they were started for. */
const OBEYED = new Set(VOCABULARY.commands.obeyed_variables);

class ShellReader {
  readonly #facts: Fact[] = [];
  /** Where something is looked at; null for words that do not say what. */
  readonly #looks: { readonly at: number; readonly words: readonly string[] | null }[] = [];

  constructor(
    readonly unit: Unit,
    readonly reader: FactReader,
    readonly values: ShellValues,
  ) {}

  read(): void {
    for (const node of this.values.nodes) {
      if (node.type === "command") this.#readCommand(node);
      else this.#look(node);
    }
    this.reader.add(this.#facts);
  }

  #fact(kind: FactKind, object: string, node: SyntaxNode, traits: readonly string[] = []): void {
    const fact = factOf(this.unit, kind, { object, at: node.start, traits });
    // The whole of a short pipeline says more than the line on which it begins.
    this.#facts.push(fact);
  }

  #look(node: SyntaxNode): void {
    if (node.type === "comment") {
      if (saysToLook(this.values.textOf(node))) this.#looks.push({ at: node.start, words: null });
    } else if (node.type === "file_redirect") {
      const target = this.values.read(childIn(node, "destination"));
      if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) this.#socket(node, target.text);
      else if (node.children.some(({ type }) => type.includes(">"))) this.#writes(target.text, node);
    } else if (node.type === "arithmetic_expansion" || node.type === "test_command") {
      const isArithmetic =
        node.type === "arithmetic_expansion" || /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(this.values.textOf(node));
      const inside = isArithmetic
        ? this.values.nodes
            .filter(
              (each) => each.start >= node.start && each.end <= node.end && each.type === "variable_name",
            )
            .slice(0, 8)
        : [];
      if (inside.some((each) => this.#isSent(this.values.variable(this.values.textOf(each)))))
        this.#fact("runs-text", this.values.textOf(node), node, ["input", "arithmetic"]);
    } else if (node.type === "variable_assignment") this.#assigns(node);
    else if (node.type === "function_definition") {
      const name = this.values.textOf(childIn(node, "name") ?? node);
      const body = this.values.textOf(node);
      if (/\bread\s+-\w*s|\bcurl\b|>>?\s*[~/]/.test(body)) this.#shadow(name, node);
      if (/^\s*(\S+)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&/.test(body))
        this.#fact("deletes", "a process that multiplies without end", node, ["system", "wide"]);
    }
  }

  /** Sent on standard input, not written behind the script's name by whoever starts it. */
  #isSent({ from, source }: Value): boolean {
    return (from & FROM.input) !== 0 && !/^[\d@*]$/.test(source);
  }

  #socket(node: SyntaxNode, target: string): void {
    const line = lineText(this.unit.text, node.start);
    const isShell = /\b(?:ba|z)?sh\s+-i|exec\s+\d+<>|>&\s*\/dev\/tcp|0[<>]&\d|<&\d/.test(line);
    this.#fact(isShell ? "opens-shell" : "contacts", target, node, isShell ? [] : ["socket"]);
    const body =
      node.parent?.type === "redirected_statement"
        ? node.parent.children.find(({ type }) => !type.endsWith("_redirect"))
        : undefined;
    const carried = body === undefined ? 0 : this.values.statementOutput(body).from;
    if (!isShell && (carried & SECRETS) !== 0)
      this.#send(node, `https://${target.split("/")[3] ?? target}`, carried, "");
  }

  #assigns(node: SyntaxNode): void {
    const name = this.values.textOf(childIn(node, "name") ?? node);
    const value = this.values.read(childIn(node, "value"));
    if (!OBEYED.has(name)) return;
    if ((value.from & FROM.input) !== 0) this.#fact("runs-text", `${name}=`, node, ["input"]);
    else if (/PRELOAD|INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND/.test(name) && value.text !== "")
      this.#fact("weakens", `${name}=${value.text}`, node, ["loads-code"]);
  }

  #shadow(name: string, node: SyntaxNode): void {
    if (TRUSTED.test(name)) this.#fact("shadows-command", name, node);
  }

  #writes(path: string, node: SyntaxNode): void {
    if (path === "" || /^(?:\/dev\/(?:null|std(?:in|out|err)|tty|fd\/\d)|&?\d|-)$/.test(path)) return;
    const line = lineText(this.unit.text, node.start);
    if (/^\/etc\/(?:hosts|resolv\.conf)$/.test(path) && OUTSIDE_ADDRESS.test(line))
      this.#fact("weakens", line.trim(), node, ["hosts"]);
    if (this.unit.origin === "script")
      this.reader.use(this.unit, "filesystem", "a redirect into a file", node.start);
    const kind = placeKind(path, ["doors", "starts", "agents"]);
    if (kind === "doors") this.#fact("opens-door", path, node);
    else if (kind === "agents") this.#fact("writes-agent-files", path, node);
    else if (kind === "starts") {
      const isPlain =
        /^\s*(?:echo|printf)\s+['"]?(?:export\s+)?(?:PATH|[A-Z_]{2,40})=|eval "?\$\([\w./-]+ (?:init|hook|shellenv|completion)/.test(
          line,
        );
      this.#fact("starts-itself", path, node, isPlain ? ["variable-line"] : []);
      if (/alias\s+(?:sudo|ssh|git|npm|pip|su|docker|gpg|curl)=\S*(?:~|\/tmp|\.cache|\/\.)/.test(line))
        this.#fact("shadows-command", line.trim(), node);
    }
  }

  #send(node: SyntaxNode, object: string, from: number, source: string, more: readonly string[] = []): void {
    const carried = from & (SECRETS | FROM.private | FROM.personal | FROM.input);
    this.reader.send(
      factOf(this.unit, "sends", {
        object,
        at: node.start,
        traits: [...wordsOf(carried), "sending", ...more],
      }),
      source,
    );
  }

  #readCommand(node: SyntaxNode): void {
    const assigned = node.children.filter(({ type }) => type === "variable_assignment");
    for (const each of assigned) this.#assigns(each);
    const command = this.values.commandOf(node);
    if (command === null) return;
    const { name, words } = command;
    if (name === "") {
      if (words[0] !== undefined && this.#isSent(words[0]))
        this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
      return;
    }
    const head = words[0]!;
    if (this.#isSent(head) && !head.isKnown)
      this.#fact("runs-text", this.values.textOf(node).slice(0, 80), node, ["input"]);
    if ((head.from & FROM.spelled) !== 0)
      this.#fact("disguises", this.values.textOf(node).slice(0, 120), node, ["spelled"]);
    const written = childIn(node, "name");
    if (written !== null && this.#isPutTogether(written))
      this.#fact("disguises", this.values.textOf(node).slice(0, 120), node, ["spelled"]);
    if (isLook(name)) this.#looks.push({ at: node.start, words: words.slice(1).map(({ text }) => text) });
    this.#runsFile(command);
    if (SHELL.test(name) || INTERPRETER.test(name)) this.#interprets(command);
    if (name === "eval" || name === "trap") this.#evaluates(command);
    if (name === "source" || name === ".") this.#sources(command);
    if (/^(?:xargs|find|awk|gawk|sed|git|parallel|ssh|watch|su)$/.test(name)) this.#hands(command);
    this.#speaks(command);
    this.#changes(command);
    this.#guards(command);
    if (name === "git") this.#git(command);
    const dashes = words.findIndex((word) => word.text === "--");
    if (/^(?:claude|codex|gemini|qwen|opencode)$/.test(name) && dashes !== -1)
      this.reader.inner(
        this.unit,
        words
          .slice(dashes + 1)
          .map((word) => quoteWord(word.text))
          .join(" "),
        "bash",
        node.start,
      );
    const install = readInstall(command);
    if (install !== null) this.#fact("installs", install.object, node, install.traits);
    if (name === "alias")
      for (const word of words.slice(1)) {
        const [, alias = "", target = ""] = /^([\w-]+)=(.*)$/.exec(word.text) ?? [];
        if (
          /(?:^|\s)(?:~|\/tmp|\/var\/tmp|\.{1,2})?\/\S*|\bcurl\b|\btee\b/.test(target) &&
          !/^\/usr\/|^\/opt\/homebrew|^\/bin\//.test(target)
        )
          this.#shadow(alias, node);
      }
    const text = words.map((word) => word.text).join(" ");
    if (/^(?:xmrig|minerd|cpuminer|ethminer|nbminer|t-rex|lolminer)/i.test(name) || text.includes("stratum+"))
      this.#fact("mines", text, node);
    if (name === "docker" || name === "podman")
      this.reader.use(this.unit, "subprocess", `the command ${name}`, node.start);
    if (this.unit.origin === "skill" || this.unit.origin === "script")
      this.reader.runs(this.unit, text, node.start);
  }

  /** `"$a$b"` or `ba""sh`: pieces that only together are the name of a program. */
  #isPutTogether(named: SyntaxNode): boolean {
    const [word] = named.children;
    if (word?.type !== "concatenation" && word?.type !== "string") return false;
    const value = this.values.read(named);
    const pieces = word.children.filter(({ isNamed }) => isNamed);
    return (
      value.isKnown &&
      pieces.length > 1 &&
      /^[a-z][\w-]{0,12}$/.test(value.text) &&
      /^(?:curl|wget|bash|sh|zsh|nc|python3?|base64|eval|rm)$/.test(value.text)
    );
  }

  #runsFile({ node, name, words }: ShellCommand): void {
    const paths = [
      words[0]?.text ?? "",
      ...(SHELL.test(name) ||
      INTERPRETER.test(name) ||
      name === "source" ||
      name === "." ||
      /^(?:chmod|open|start|msiexec)$/.test(name)
        ? words
            .slice(1)
            .filter(({ text }) => !text.startsWith("-"))
            .map(({ text }) => text)
        : []),
    ];
    if (name === "chmod" || name === "cat") return;
    for (const path of paths.slice(0, 3)) {
      if (!/[/.]/.test(path) && path !== name) continue;
      const value = this.values.fileValue(path);
      if ((value.from & FROM.download) !== 0 && /[./]/.test(path))
        this.#fetched(
          node,
          value.source || path,
          this.#isLookedAt(path, node) ? ["looked-at", "saved"] : ["saved"],
        );
      if ((value.from & FROM.decoded) !== 0) this.#fact("runs-decoded", path, node, ["saved"]);
    }
  }

  /** A document says that the file is looked at before it is run, which is not on the same line. A script looks at nothing. */
  #isLookedAt(path: string, node: SyntaxNode): boolean {
    if (this.unit.origin === "script" || this.unit.origin === "carried" || this.unit.hook !== undefined)
      return false;
    const first = this.unit.text.indexOf(plainPath(path));
    return this.#looks.some(
      ({ at, words }) =>
        at > first &&
        at < node.start &&
        this.unit.text.slice(at, node.start).includes("\n") &&
        (words === null || words.some((word) => plainPath(word) === plainPath(path) || isDigestList(word))),
    );
  }

  #fetched(node: SyntaxNode, object: string, traits: readonly string[]): void {
    this.reader.host(
      factOf(this.unit, "fetches-and-runs", { object: object || "a download", at: node.start, traits }),
    );
  }

  /** `… | sh`, `sh -c "…"`, `python -c "…"`, `bash <(…)`. */
  #interprets({ node, name, words, input }: ShellCommand): void {
    const isShell = SHELL.test(name);
    const rest = words.slice(1);
    const at = rest.findIndex(({ text }) =>
      (isShell ? /^-[a-z]*c$/ : /^-(?:[ce]|-eval|p|r|command)$/i).test(text),
    );
    const handed = at === -1 ? undefined : rest[at + 1];
    if (handed !== undefined) {
      this.#runs(node, handed, isShell ? "bash" : languageOf(name));
      return;
    }
    const script = rest.find(
      ({ text, node: each }) => !text.startsWith("-") || each.type === "process_substitution" || text === "-",
    );
    const substituted = rest.find(
      ({ node: each }) =>
        each.type === "process_substitution" || each.children[0]?.type === "process_substitution",
    );
    if (substituted !== undefined) this.#runs(node, substituted, isShell ? "bash" : languageOf(name));
    const readsInput =
      script === undefined ||
      script.text === "-" ||
      script.text === "/dev/stdin" ||
      rest.some(({ text }) => text === "-s");
    // A program that reads data on its input has a script of its own; `python3 -m json.tool` is one.
    const isModule = rest.some(({ text }) => text === "-m" || text === "--version");
    if (readsInput && !isModule && (input.from !== 0 || input.isKnown))
      this.#runs(node, input, isShell ? "bash" : languageOf(name));
  }

  #runs(node: SyntaxNode, value: Value, language: "bash" | "python" | "javascript" | null): void {
    if ((value.from & FROM.download) !== 0) this.#fetched(node, value.source, []);
    if ((value.from & FROM.decoded) !== 0)
      this.#fact("runs-decoded", this.values.textOf(node).slice(0, 120), node, wordsOf(value.from));
    if (this.#isSent(value)) this.#fact("runs-text", this.values.textOf(node).slice(0, 80), node, ["input"]);
    if (value.text.length > 3 && language !== null)
      this.reader.inner(this.unit, value.text, language, node.start, value.from & SECRETS);
  }

  #evaluates({ node, words, name }: ShellCommand): void {
    const rest = words.slice(1, name === "trap" ? 2 : undefined);
    const from = rest.reduce((sum, word) => sum | word.from, 0);
    const source = rest.find((word) => (word.from & FROM.download) !== 0)?.source ?? "";
    const text = rest.map((word) => word.text).join(" ");
    this.#runs(
      node,
      {
        text,
        isKnown: true,
        name: "",
        from,
        source: source || (rest.find((word) => word.source !== "")?.source ?? ""),
      },
      "bash",
    );
  }

  #sources({ node, words, input }: ShellCommand): void {
    const [, path] = words;
    if (path === undefined) return;
    if (path.text === "/dev/stdin")
      this.#runs(
        node,
        input.from === 0 && !input.isKnown ? { ...input, from: FROM.input, source: "stdin" } : input,
        "bash",
      );
    else if (path.from !== 0 || path.node.type === "process_substitution") this.#runs(node, path, "bash");
  }

  /** Programs that start others, or run a text of their own language. */
  #hands(command: ShellCommand): void {
    const { node, name, words, input } = command;
    const rest = words.slice(1);
    const texts = rest.map(({ text }) => text);
    const shell = texts.findIndex((text) => SHELL.test(text.slice(text.lastIndexOf("/") + 1)));
    const handed = shell === -1 ? undefined : rest[shell + 2];
    if (
      /^(?:xargs|find|parallel)$/.test(name) &&
      handed !== undefined &&
      /^-[a-z]*c$/.test(texts[shell + 1] ?? "")
    ) {
      const from = handed.from | (/\{\}/.test(handed.text) ? input.from : 0);
      this.#runs(node, { ...handed, from }, "bash");
    } else if (name === "xargs" && shell !== -1 && (input.from & FROM.input) !== 0 && this.#isSent(input))
      this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
    const program = rest.find(
      ({ text }, at) =>
        !text.startsWith("-") && !/^-(?:[vF]|-assign|-field-separator)$/.test(texts[at - 1] ?? ""),
    );
    if (/^g?awk$/.test(name) && program !== undefined && this.#isSent(program))
      this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
    if (
      name === "sed" &&
      program !== undefined &&
      this.#isSent(program) &&
      /\/[gipI]*e/.test(this.values.textOf(program.node))
    )
      this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
    if (
      name === "git" &&
      texts[0] === "-c" &&
      rest[1] !== undefined &&
      this.#isSent(rest[1]) &&
      /fsmonitor|pager|editor|alias|sshCommand|external/i.test(this.values.textOf(rest[1].node))
    )
      this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
    if (name === "ssh" && program !== undefined)
      for (const word of rest)
        if (this.#isSent(word) && word !== program)
          this.#fact("runs-text", this.values.textOf(node), node, ["input"]);
  }

  #speaks({ node, name, words, input }: ShellCommand): void {
    const rest = words.slice(1);
    const isClient = /^(?:curl|wget|http|https|aria2c|lynx)$/.test(name);
    const isName = /^(?:dig|nslookup|host|ping)$/.test(name);
    if (!isClient && !SENDERS.test(name) && !isName) return;
    const isRemote = name !== "openssl" || rest[0]?.text === "s_client";
    if (!isRemote) return;
    if (name !== "gh" && name !== "aws" && name !== "az")
      this.reader.use(this.unit, "network", `the command ${name}`, node.start);
    const texts = rest.map(({ text }) => text);
    const isUpload =
      !isClient ||
      texts.some(
        (text, at) =>
          /^-(?:[a-zA-Z]*[dFT]|-data\S*|-form\S*|-upload-file|-json|-post-\w+\S*|-body-\w+\S*)$/.test(text) ||
          /^--(?:data|form|post-data|post-file|upload-file)/.test(text) ||
          (/^(?:POST|PUT|PATCH)$/.test(text) && /^-X|^--request|^--method/.test(texts[at - 1] ?? "")) ||
          text.startsWith("-XP"),
      );
    const files = texts.flatMap((text, at) => {
      const given =
        /^[^=]{0,40}=?@([^;]{1,200})/.exec(text)?.[1] ??
        (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(texts[at - 1] ?? "") ? text : undefined) ??
        /^--(?:post-file|body-file|upload-file)=(.*)/.exec(text)?.[1];
      const isOperand =
        /^(?:scp|rsync|sftp|rclone|gsutil|s3cmd|aws|croc|wormhole|gh|az)$/.test(name) &&
        !text.startsWith("-") &&
        !/^-(?:i|o|F|J|P|l|c)$/.test(texts[at - 1] ?? "");
      const path = given ?? (isOperand ? text : undefined);
      return path === undefined ? [] : [path === "-" ? input : this.values.fileValue(path)];
    });
    const readsInput = isClient
      ? texts.some((text) => /@-$|@\/dev\/stdin$/.test(text) || text === "-")
      : true;
    // With nothing before it and no redirect, it reads what the whole script is given.
    const isFirst = input === NOTHING && !/^(?:pipeline|redirected_statement)$/.test(node.parent?.type ?? "");
    const isGiven = (isClient || this.unit.hook !== undefined) && isFirst;
    const fromInput = !readsInput ? 0 : isGiven ? FROM.input : input.from & ~FROM.download;
    const spoken = name === "ssh" ? [] : rest;
    const from =
      spoken.reduce((sum, word) => sum | word.from, 0) |
      files.reduce((sum, value) => sum | value.from, 0) |
      fromInput;
    const source =
      [...rest, ...files, input].find(
        (value) => (value.from & (SECRETS | FROM.private | FROM.personal)) !== 0,
      )?.source ?? "";
    const address =
      addressIn(words) ||
      (isClient
        ? (rest.find(({ text }) => /^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(text))?.text ?? "")
        : (texts.find((text) => /^[\w.-]{0,60}@?[\w-]+(?:\.[\w-]+)+:|^[\w.-]{1,60}@[\w-]+/.test(text)) ??
          (/^(?:nc|ncat|netcat|telnet)$/.test(name)
            ? (texts.find((text) => /^[\w-]+(?:\.[\w-]+)+$/.test(text)) ?? "")
            : "")));
    const carried = from & (SECRETS | FROM.private | FROM.personal);
    // A key in a header is how a service knows its user.
    const isHeader =
      carried === FROM.key &&
      rest.every(
        (word, at) =>
          (word.from & FROM.key) === 0 ||
          /^-(?:H|-header|u|-user|-oauth2-bearer)$/.test(texts[at - 1] ?? "") ||
          /^(?:-H|--header=|-u)/.test(texts[at] ?? ""),
      );
    const pipeline =
      node.parent?.type === "pipeline"
        ? this.values.textOf(node.parent)
        : node.parent?.parent?.type === "pipeline"
          ? this.values.textOf(node.parent.parent)
          : "";
    if (/^(?:nc|ncat|netcat)$/.test(name) && /\b(?:ba|z|da)?sh\s+-i\b[^|]*\|\s*n/.test(pipeline))
      this.#fact("opens-shell", texts.join(" "), node);
    if (
      /^(?:nc|ncat|netcat|socat)$/.test(name) &&
      texts.some((text) => /^-[a-z]*[ec]$|^(?:EXEC|SYSTEM):/i.test(text))
    )
      this.#fact("opens-shell", texts.join(" "), node);
    const object = address || texts.filter((text) => !text.startsWith("-")).join(" ");
    if (isName) {
      if (carried !== 0) this.#send(node, object, from, source, ["by-name"]);
      return;
    }
    const isHanded = this.unit.hook !== undefined && (from & FROM.input) !== 0;
    const isWhole = files.some((value) => (value.from & FROM.settings) !== 0);
    const how = [...(isHeader ? ["header"] : []), ...(isWhole ? ["whole-file"] : [])];
    if (carried !== 0 || (isUpload && isClient) || isHanded) this.#send(node, object, from, source, how);
    else if (isClient && address !== "")
      this.reader.contact(factOf(this.unit, "contacts", { object: address, at: node.start }));
    if (isClient && this.#isEndless(node)) this.#fact("floods", object, node);
  }

  #isEndless(node: SyntaxNode): boolean {
    for (let at = node.parent; at !== null; at = at.parent) {
      if (at.type !== "while_statement") continue;
      const text = this.values.textOf(at);
      return /^while\s+(?:true|:|\[\s*1)/.test(text) && !/sleep|wait|read |break|timeout/.test(text);
    }
    return false;
  }

  #changes({ node, name, words }: ShellCommand): void {
    const rest = words.slice(1);
    const texts = rest.map(({ text }) => text);
    const operands = rest.filter(({ text }) => !text.startsWith("-"));
    if (
      name === "rm" ||
      name === "rmdir" ||
      name === "shred" ||
      name === "unlink" ||
      (name === "find" &&
        texts.some((text) => text === "-delete" || (text === "rm" && texts.includes("-exec"))))
    ) {
      const isRecursive = texts.some((text) => /^-[a-zA-Z]*[rR]|^--recursive/.test(text)) || name === "find";
      const targets = name === "find" ? operands.slice(0, 1) : operands;
      for (const target of targets.slice(0, 6)) {
        const kind = placeKind(target.text, ["wide"]);
        const isNarrow =
          name === "find" &&
          texts.some((text) => /^-(?:name|iname|mtime|path|type|empty|maxdepth|user)$/.test(text));
        const traits =
          kind !== null && target.text !== "" && isRecursive && !isNarrow
            ? ["wide"]
            : isScratch(target.text)
              ? ["scratch"]
              : [];
        this.#fact("deletes", target.text || this.values.textOf(target.node), node, [
          ...traits,
          ...(isRecursive ? ["whole-folder"] : []),
          ...(/^(?:\/|~|\*)\/?\*?$|^\/(?:etc|usr|home|var)/.test(target.text) ? ["system"] : []),
        ]);
      }
    }
    if (
      /^mkfs|^wipefs$/.test(name) ||
      (name === "dd" && texts.some((text) => /^of=\/dev\/(?:sd|nvme|disk|hd|vd|mapper)/.test(text)))
    )
      this.#fact("deletes", texts.join(" "), node, ["wide", "system", "whole-folder"]);
    if (
      /^(?:cp|mv|ln|install|tee|rsync)$/.test(name) ||
      (name === "sed" && texts.some((text) => /^-[a-z]*i/.test(text)))
    ) {
      const targets = name === "tee" ? operands : operands.slice(-1);
      for (const { text } of targets) this.#writes(text, node);
      const folder = operands.at(-1)?.text ?? "";
      if (
        /\.(?:openclaw|clawdbot|moltbot|claude|codex|gemini)(?:\/workspace)?\/?$/.test(folder) &&
        operands.length > 1
      )
        for (const { text } of operands.slice(0, -1))
          this.#writes(`${folder.replace(/\/$/, "")}/${text.slice(text.lastIndexOf("/") + 1)}`, node);
    }
    if (/^(?:curl|wget)$/.test(name)) {
      const at = texts.findIndex((text) => /^-[a-zA-Z]*[oO]$|^--output(?:-document)?$/.test(text));
      if (at !== -1) this.#writes(texts[at + 1] ?? "", node);
    }
    const text = texts.join(" ");
    const schedules =
      (name === "crontab" && !/^-[lr]\b/.test(text)) ||
      (name === "at" && /^(?:now|noon|midnight|tomorrow|teatime|-f|\d)/.test(text)) ||
      (name === "systemctl" && /\benable\b/.test(text)) ||
      (name === "launchctl" && /\b(?:load|bootstrap|enable)\b/.test(text)) ||
      (/^schtasks/i.test(name) && /\/create/i.test(text)) ||
      (/^reg(?:\.exe)?$/i.test(name) && /\badd\b.*\\Run\b/i.test(text));
    if (schedules) this.#fact("starts-itself", `${name} ${text}`, node, ["scheduled"]);
  }

  /** What guards the machine, its accounts and its connections. */
  #guards({ node, name, words }: ShellCommand): void {
    const texts = words.slice(1).map(({ text }) => text);
    const text = `${name} ${texts.join(" ")}`;
    const found = GUARDS.find(([, pattern]) => pattern.test(text.slice(0, 600)));
    if (found === undefined) return;
    const isBrought =
      found[0] === "trusts-certificate" &&
      (words.some((word) => (this.values.fileValue(word.text).from & FROM.download) !== 0) ||
        this.unit.text.includes("BEGIN CERTIFICATE"));
    this.#fact("weakens", text, node, isBrought ? [found[0], "guard-off"] : [found[0]]);
  }

  #git({ node, words }: ShellCommand): void {
    const texts = words
      .slice(1)
      .map(({ text }) => text)
      .filter((text, at, all) => text !== "-C" && all[at - 1] !== "-C");
    const text = texts.join(" ");
    const address = texts.find((each) => /:\/\/|^git@[\w.-]+:/.test(each)) ?? "";
    const [verb, second = "", third = ""] = texts;
    if (verb === "remote" && /^(?:add|set-url)$/.test(second)) {
      const name = texts.slice(2).find((each) => !each.startsWith("-")) ?? third;
      if (address !== "") this.reader.remote(this.unit, name, address);
      this.#fact("adds-remote", address, node);
    }
    if (verb === "config") {
      const [, to = ""] = /\burl\.(\S+?)\.(?:pushI|i)nsteadOf\b/i.exec(text) ?? [];
      const from = /insteadOf\s+(\S+)/i.exec(text)?.[1] ?? "";
      if (to !== "" && !sameHost(to, from) && !findAddresses(to).some(({ host }) => isOwnPlace(host)))
        this.#fact("adds-remote", text, node, ["redirected"]);
      if (/credential\.helper\s+!/.test(text) && /\b(?:curl|wget|nc|tee)\b/.test(text))
        this.#fact("weakens", text, node, ["loads-code"]);
      if (/http\.sslVerify\s+false/.test(text)) this.#fact("weakens", text, node, ["certificates"]);
      if (/core\.(?:fsmonitor|sshCommand)|core\.hooksPath\s+[/~]/.test(text))
        this.#fact("weakens", text, node, ["loads-code"]);
    }
    if (verb === "push") {
      const target = texts.slice(1).find((each) => !each.startsWith("-")) ?? "origin";
      const remote = address || this.reader.remoteOf(this.unit, target);
      const isPlaceholder =
        /[/:@](?:example|your|my|new|owner|org|user(?:name)?)(?:[-_]\w+)?\/|<|\$|\{|:$|\/\/$/i.test(remote);
      const traits = [
        /--(?:all|mirror)\b/.test(text) ? "everything" : "",
        remote !== "" && !isPlaceholder ? "named-remote" : "",
      ].filter((trait) => trait !== "");
      this.#fact("pushes", remote || target, node, traits);
      if (/\s(?:--force(?!-with-lease)|-f)\b/.test(text))
        this.#fact("discards-history", text, node, ["forced"]);
    }
    if (/reset --hard \S*[~^]\d*|filter-branch|filter-repo|reflog expire|update-ref -d/.test(text))
      this.#fact("discards-history", text, node);
  }
}

/** A mirror that has the host in its own address, and the same host by another way. */
function sameHost(to: string, from: string): boolean {
  const host = /(?:\/\/|@|^)(?:[^@/]{0,80}@)?([\w-]+(?:\.[\w-]+)+)/.exec(from)?.[1] ?? "";
  return host !== "" && to.includes(host);
}

const OUTSIDE_ADDRESS =
  /(?:^|[\s'"])(?!127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\s/;

/** A command that people trust is made to run something else. */
const TRUSTED = /^(?:sudo|su|ssh|scp|git|npm|pip3?|gpg|docker|kubectl|passwd|login|aws|gh)$/;

const GUARDS: readonly (readonly [trait: string, pattern: RegExp])[] = [
  ["whole-disk", /^(?:docker|podman|nerdctl) .*(?:-v|--volume=?|source=|src=)\s?\/(?::|,)/],
  ["root-shell", /^chmod (?:-R )?(?:[ug]*\+s|[2467]\d{3}) \S*(?:sh|python[\d.]*|perl|find|vim?|cp|env)$/],
  ["open-files", /^chmod (?:-\w+ )*(?:0?777|a\+rwx|ugo\+rwx)\b/],
  ["quarantine", /^xattr -\w*[dcr]\w* .*com\.apple\.quarantine|^xattr -\w*c/],
  [
    "guard-off",
    /^(?:setenforce 0|spctl --(?:master-disable|global-disable)|csrutil disable|ufw disable|systemctl (?:stop|disable) (?:firewalld|ufw|apparmor|auditd|crowdsec|fail2ban))/,
  ],
  [
    "guard-off",
    /^(?:iptables|nft|ip6tables) (?:-F|flush|-P INPUT ACCEPT)|^(?:pkill|killall|kill) .*(?:falcon|defender|clam|sentinel|sophos|osquery|auditd)/i,
  ],
  [
    "traces",
    /^history -c|^(?:unset HISTFILE|export HISTFILE=\/dev\/null)|^(?:wevtutil cl|journalctl --vacuum-time=1s)/,
  ],
  [
    "trusts-certificate",
    /^(?:security add-trusted-cert|update-ca-certificates|update-ca-trust|trust anchor|certutil -addstore|keytool -import\w* .*cacerts)/,
  ],
  ["certificates", /^npm (?:config )?set strict-ssl(?:=| )false|^git -c http\.sslVerify=false/],
  ["password-window", /^osascript .*display dialog.*hidden answer/],
  ["tunnel", /^(?:ssh|autossh) .*-\w*R\s*\S{0,40}:(?:localhost|127\.0\.0\.1):22\b/],
  ["namespace", /^nsenter .*-t 1\b|^unshare .*--root|^mount .*\/proc\/1\/root/],
  ["sudo", /^(?:visudo|usermod -aG (?:sudo|wheel|admin|docker))|^dscl .*-append \/Groups\/admin/],
];

function languageOf(name: string): "python" | "javascript" | null {
  if (/^(?:python|pypy)/.test(name)) return "python";
  return /^(?:node|nodejs|deno|bun)$/.test(name) ? "javascript" : null;
}
