import { childIn, parseSource, type SyntaxNode } from "@/lib/vetting/syntax/parsers";
import { quoteWord } from "../reading/embedded/agent-settings";
import { callKinds, isScratch, placeKind, type CallKind } from "../vocabulary/data";
import { CodeValues } from "./code-values";
import type { Fact, FactKind } from "./fact";
import { findAddresses } from "./hosts";
import type { FactReader } from "./reader";
import { factOf, lineText, type Unit } from "./unit";
import { FROM, NOTHING, SECRETS, wordsOf, type Value } from "./values";

const CALL_TYPES = new Set(["call", "call_expression", "new_expression"]);

/** What a Python or JavaScript source does. Up to where it was read. */
export function readCode(unit: Unit, reader: FactReader): number {
  const language = unit.language === "python" ? "python" : "javascript";
  const { root, isWhole, readTo } = parseSource(unit.text, language, unit.isRest);
  if (!isWhole) reader.notRead(unit.file);
  new CodeReader(unit, reader, new CodeValues(unit.text, root)).read();
  return readTo;
}

interface Call {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly kinds: readonly CallKind[];
  readonly callee: Value;
  readonly arguments: readonly Value[];
  readonly nodes: readonly SyntaxNode[];
}

class CodeReader {
  readonly #facts: Fact[] = [];
  readonly #calls: Call[] = [];
  /** Files that something downloaded or decoded was written to. */
  readonly #written = new Map<string, number>();
  readonly #runners: { name: string; at: number; traits: string[] }[] = [];
  #inputAt = -1;

  constructor(
    readonly unit: Unit,
    readonly reader: FactReader,
    readonly values: CodeValues,
  ) {}

  read(): void {
    for (const node of this.values.nodes) {
      if (CALL_TYPES.has(node.type)) this.#collect(node);
      else this.#look(node);
    }
    for (const call of this.#calls) this.#noteWritten(call);
    for (const call of this.#calls) this.#readCall(call);
    this.#canRunInput();
    this.reader.add(this.#facts);
  }

  #fact(kind: FactKind, object: string, node: SyntaxNode, traits: readonly string[] = []): void {
    this.#facts.push(factOf(this.unit, kind, { object, at: node.start, traits }));
  }

  #collect(node: SyntaxNode): void {
    const callee = this.values.calleeOf(node);
    // `os.environ.get("KEY")` and `os.getenv("KEY")` read a variable as a subscript does.
    this.#noteVariable(node, this.values.read(node));
    const written = childIn(node, "function") ?? childIn(node, "constructor");
    const { all } = this.values.argumentsOf(node);
    const isMethod = written !== null && written.type !== "identifier";
    const name =
      callee.name !== "" || written === null
        ? callee.name
        : `${isMethod ? "." : ""}${methodName(this.values.textOf(written))}`;
    // What is called has to be put together itself; an argument that was may stand in what a function gives back.
    const isCalledSo = callKinds(callee.name).length > 0 || MODULES.test(callee.name);
    const isPlace = written !== null && written.type.startsWith("subscript");
    if ((callee.from & FROM.spelled) !== 0 && (isCalledSo || isPlace))
      this.#fact("disguises", callee.name || this.values.textOf(written ?? node).slice(0, 80), node, [
        "spelled",
      ]);
    if (
      written !== null &&
      /^(?:globalThis|window|global)$/.test(this.values.textOf(written.children[0] ?? written)) &&
      written.type === "subscript_expression" &&
      !this.values.read(written.children[1] ?? null).isKnown
    )
      this.#fact("disguises", this.values.textOf(written).slice(0, 80), node, ["spelled"]);
    const call: Call = {
      node,
      name,
      kinds: callKinds(name),
      callee,
      nodes: all,
      arguments: all.map((each) => this.values.read(each)),
    };
    this.#calls.push(call);
    if (call.kinds.includes("inputs")) this.#inputAt = Math.max(this.#inputAt, 0);
  }

  /** What stands in the source without being called: names of functions that run texts, places, variables. */
  #look(node: SyntaxNode): void {
    if (
      node.field === "attribute" ||
      node.field === "property" ||
      node.field === "name" ||
      node.field === "alias"
    )
      return;
    if (node.type === "identifier" || node.type === "attribute" || node.type === "member_expression") {
      const isPart = node.parent?.type === node.type && node.field !== "object";
      const value = this.values.read(node);
      const kinds = callKinds(value.name);
      if (kinds.includes("inputs") || (value.from & (FROM.input | FROM.arguments)) !== 0) this.#inputAt = 0;
      if (!isPart) this.#noteRunner(node, value, kinds);
      this.#noteVariable(node, value);
    } else if (node.type === "subscript" || node.type === "subscript_expression") {
      const value = this.values.read(node);
      this.#noteRunner(node, value, callKinds(value.name));
      this.#noteVariable(node, value);
    } else if (node.type === "string") this.#noteString(node);
  }

  #noteRunner(node: SyntaxNode, value: Value, kinds: readonly CallKind[]): void {
    const isSpelled = (value.from & FROM.spelled) !== 0;
    const runs = kinds.includes("runs_text") || kinds.includes("runs_shell");
    if (isSpelled && (runs || kinds.length > 0 || MODULES.test(value.name)))
      this.#fact("disguises", value.name, node, ["spelled"]);
    const isCallee = node.field === "function" || node.field === "constructor";
    const written = this.values.textOf(node);
    if (
      /__globals__|__builtins__$/.test(written.slice(-14)) &&
      /__class__|__subclasses__|__init__|__mro__/.test(lineText(this.unit.text, node.start))
    )
      this.#fact("disguises", this.values.textOf(node).slice(0, 80), node, ["spelled"]);
    if (/\[["'`]constructor["'`]\]$|\.constructor\.constructor$/.test(written) && !/this/.test(written)) {
      this.#fact("disguises", written.slice(0, 80), node, ["spelled"]);
      this.#runners.push({ name: "constructor", at: node.start, traits: ["spelled"] });
    }
    if (
      !kinds.includes("runs_text") ||
      node.parent?.type === "import_specifier" ||
      node.parent?.type === "dotted_name" ||
      node.parent?.type === "aliased_import"
    )
      return;
    const traits = isCallee ? [] : ["reference"];
    this.#runners.push({
      name: value.name,
      at: node.start,
      traits: isSpelled ? [...traits, "spelled"] : traits,
    });
  }

  #noteVariable(node: SyntaxNode, value: Value): void {
    if (value.source === "" || value.source === "environment" || !/^[A-Z][A-Z0-9_]{1,60}$/.test(value.source))
      return;
    if (!/environ|env\b|getenv/i.test(this.values.textOf(node))) return;
    this.reader.variable(this.unit, value.source, node.start);
  }

  /** `{"calc": eval}` is a reference; `"eval"` in a table of names is one by a string. */
  #noteString(node: SyntaxNode): void {
    const { text } = this.values.read(node);
    if (text.length > 400_000) return;
    if (
      /^(?:eval|exec|execSync|Function)$/.test(text) &&
      node.parent?.type !== "list" &&
      node.parent?.type !== "set"
    ) {
      const isKey =
        node.field === "index" ||
        node.field === "subscript" ||
        /getattr|Reflect/.test(this.values.textOf(node.parent?.parent ?? node).slice(0, 20));
      if (isKey) this.#runners.push({ name: text, at: node.start, traits: ["string"] });
    }
    if (text.length > 12 && text.length < 4_000) this.reader.literal(this.unit, text, node.start);
    if (placeKind(text, ["credentials"]) !== null && !/\s/.test(text.slice(0, 3)))
      this.reader.namesSecret(this.unit, text, node.start);
  }

  #noteWritten({ kinds, callee, arguments: given, nodes, name }: Call): void {
    const isOpenWrite = /(?:^|\.)open\(\)\.write$|\.write$/.test(name) && callee.text !== "";
    if (!isOpenWrite && !kinds.includes("writes_file") && !/urlretrieve|\.download$/.test(name)) return;
    const from = given.reduce((sum, value) => sum | value.from, 0);
    const isSaved = /urlretrieve|wget\.download/.test(name);
    const carried = (from & (FROM.download | FROM.decoded | FROM.input)) | (isSaved ? FROM.download : 0);
    if (carried === 0 && !isSaved) return;
    const path = isOpenWrite
      ? callee.text
      : isSaved
        ? (given[1]?.text ?? "")
        : callee.text || (given[0]?.text ?? "");
    if (path !== "" && nodes.length > 0) this.#keepWritten(path, carried);
  }

  /** Under its path and under its name: a module is imported by its name. */
  #keepWritten(path: string, from: number): void {
    for (const name of [path, path.slice(path.lastIndexOf("/") + 1)])
      this.#written.set(name, (this.#written.get(name) ?? 0) | from);
  }

  #readCall(call: Call): void {
    const { kinds, name, node } = call;
    const opensFile =
      kinds.includes("reads_file") || kinds.includes("writes_file") || kinds.includes("deletes");
    if (kinds.includes("runs_text")) this.#runsText(call);
    if (kinds.includes("runs_shell") || kinds.includes("spawns")) this.#runsProgram(call);
    if (kinds.includes("imports")) this.#imports(call);
    if (opensFile) this.#touchesFile(call);
    if (kinds.includes("private")) this.#fact("reads-private", name, node);
    this.#speaksToHost(call);
    this.#otherDeeds(call);
  }

  #runsText({ name, node, arguments: given, callee }: Call): void {
    if (given.length === 0) return;
    const from = given.reduce((sum, value) => sum | value.from, 0) | callee.from;
    const [first = NOTHING] = given;
    const carried = given.reduce((sum, { text }) => sum | (this.#written.get(text) ?? 0), from);
    const isLoader = /pickle|marshal|dill|yaml|jsonpickle|shelve/.test(name);
    if (!isLoader && (carried & FROM.decoded) !== 0) this.#fact("runs-decoded", name, node, wordsOf(carried));
    if ((carried & FROM.download) !== 0)
      this.#fact("fetches-and-runs", this.#addressOf(given) || name, node, ["in-code"]);
    if ((carried & FROM.input) !== 0) this.#fact("runs-text", name, node, ["input"]);
    if (isLoader) {
      if (first.isKnown && LOADED.test(first.text)) this.#fact("runs-decoded", name, node, ["object"]);
      return;
    }
    const language = this.unit.language === "python" ? "python" : "javascript";
    if (first.isKnown && first.text.length > 8)
      this.reader.inner(this.unit, first.text, language, node.start);
  }

  #runsProgram(call: Call): void {
    const { name, node, kinds, nodes, arguments: given } = call;
    const written = this.values.argumentsOf(node);
    const isShell =
      kinds.includes("runs_shell") ||
      this.#isTrue(written.named("shell")) ||
      nodes.some((each) => /shell\s*:\s*(?:true|['"])/.test(this.values.textOf(each).slice(0, 400)));
    this.reader.use(this.unit, "subprocess", `${name}()`, node.start);
    const from = given.reduce((sum, value) => sum | value.from, 0);
    const words = this.#wordsOf(nodes);
    const [program = ""] = words;
    const command =
      isShell && given[0] !== undefined && !isList(nodes[0])
        ? shellText(given[0])
        : words.map(quoteWord).join(" ");
    this.#fact("runs-program", command || name, node, isShell ? ["shell"] : []);
    if (name.endsWith("Worker") && /eval\s*:\s*true/.test(this.values.textOf(node))) {
      this.#runners.push({ name: "Worker", at: node.start, traits: [] });
      if ((from & FROM.input) !== 0) this.#fact("runs-text", name, node, ["input"]);
      if ((from & FROM.download) !== 0) this.#fact("fetches-and-runs", name, node, ["in-code"]);
    }
    if (isShell && ((given[0]?.from ?? 0) & FROM.decoded) !== 0)
      this.#fact("runs-decoded", name, node, wordsOf(from));
    if (isShell && ((given[0]?.from ?? 0) & FROM.download) !== 0)
      this.#fact("fetches-and-runs", name, node, ["in-code"]);
    const runsSource =
      isShell ||
      INTERPRETER.test(program) ||
      /sys\.executable|process\.execPath/.test(this.values.textOf(node));
    const isHanded = /\binput\s*=|\bstdin\b|["']-[ec]["']|["']-["']/.test(this.values.textOf(node));
    if (((given[0]?.from ?? 0) & FROM.input) !== 0 && isShell)
      this.#fact("runs-text", name, node, ["input", "shell"]);
    else if (runsSource && isHanded && (from & FROM.input) !== 0)
      this.#fact("runs-text", name, node, ["input"]);
    if (runsSource || /^(?:chmod|open|start)$/.test(program) || words.length === 1)
      for (const word of words) this.#runsWritten(word, node);
    if (command.length > 3) this.reader.inner(this.unit, command, "bash", node.start, from);
  }

  #runsWritten(path: string, node: SyntaxNode): void {
    const carried = this.#written.get(path) ?? 0;
    if ((carried & FROM.download) !== 0) this.#fact("fetches-and-runs", path, node, ["in-code", "saved"]);
    if ((carried & FROM.decoded) !== 0) this.#fact("runs-decoded", path, node, ["saved"]);
    if ((carried & FROM.input) !== 0) this.#fact("runs-text", path, node, ["input"]);
  }

  #imports({ name, node, nodes, arguments: given }: Call): void {
    const [first = NOTHING] = given;
    if (nodes[0] === undefined || /createRequire/.test(name)) return;
    if (first.text.startsWith("data:")) {
      const isDecoded = /base64/.test(first.text.slice(0, 60)) || (first.from & FROM.decoded) !== 0;
      if (isDecoded) this.#fact("disguises", first.text.slice(0, 40), node, ["data-address"]);
      this.#runners.push({ name: "import", at: node.start, traits: ["data-address"] });
    }
    if (/^https?:/.test(first.text)) this.#fact("fetches-and-runs", first.text, node, ["in-code"]);
    if ((first.from & FROM.spelled) !== 0) this.#fact("disguises", name, node, ["spelled"]);
    const isOfPackage =
      /^\.{0,2}\/|^[\w-]+[./]/.test(first.text) ||
      /__dirname|import\.meta/.test(this.values.textOf(nodes[0]));
    if ((first.from & FROM.input) !== 0 && !isOfPackage)
      this.#fact("runs-text", name, node, ["input", "module"]);
    if (first.text !== "") this.#runsWritten(first.text, node);
    if (first.isKnown) this.#runsWritten(`${first.text}.py`, node);
  }

  #touchesFile({ name, node, kinds, nodes, arguments: given, callee }: Call): void {
    const [first = NOTHING] = given;
    const isMethod = name.includes("()") || callee.text !== "";
    const path = callee.text !== "" && isMethod ? callee.text : first.text;
    const isOwn =
      /^\/dev\/(?:stdin|stdout|stderr|null)|^-$|^:memory:$/.test(path) ||
      nodes[0]?.type === "integer" ||
      nodes[0]?.type === "number";
    const isOwnPlace =
      /__file__|__dirname|import\.meta|HERE\b|ROOT\b|BASE_DIR|SCRIPT_DIR|SKILL_DIR/.test(
        this.values.textOf(node).slice(0, 400),
      ) || /__file__|__dirname/.test(path);
    const isRead = /^(?:pathlib\.Path|pathlib\.PosixPath|Path|configparser\.ConfigParser)$/.test(name);
    if (!isOwn && !isOwnPlace && !isRead && !/stdin|stdout/.test(path))
      this.reader.use(this.unit, "filesystem", `${methodName(name) === name ? name : name}()`, node.start);
    const mode = nodes
      .map((each) => this.values.read(each))
      .find(({ text, isKnown }) => isKnown && /^[rbt]*[wax][bt+]*$/.test(text));
    const writes = kinds.includes("writes_file") || (/(?:^|\.)open$/.test(name) && mode !== undefined);
    if (writes) {
      const target = /copy|move|rename|symlink|cpSync/.test(name) ? (given[1]?.text ?? "") : path;
      const kind = placeKind(target, ["doors", "starts", "agents"]);
      if (kind !== null) this.#fact(WRITES_TO[kind] ?? "starts-itself", target, node, ["by-code"]);
    }
    if (kinds.includes("reads_file") && !(writes && mode !== undefined)) {
      const kind = placeKind(path, ["credentials", "settings", "personal"]);
      if (kind !== null) this.#fact("reads-secrets", path, node, [kind]);
    }
    if (kinds.includes("deletes")) {
      const isWide = placeKind(path, ["wide"]) !== null && path !== "" && (first.isKnown || callee.isKnown);
      const isSystem = /^(?:\/|~)\/?\*?$|^\/(?:etc|usr|home|var|Users)\/?$/.test(path);
      const traits = isWide
        ? isSystem
          ? ["system", "wide"]
          : ["wide"]
        : isScratch(path) || /tmp|temp|cache/i.test(this.values.textOf(node))
          ? ["scratch"]
          : [];
      this.#fact("deletes", path || this.values.textOf(nodes[0] ?? node), node, [
        ...traits,
        ...(/rmtree|rmSync|\.rm$|rimraf|remove$/.test(name) ? ["whole-folder"] : []),
      ]);
    }
  }

  #speaksToHost({ name, node, kinds, callee, nodes, arguments: given }: Call): void {
    const method = methodName(name);
    const isClient = (callee.from & FROM.client) !== 0 && CLIENT_METHODS.test(method);
    const speaks =
      kinds.includes("fetches") || kinds.includes("sends") || kinds.includes("resolves") || isClient;
    if (!speaks) return this.#setsUpClient({ node, nodes, arguments: given });
    if (!isClient) this.reader.use(this.unit, "network", `${name}()`, node.start);
    const written = this.values.textOf(node).slice(0, 3_000);
    const address = this.#addressOf(given) || (isClient ? callee.text : "") || this.#hostIn(nodes);
    const from = given.reduce((sum, value) => sum | value.from, 0) | (isClient ? callee.from & SECRETS : 0);
    const isSending =
      kinds.includes("sends") ||
      /^(?:post|put|patch|send\w*|write|end|upload\w*|emit|publish)$/i.test(method) ||
      /method['"]?\s*[:=]\s*['"](?:POST|PUT|PATCH)|\b(?:data|json|files|body)\s*[=:]/i.test(written);
    const carried = from & (SECRETS | FROM.private | FROM.personal | FROM.input);
    const source = given.find((value) => (value.from & carried) !== 0 && value.source !== "")?.source ?? "";
    const isHeader =
      carried === FROM.key &&
      /headers|authorization|\bauth\b|x-api-key|api_?key\s*[:=]|\bappid\b|token\s*[:=]/i.test(written);
    const traits = [
      ...wordsOf(carried),
      ...(kinds.includes("resolves") && (carried & SECRETS) !== 0 ? ["by-name"] : []),
      ...(isHeader ? ["header"] : []),
      ...(isSending ? ["sending"] : []),
      ...(this.#isInLoop(node) ? ["endless"] : []),
    ];
    if (isSending || (carried & (SECRETS | FROM.private | FROM.personal)) !== 0)
      this.reader.send(
        factOf(this.unit, "sends", { object: address || `${name}()`, at: node.start, traits }),
        source,
      );
    else if (address !== "")
      this.reader.contact(factOf(this.unit, "contacts", { object: address, at: node.start, traits }));
    if (traits.includes("endless")) this.#fact("floods", address || name, node);
  }

  /** `new Client({ baseURL, apiKey })`: whatever the library is, it will send the key to that address. */
  #setsUpClient({ node, nodes, arguments: given }: Pick<Call, "node" | "nodes" | "arguments">): void {
    const from = given.reduce((sum, value) => sum | value.from, 0) & SECRETS;
    if (from === 0) return;
    const address = this.#hostIn(
      nodes.filter(({ type }) => type === "object" || type === "keyword_argument"),
    );
    if (!address.includes("://")) return;
    const source = given.find((value) => (value.from & from) !== 0 && value.source !== "")?.source ?? "";
    this.reader.send(
      factOf(this.unit, "sends", {
        object: address,
        at: node.start,
        traits: [...wordsOf(from), ...(from === FROM.key ? ["header"] : [])],
      }),
      source,
    );
  }

  #otherDeeds({ name, node, arguments: given, nodes }: Call): void {
    const method = methodName(name);
    const written = this.values.textOf(node);
    if (/VirtualAlloc|CreateThread|RtlMoveMemory|mprotect$/.test(method))
      this.#fact("runs-decoded", name, node, ["machine-code"]);
    if (method === "dup2" && this.#calls.some((call) => /socket/.test(call.name)))
      this.#fact("opens-shell", name, node);
    if (/^(?:pty\.spawn)$/.test(name) && this.#calls.some((call) => /socket/.test(call.name)))
      this.#fact("opens-shell", name, node);
    if (
      method === "pipe" &&
      this.#calls.some((call) => /^(?:net|tls)\./.test(call.name)) &&
      this.#calls.some(
        (call) => /spawn|exec/.test(call.name) && /sh\b|cmd/.test(call.arguments[0]?.text ?? ""),
      )
    )
      this.#fact("opens-shell", name, node);
    if (
      /^(?:approve|setApprovalForAll|increaseAllowance|transfer|sendTransaction|send_transaction|sendAndConfirmTransaction)$/.test(
        method,
      )
    ) {
      const told = [
        written,
        ...given.map(({ text }) => text),
        ...nodes.map((each) => this.values.read(each).text),
      ].join(" ");
      const address = /\b(?:0x[0-9a-fA-F]{40}|(?<=["'])[1-9A-HJ-NP-Za-km-z]{32,44}(?=["']))/.exec(told)?.[0];
      const isAllowance = /approve|allowance/i.test(method);
      const isUnlimited = /Max|2\s*\*\*\s*256|f{20}|\btrue\b/i.test(written);
      if (address !== undefined && (!isAllowance || isUnlimited))
        this.#fact(
          "moves-money",
          `${method} ${address}`,
          node,
          this.reader.isStated(address) ? [] : ["fixed-address"],
        );
    }
    if (
      /^(?:pyperclip\.copy|clipboardy\.write(?:Sync)?)$/.test(name) &&
      given.some(({ text }) => /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|bc1\w{20,60})$/.test(text))
    )
      this.#fact("moves-money", name, node, ["fixed-address", "clipboard"]);
    if (/\bbcc\b["']?\s*[:=]\s*["'][^"'\s]{1,80}@/i.test(written.slice(0, 2_000)) && /send|mail/i.test(name))
      this.#fact("sends", "bcc", node, ["foreign", "personal", "sending"]);
    if (/chmod(?:Sync)?$/.test(name))
      for (const { text } of given)
        if (((this.#written.get(text) ?? 0) & FROM.download) !== 0)
          this.#fact("fetches-and-runs", text, node, ["in-code", "saved"]);
    if (
      name === "yaml.load" &&
      /UnsafeLoader|FullLoader|Loader=yaml\.Loader/.test(written) &&
      ((given[0]?.from ?? 0) & (FROM.download | FROM.input)) !== 0
    )
      this.#fact("runs-text", name, node, ["unpacked"]);
    if (given.some(({ text }) => text.startsWith("stratum+"))) this.#fact("mines", name, node);
  }

  /** Any reference to a function that runs texts, in a source that also reads input. */
  #canRunInput(): void {
    const [runner] = this.#runners;
    if (runner === undefined) return;
    const isUsed = this.#calls.filter(({ kinds }) => kinds.includes("runs_text"));
    const onlyConstant =
      this.#runners.every(({ traits }) => traits.length === 0) &&
      isUsed.length > 0 &&
      isUsed.every(({ arguments: given }) => given[0]?.isKnown ?? true);
    if (onlyConstant || this.#inputAt === -1) return;
    this.#facts.push(
      factOf(this.unit, "can-run-input", { object: runner.name, at: runner.at, traits: runner.traits }),
    );
  }

  #isTrue(node: SyntaxNode | null): boolean {
    return node !== null && /^(?:True|true)$/.test(this.values.textOf(node));
  }

  #addressOf(given: readonly Value[]): string {
    return given.flatMap(({ text }) => findAddresses(text.slice(0, 2_000)))[0]?.url ?? "";
  }

  /** `{ host: "x.example" }`, `base_url="https://x.example"`, or the first of two plain arguments. */
  #hostIn(nodes: readonly SyntaxNode[]): string {
    for (const node of nodes) {
      for (const pair of node.type === "keyword_argument" ? [node] : node.children) {
        const key = childIn(pair, pair.type === "keyword_argument" ? "name" : "key");
        if (key !== null && HOST_KEY.test(this.values.textOf(key))) {
          const { text } = this.values.read(childIn(pair, "value"));
          if (text.includes(".")) return text.includes("://") ? text : `https://${text}`;
        }
      }
      const { text } = this.values.read(node);
      if (/^[\w-]+(?:\.[\w-]+)+$/.test(text)) return `https://${text}`;
    }
    return "";
  }

  /** In a loop that never rests and never ends. */
  #isInLoop(node: SyntaxNode): boolean {
    for (let at = node.parent; at !== null; at = at.parent) {
      if (at.type === "while_statement") {
        const condition = childIn(at, "condition");
        const body = this.values.textOf(at);
        return (
          condition !== null &&
          /^\(?(?:True|true|1)\)?$/.test(this.values.textOf(condition)) &&
          !/sleep|setTimeout|wait|delay|break|return|next|cursor|page|offset|input\(|recv|read/i.test(body)
        );
      }
    }
    return false;
  }

  /** The words of `["curl", "-s", url]`, or of the arguments themselves. */
  #wordsOf(nodes: readonly SyntaxNode[]): string[] {
    const lists = nodes.flatMap((node) =>
      isList(node)
        ? node.children.filter(({ isNamed }) => isNamed)
        : node.type === "keyword_argument" || node.type === "object" || node.type === "arrow_function"
          ? []
          : [node],
    );
    return lists.map((node) => {
      const value = this.values.read(node);
      return value.isKnown ? value.text : value.text === "" ? "$UNKNOWN" : value.text;
    });
  }
}

const HOST_KEY = /^["']?(?:host(?:name)?|ur[li]|(?:base|api|server)_?ur[li]|api_?base|endpoint)["']?$/i;
const CLIENT_METHODS =
  /^(?:get|post|put|patch|request|send\w*|stream|fetch|connect|emit|publish|write|end|upload\w*|put_object|storbinary|urlopen)$/i;
const INTERPRETER = /(?:^|\/)(?:python[\d.]*|node|deno|bun|perl|ruby|php|(?:ba|z|da|k)?sh|pwsh|powershell)$/;
const MODULES =
  /^(?:os|subprocess|child_process|vm|pty|ctypes|socket|urllib\.request|requests|pickle|marshal)(?:\.|$)/;
/** Pickled objects name what they call. */
const LOADED = /c(?:os|posix|nt|subprocess|builtins|__builtin__)\n|\(S'|tR\.|R\./;
const WRITES_TO: Readonly<Record<string, FactKind>> = {
  doors: "opens-door",
  starts: "starts-itself",
  agents: "writes-agent-files",
};

const methodName = (name: string) => name.slice(name.lastIndexOf(".") + 1);
const isList = (node: SyntaxNode | undefined) =>
  node?.type === "list" || node?.type === "array" || node?.type === "tuple";
const shellText = ({ text }: Value) => text;
