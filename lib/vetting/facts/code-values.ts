import { decodeText } from "../reading/decode-text";
import { resolveEscapes } from "../reading/string-literals";
import { childIn, namedChildren, walkTree, type SyntaxNode } from "@/lib/vetting/syntax/parsers";
import { callKinds, placeKind } from "../vocabulary/data";
import { concatenate, either, FROM, keychainEntry, NOTHING, textValue, type Value } from "./values";

interface Scope {
  readonly parent: Scope | null;
  readonly bound: Set<string>;
  readonly values: Map<string, Value>;
}

interface FunctionInfo {
  readonly node: SyntaxNode;
  readonly scope: Scope;
  readonly parameters: readonly string[];
  returned: Value;
}

/** Values go round loops and through functions: so many times everything is worked out anew. */
const ROUNDS = 5;
const MAX_DEPTH = 40;

const FUNCTIONS = new Set([
  "function_definition",
  "lambda",
  "function_declaration",
  "function_expression",
  "arrow_function",
  "method_definition",
  "generator_function_declaration",
  "generator_function",
]);
const CALLS = new Set(["call", "call_expression", "new_expression"]);
const STRINGS = new Set(["string", "template_string"]);

/**
 * What the expressions of a Python or JavaScript source stand for: constants put together, names followed through imports,
 * assignments, tables and functions, and where a value comes from. The order of statements is not looked at.
 */
export class CodeValues {
  readonly nodes: readonly SyntaxNode[];
  readonly #source: string;
  readonly #scopes = new Map<SyntaxNode, Scope>();
  readonly #functions = new Map<string, FunctionInfo>();
  readonly #module: Scope = { parent: null, bound: new Set(), values: new Map() };
  #memo = new Map<SyntaxNode, Value>();

  constructor(source: string, root: SyntaxNode) {
    this.#source = source;
    this.nodes = [...walkTree(root)];
    this.#declare();
    for (let round = 0; round < ROUNDS; round++) {
      this.#memo = new Map();
      this.#assign();
    }
    this.#memo = new Map();
  }

  textOf(node: SyntaxNode): string {
    return this.#source.slice(node.start, node.end);
  }

  /** The arguments of a call, by position and by name. */
  argumentsOf(call: SyntaxNode): {
    readonly all: readonly SyntaxNode[];
    named(name: string): SyntaxNode | null;
  } {
    const list = childIn(call, "arguments");
    const all = list === null ? [] : list.type === "generator_expression" ? [list] : namedChildren(list);
    return {
      all,
      named: (name) => {
        const found = all.find(
          (each) => each.type === "keyword_argument" && this.textOf(childIn(each, "name") ?? each) === name,
        );
        return found === undefined ? null : childIn(found, "value");
      },
    };
  }

  /** The name of what is called, and what it is called on. */
  calleeOf(call: SyntaxNode): Value {
    const callee = childIn(call, "function") ?? childIn(call, "constructor");
    return callee === null ? NOTHING : this.read(callee);
  }

  read(node: SyntaxNode | null, depth = 0): Value {
    if (node === null || depth > MAX_DEPTH) return NOTHING;
    const known = this.#memo.get(node);
    if (known !== undefined) return known;
    // Whoever asks again on the way finds what the round before knew.
    this.#memo.set(node, NOTHING);
    const value = this.#evaluate(node, depth + 1);
    this.#memo.set(node, value);
    return value;
  }

  #declare(): void {
    for (const node of this.nodes) {
      if (!FUNCTIONS.has(node.type)) continue;
      const scope: Scope = { parent: this.#scopeOf(node.parent), bound: new Set(), values: new Map() };
      this.#scopes.set(node, scope);
      const list = childIn(node, "parameters") ?? childIn(node, "parameter");
      const parameters = list === null ? [] : list.type === "identifier" ? [list] : namedChildren(list);
      const names = parameters.map((each) => this.#firstName(each));
      for (const parameter of parameters) for (const name of this.#namesIn(parameter)) scope.bound.add(name);
      const info = { node, scope, parameters: names, returned: NOTHING };
      const name = this.#functionName(node);
      if (name !== "" && !this.#functions.has(name)) this.#functions.set(name, info);
    }
    for (const node of this.nodes) {
      const isPython = node.type === "assignment" || node.type === "for_statement";
      if (node.type !== "variable_declarator" && !isPython) continue;
      const left = childIn(node, "left") ?? childIn(node, "name");
      const scope = this.#scopeOf(node.parent);
      if (left !== null) for (const name of this.#namesIn(left)) scope.bound.add(name);
    }
  }

  #functionName(node: SyntaxNode): string {
    const own = childIn(node, "name");
    if (own !== null) return this.textOf(own);
    const holder = node.parent;
    if (holder?.type === "variable_declarator" || holder?.type === "assignment" || holder?.type === "pair") {
      const name = childIn(holder, "name") ?? childIn(holder, "left") ?? childIn(holder, "key");
      return name === null ? "" : this.textOf(name);
    }
    return "";
  }

  #scopeOf(node: SyntaxNode | null): Scope {
    for (let at = node; at !== null; at = at.parent) {
      const scope = this.#scopes.get(at);
      if (scope !== undefined) return scope;
    }
    return this.#module;
  }

  #firstName(node: SyntaxNode): string {
    return this.#namesIn(node)[0] ?? "";
  }

  #namesIn(node: SyntaxNode): string[] {
    if (NAMES.has(node.type)) return [this.textOf(node)];
    // What stands in brackets or behind an equals sign is no name that is bound.
    if (node.type === "attribute" || node.type === "member_expression" || node.type === "subscript")
      return [];
    return node.children
      .filter(({ field }) => field !== "value" && field !== "right" && field !== "type" && field !== "key")
      .flatMap((child) => this.#namesIn(child));
  }

  #bind(name: string, value: Value, from: SyntaxNode): void {
    if (name === "" || value === NOTHING) return;
    let scope = this.#scopeOf(from);
    while (scope.parent !== null && !scope.bound.has(name)) scope = scope.parent;
    // What is known now says more than what was known a round before.
    scope.values.set(name, either(value, scope.values.get(name) ?? NOTHING));
  }

  #lookUp(name: string, from: SyntaxNode): Value {
    let scope: Scope | null = this.#scopeOf(from);
    for (; scope !== null; scope = scope.parent) {
      const value = scope.values.get(name);
      if (value !== undefined) return value;
      if (scope.bound.has(name)) return NOTHING;
    }
    return { ...NOTHING, name: BARE.test(name) ? "" : name };
  }

  #assign(): void {
    for (const node of this.nodes) {
      switch (node.type) {
        case "import_statement":
        case "import_from_statement":
          this.#import(node);
          break;
        case "assignment":
        case "named_expression":
        case "assignment_expression":
        case "variable_declarator":
          this.#assignTo(
            childIn(node, "left") ?? childIn(node, "name"),
            this.read(childIn(node, "right") ?? childIn(node, "value")),
          );
          break;
        case "augmented_assignment":
        case "augmented_assignment_expression": {
          const left = childIn(node, "left");
          if (left === null) break;
          const before = this.read(left);
          const more = this.read(childIn(node, "right"));
          // Each round would add it again.
          const isAdded = before.text.endsWith(more.text) && more.text !== "";
          this.#set(left, isAdded ? before : concatenate(before, more));
          break;
        }
        case "for_statement":
        case "for_in_clause":
        case "for_in_statement":
          this.#assignTo(childIn(node, "left"), elementOf(this.read(childIn(node, "right"))));
          break;
        case "as_pattern": {
          const alias = childIn(node, "alias");
          const value = node.children[0];
          if (alias !== null && value !== undefined) this.#assignTo(alias, this.read(value));
          break;
        }
        case "return_statement":
          this.#return(node, this.read(node.children.find(({ isNamed }) => isNamed) ?? null));
          break;
        case "arrow_function":
        case "lambda": {
          const body = childIn(node, "body");
          if (body !== null && body.type !== "statement_block") this.#return(body, this.read(body));
          break;
        }
        case "call":
        case "call_expression":
        case "new_expression":
          this.#pass(node);
          break;
        default:
      }
    }
  }

  /** What is put into a table stays findable under the table's name. */
  #set(left: SyntaxNode, value: Value): void {
    if (NAMES.has(left.type)) {
      let scope = this.#scopeOf(left);
      const name = this.textOf(left);
      while (scope.parent !== null && !scope.bound.has(name)) scope = scope.parent;
      scope.values.set(name, value);
    } else this.#assignTo(left, value);
  }

  #assignTo(left: SyntaxNode | null, value: Value): void {
    if (left === null || value === NOTHING) return;
    if (NAMES.has(left.type)) return this.#bind(this.textOf(left), value, left);
    if (left.type === "attribute" || left.type === "member_expression")
      return this.#bind(this.textOf(left), value, left);
    if (left.type === "subscript" || left.type === "subscript_expression") {
      const table = left.children[0];
      if (table !== undefined && NAMES.has(table.type))
        this.#bind(this.textOf(table), elementOf(value), left);
      return;
    }
    if (left.type === "object_pattern") {
      for (const part of namedChildren(left)) {
        const key = childIn(part, "key") ?? part;
        const name = childIn(part, "value") ?? part;
        const names = this.#namesIn(name);
        const member = memberOf(value, this.textOf(key).replace(/\s*=[^]*$/, ""));
        if (names[0] !== undefined) this.#bind(names[0], member, left);
      }
      return;
    }
    const part = elementOf(value);
    for (const name of this.#namesIn(left)) this.#bind(name, part, left);
  }

  #import(node: SyntaxNode): void {
    const origin = childIn(node, "module_name") ?? childIn(node, "source");
    const from =
      origin === null
        ? ""
        : plainModule(STRINGS.has(origin.type) ? this.read(origin).text : this.textOf(origin));
    for (const each of walkTree(node)) {
      if (each.type === "aliased_import" || each.type === "import_specifier") {
        const name = childIn(each, "name");
        const alias = childIn(each, "alias") ?? name;
        if (name === null || alias === null) continue;
        const full = from === "" ? this.textOf(name) : memberName(from, this.textOf(name));
        this.#module.values.set(this.textOf(alias), { ...NOTHING, name: full });
      } else if (each.type === "dotted_name" && each.field === "name" && each.parent === node) {
        const name = this.textOf(each);
        const full = from === "" ? name : `${from}.${name}`;
        this.#module.values.set(from === "" ? (name.split(".")[0] ?? name) : name, {
          ...NOTHING,
          name: from === "" ? (name.split(".")[0] ?? name) : full,
        });
      } else if (
        each.type === "identifier" &&
        (each.parent?.type === "import_clause" || each.parent?.type === "namespace_import")
      )
        this.#module.values.set(this.textOf(each), { ...NOTHING, name: from });
    }
  }

  #return(node: SyntaxNode, value: Value): void {
    for (let at = node.parent; at !== null; at = at.parent) {
      if (!FUNCTIONS.has(at.type)) continue;
      const info = this.#functions.get(this.#functionName(at));
      if (info?.node === at) info.returned = either(value, info.returned);
      return;
    }
  }

  /** Arguments become what the parameters stand for. */
  #pass(call: SyntaxNode): void {
    const callee = childIn(call, "function");
    if (callee === null) return;
    const written = this.textOf(callee);
    const info = this.#functions.get(written.slice(written.lastIndexOf(".") + 1));
    const { all } = this.argumentsOf(call);
    if (info !== undefined) {
      const skipsSelf = info.parameters[0] === "self" && written.includes(".") ? 1 : 0;
      for (const [at, argument] of all.entries()) {
        const isNamed = argument.type === "keyword_argument";
        const name = isNamed ? this.textOf(childIn(argument, "name")!) : info.parameters[at + skipsSelf];
        const value = this.read(isNamed ? childIn(argument, "value") : argument);
        if (name === undefined || value === NOTHING || !info.scope.bound.has(name)) continue;
        info.scope.values.set(name, either(value, info.scope.values.get(name) ?? NOTHING));
      }
    }
    // `list.map((each) => …)`, `promise.then((answer) => …)`, `stream.on("data", (chunk) => …)`.
    const object = childIn(callee, "object");
    if (object === null) return;
    for (const argument of all) {
      const scope = this.#scopes.get(argument);
      const [parameter] = scope === undefined ? [] : this.#parametersOf(argument);
      if (scope === undefined || parameter === undefined) continue;
      const value = elementOf(this.read(object));
      if (value.from !== 0 || value.name !== "")
        scope.values.set(parameter, either(scope.values.get(parameter) ?? NOTHING, value));
    }
  }

  #parametersOf(node: SyntaxNode): string[] {
    const list = childIn(node, "parameters") ?? childIn(node, "parameter");
    if (list === null) return [];
    return list.type === "identifier"
      ? [this.textOf(list)]
      : namedChildren(list).map((each) => this.#firstName(each));
  }

  #evaluate(node: SyntaxNode, depth: number): Value {
    if (STRINGS.has(node.type)) return this.#string(node, depth);
    if (CALLS.has(node.type)) return this.#call(node, depth);
    switch (node.type) {
      case "concatenated_string":
        return this.#joined(namedChildren(node), "", depth);
      case "integer":
      case "float":
      case "number":
        return textValue(this.textOf(node));
      case "regex":
        return NOTHING;
      case "identifier":
      case "shorthand_property_identifier":
        return this.#lookUp(this.textOf(node), node);
      case "this":
      case "import":
        return { ...NOTHING, name: this.textOf(node) };
      case "attribute":
      case "member_expression":
        return this.#member(node, depth);
      case "subscript":
      case "subscript_expression":
        return this.#subscript(node, depth);
      case "binary_operator":
      case "binary_expression":
        return this.#binary(node, depth);
      case "await_expression":
      case "await":
      case "parenthesized_expression":
      case "non_null_expression":
      case "expression_statement":
        return this.read(node.children.findLast(({ isNamed }) => isNamed) ?? null, depth);
      case "comparison_operator":
      case "unary_expression":
      case "not_operator":
        return NOTHING;
      case "keyword_argument":
        return this.read(childIn(node, "value"), depth);
      case "pair":
        return this.read(childIn(node, "value"), depth);
      case "arrow_function":
      case "lambda":
        return { ...this.read(childIn(node, "body"), depth), name: "" };
      case "as_pattern":
        return this.read(node.children[0] ?? null, depth);
      case "conditional_expression":
      case "ternary_expression":
        return namedChildren(node)
          .filter(({ field }) => field !== "condition")
          .reduce((value, child) => either(value, this.read(child, depth)), NOTHING);
      case "list_comprehension":
      case "dictionary_comprehension":
      case "set_comprehension":
      case "generator_expression":
        return this.#comprehension(node, depth);
      case "statement_block":
      case "block":
      case "class_body":
        return NOTHING;
      default:
        return this.#union(namedChildren(node), depth);
    }
  }

  #union(nodes: readonly SyntaxNode[], depth: number): Value {
    let from = 0;
    let source = "";
    let name = "";
    let text = "";
    for (const node of nodes.slice(0, 400)) {
      const value = this.read(node, depth);
      from |= value.from;
      source ||= value.source;
      name ||= value.name;
      text ||= value.text;
    }
    return { text, isKnown: false, name, from: from & ~FROM.download, source };
  }

  #joined(nodes: readonly SyntaxNode[], between: string, depth: number): Value {
    const [first, ...rest] = nodes;
    if (first === undefined) return textValue("");
    return rest.reduce(
      (value, node) => concatenate(value, this.read(node, depth), between),
      this.read(first, depth),
    );
  }

  #string(node: SyntaxNode, depth: number): Value {
    let value = textValue("");
    for (const child of node.children) {
      if (child.type === "string_content" || child.type === "string_fragment")
        value = concatenate(value, textValue(resolveEscapes(this.textOf(child))));
      else if (child.type === "escape_sequence")
        value = concatenate(value, textValue(resolveEscapes(this.textOf(child))));
      else if (child.type === "interpolation" || child.type === "template_substitution")
        value = concatenate(
          value,
          this.read(childIn(child, "expression") ?? namedChildren(child)[0] ?? null, depth),
        );
    }
    return value;
  }

  #member(node: SyntaxNode, depth: number): Value {
    const written = this.textOf(node);
    const stored = written.length < 80 ? this.#lookUp(written, node) : NOTHING;
    const object = this.read(childIn(node, "object"), depth);
    const name = childIn(node, "attribute") ?? childIn(node, "property");
    const member = memberOf(object, name === null ? "" : this.textOf(name));
    return stored.from !== 0 || stored.text !== "" ? either(stored, member) : member;
  }

  #subscript(node: SyntaxNode, depth: number): Value {
    const [table, ...rest] = node.children;
    if (table === undefined) return NOTHING;
    const object = this.read(table, depth);
    const key = rest.find(({ isNamed }) => isNamed) ?? null;
    if (key?.type === "slice") {
      const isReversed = /::\s*-1/.test(this.textOf(key));
      return isReversed ? { ...object, text: Array.from(object.text).reverse().join("") } : object;
    }
    const index = this.read(key, depth);
    const member = memberOf(object, index.isKnown ? index.text : "");
    // `process['en' + 'v']`: a name that was put together.
    const isSpelled =
      object.name !== "" &&
      index.isKnown &&
      key !== null &&
      !STRINGS.has(key.type) &&
      /^[a-z_]\w+$/i.test(index.text);
    return {
      ...member,
      name: object.name === "" || !index.isKnown ? object.name : member.name,
      from:
        (isSpelled ? member.from | FROM.spelled : member.from) &
        (/^\d+$/.test(index.text) ? ~0 : ~(FROM.download | FROM.decoded)),
    };
  }

  #binary(node: SyntaxNode, depth: number): Value {
    const left = childIn(node, "left");
    const right = childIn(node, "right");
    const operator = childIn(node, "operator")?.type ?? "";
    if (operator === "+") return concatenate(this.read(left, depth), this.read(right, depth));
    if (operator === "/") return concatenate(this.read(left, depth), this.read(right, depth), "/");
    if (operator === "%") return concatenate(this.read(left, depth), this.read(right, depth));
    if (/^(?:[=!]==?|[<>]=?|in|instanceof|-|\*|&|\^|<<|>>)$/.test(operator)) return NOTHING;
    return either(this.read(left, depth), this.read(right, depth));
  }

  #comprehension(node: SyntaxNode, depth: number): Value {
    const body = childIn(node, "body");
    const clause = node.children.find(({ type }) => type === "for_in_clause");
    const over = this.read(clause === undefined ? null : childIn(clause, "right"), depth);
    const each = this.read(body, depth);
    const isPicked = node.children.some(({ type }) => type === "if_clause");
    const from = each.from | (over.from & (FROM.environment | FROM.selection));
    if (isPicked && (from & FROM.environment) !== 0)
      return { ...NOTHING, from: (from & ~FROM.environment) | FROM.selection, source: "environment" };
    // `chr(c) for c in [112, 114]`
    if (body !== null && CALLS.has(body.type) && this.calleeOf(body).name === "chr" && clause !== undefined) {
      const list = childIn(clause, "right");
      const codes = list === null ? [] : namedChildren(list).map((code) => Number(this.textOf(code)));
      if (codes.length > 1 && codes.every(isCodePoint))
        return textValue(String.fromCodePoint(...codes), FROM.decoded);
      return { ...each, from: from | FROM.decoded };
    }
    return { ...each, from };
  }

  #call(node: SyntaxNode, depth: number): Value {
    const callee = childIn(node, "function") ?? childIn(node, "constructor");
    const { all } = this.argumentsOf(node);
    const written = callee === null ? "" : this.textOf(callee);
    const method = written.slice(written.lastIndexOf(".") + 1);
    const object = callee === null ? NOTHING : this.read(childIn(callee, "object"), depth);
    const called = this.read(callee, depth);
    const values = () => all.map((argument) => this.read(argument, depth));
    // The grammar takes `await (…)` for a call.
    if (written === "await") return this.read(all[0] ?? null, depth);
    const special = this.#special(called.name, method, object, all, depth);
    if (special !== null) return special;
    const info = this.#functions.get(method);
    if (info !== undefined) {
      const from = values().reduce((sum, value) => sum | value.from, 0) & PASSES;
      return { ...info.returned, from: info.returned.from | from };
    }
    const kinds = callKinds(
      called.name === "" && callee !== null && callee.type !== "identifier" ? `.${method}` : called.name,
    );
    const given = values();
    const passed = given.reduce((sum, value) => sum | value.from, 0);
    const source = given.find((value) => value.source !== "")?.source ?? "";
    const base = {
      text: given.map(({ text }) => text).find((text) => text !== "") ?? "",
      isKnown: false,
      name: called.name === "" ? "" : `${called.name}()`,
      source,
    };
    if (kinds.includes("private")) return { ...base, from: FROM.private, source: called.name };
    if (kinds.includes("logins"))
      return { ...base, text: "", from: FROM.credentials, source: keychainEntry(given[0]?.text ?? "") };
    if (kinds.includes("fetches") || kinds.includes("sends"))
      return { ...base, from: FROM.download | FROM.client, source: "" };
    if (kinds.includes("reads_file")) return this.#readFile(base, object, given, passed);
    if (kinds.includes("decodes"))
      return decodeCall(called.name, given, { ...base, from: (passed & ~FROM.download) | FROM.decoded });
    if (kinds.includes("resolves")) return { ...base, from: passed | FROM.download, text: "" };
    if (kinds.includes("spawns") || kinds.includes("runs_shell"))
      return { ...base, text: "", ...commandSource(all.map((each) => this.textOf(each)).join(" ")) };
    if (kinds.includes("inputs")) return { ...base, from: inputOf(called.name), text: "" };
    const kept =
      object.from |
      (passed & ~FROM.client & ~FROM.download & ~FROM.decoded) |
      (KEEPS_WHOLE.has(method) ? passed & (FROM.download | FROM.decoded) : 0);
    const isData = DATA_METHODS.test(called.name) || DATA_METHODS.test(method);
    return {
      text: callee === null || callee.type === "identifier" ? base.text : object.text,
      isKnown: false,
      name: object.name === "" ? base.name : `${called.name}()`,
      from: isData ? kept & ~(FROM.download | FROM.decoded) : CLEANS.test(method) ? 0 : kept,
      source: object.source || source,
    };
  }

  #readFile(base: Omit<Value, "from">, object: Value, given: readonly Value[], passed: number): Value {
    const path = [object, ...given].map(({ text }) => text).find((text) => text !== "") ?? "";
    if (/^(?:0|-|\/dev\/stdin)$/.test(path)) return { ...base, text: "", from: FROM.input, source: "stdin" };
    const kind = placeKind(path, ["credentials", "settings", "personal"]);
    const from =
      kind === "credentials"
        ? FROM.credentials
        : kind === "settings"
          ? FROM.settings
          : kind === "personal"
            ? FROM.personal
            : 0;
    const kept = (object.from | passed) & ~FROM.client;
    return { ...base, text: path, from: from | kept, source: from === 0 ? base.source : path };
  }

  /** Calls that say what the value is. */
  #special(
    name: string,
    method: string,
    object: Value,
    all: readonly SyntaxNode[],
    depth: number,
  ): Value | null {
    const first = () => this.read(all[0] ?? null, depth);
    if (name === "getattr" || name === "Reflect.get") {
      const of = first();
      const key = this.read(all[1] ?? null, depth);
      const isPlain = all[1]?.type === "string";
      const member = memberOf(of, key.isKnown ? key.text : "");
      return isPlain || !key.isKnown ? member : { ...member, from: member.from | FROM.spelled };
    }
    if (name === "vars" || name === "globals" || name === "locals")
      return name === "vars" ? first() : { ...NOTHING, name: "builtins" };
    if (name.endsWith("createRequire")) return { ...NOTHING, name: "require" };
    if (callKinds(name).includes("imports") && all[0] !== undefined) {
      const asked = first();
      const isPlain = STRINGS.has(all[0].type);
      if (!asked.isKnown) return { ...asked, text: "", name: `${name}()` };
      return { ...NOTHING, name: plainModule(asked.text), from: isPlain ? 0 : FROM.spelled };
    }
    if (name === "process.getBuiltinModule") return { ...NOTHING, name: plainModule(first().text) };
    if (name === "os.environ.get" || name === "os.getenv" || name === "Deno.env.get")
      return variable(first());
    if (/^os\.environ\.(?:copy|items|values)$|^Deno\.env\.toObject$/.test(name)) return ENVIRONMENT;
    if (HOME.test(name)) return textValue("~");
    if (
      /(?:^|\.)(?:expanduser|expandvars|abspath|realpath|normpath|normalize|fileURLToPath|Path|PurePath|str|String|encode|decode|strip|trim|toString|absolute|fspath|URL)$/.test(
        name,
      ) ||
      (object.text !== "" && TEXT_METHODS.has(method))
    ) {
      const of =
        (object.text === "" && object.from === 0) || /^os\.path$|^path$/.test(object.name)
          ? this.#joined(all.slice(0, 8), name.endsWith("Path") ? "/" : "", depth)
          : object;
      return name.endsWith("URL") || name.includes(".URL") ? { ...of, isKnown: false } : of;
    }
    if (/^(?:os\.path|path|posixpath|path\/posix)\.(?:join|resolve)$/.test(name) || method === "joinpath")
      return method === "joinpath"
        ? concatenate(object, this.#joined(all, "/", depth), "/")
        : this.#joined(all, "/", depth);
    if (method === "join") return this.#join(object, all, depth);
    if (method === "concat" && object.text !== "") return concatenate(object, this.#joined(all, "", depth));
    if (method === "reverse" || method === "reversed") {
      const of = object.text === "" ? first() : object;
      return { ...of, text: Array.from(of.text).reverse().join("") };
    }
    if (method === "format" && object.text !== "") return concatenate(object, this.#union(all, depth));
    if (method === "replace" && object.isKnown) {
      const [from, to] = [first(), this.read(all[1] ?? null, depth)];
      return from.isKnown && to.isKnown && from.text !== ""
        ? { ...object, text: object.text.replaceAll(from.text, to.text) }
        : object;
    }
    if (name === "chr" || method === "fromCharCode" || method === "fromCodePoint") {
      const codes = all.map((each) => Number(this.read(each, depth).text || Number.NaN));
      return codes.length > 0 && codes.every(isCodePoint)
        ? textValue(String.fromCodePoint(...codes), FROM.decoded)
        : { ...NOTHING, from: FROM.decoded };
    }
    if (name === "Buffer.from" || name === "buffer.Buffer.from")
      return this.#buffer(first(), this.read(all[1] ?? null, depth));
    if (
      name === "Object.entries" ||
      name === "Object.values" ||
      name === "Object.keys" ||
      name === "Object.fromEntries" ||
      name === "dict" ||
      name === "list" ||
      name === "JSON.stringify" ||
      name === "json.dumps" ||
      name === "structuredClone" ||
      name === "Object.assign"
    )
      return { ...this.#union(all, depth), name: "" };
    if (method === "filter" && (object.from & FROM.environment) !== 0)
      return { ...object, from: (object.from & ~FROM.environment) | FROM.selection };
    if (method === "get" && object.name === "" && object.from !== 0 && (object.from & FROM.client) === 0)
      return object;
    return null;
  }

  #join(object: Value, all: readonly SyntaxNode[], depth: number): Value {
    const list = all[0];
    const isPython =
      list !== undefined &&
      (list.type === "list" ||
        list.type === "tuple" ||
        list.type.endsWith("comprehension") ||
        list.type === "generator_expression");
    if (isPython) {
      if (list.type === "list" || list.type === "tuple")
        return this.#joined(namedChildren(list), object.text, depth);
      return this.read(list, depth);
    }
    const call = list?.parent?.parent ?? null;
    const callee = call === null ? null : childIn(call, "function");
    const array = callee === null ? null : childIn(callee, "object");
    if (array?.type === "array")
      return this.#joined(
        namedChildren(array),
        list === undefined ? "," : this.read(list, depth).text,
        depth,
      );
    return either(object, list === undefined ? NOTHING : { ...this.read(list, depth), text: "" });
  }

  #buffer(text: Value, encoding: Value): Value {
    if (encoding.text !== "base64" && encoding.text !== "hex" && encoding.text !== "base64url") return text;
    const decoded = text.isKnown ? decodeText(text.text, encoding.text === "hex" ? "hex" : "base64") : null;
    return decoded === null
      ? { ...text, text: "", isKnown: false, from: text.from | FROM.decoded }
      : textValue(decoded, FROM.decoded);
  }
}

const NAMES = new Set([
  "identifier",
  "shorthand_property_identifier_pattern",
  "as_pattern_target_identifier",
]);
/** Passes through a function whose body is not followed for it. */
const PASSES =
  FROM.input | FROM.key | FROM.environment | FROM.selection | FROM.credentials | FROM.settings | FROM.private;
const HOME = /^(?:pathlib\.Path\.home|Path\.home|os\.homedir|homedir|os\.userInfo)$/;
const TEXT_METHODS = new Set([
  "lower",
  "upper",
  "toLowerCase",
  "strip",
  "rstrip",
  "lstrip",
  "trim",
  "encode",
  "decode",
  "toString",
  "as_posix",
  "resolve",
  "expanduser",
]);
const KEEPS_WHOLE = new Set([
  "from",
  "compile",
  "decode",
  "toString",
  "str",
  "String",
  "bytes",
  "read",
  "text",
  "TextDecoder",
  "b64decode",
  "encode",
  "loads",
  "decompress",
]);
/** What is read as data is no program any more. */
const DATA_METHODS =
  /(?:^|\.)(?:json|JSON\.parse|json\.loads|json\.load|BeautifulSoup|load|cheerio\.load|split|splitlines|match|findall|get)$/;
/** A number, a length or a quoted word runs nothing. */
const CLEANS =
  /^(?:int|float|Number|parseInt|parseFloat|len|bool|Boolean|quote|isdigit|isalnum|exists|existsSync|isfile|startswith|startsWith|includes|test|hexdigest|digest|literal_eval)$/;
/** Names that so many use that they say nothing by themselves. */
const BARE = /^(?:self|this|cls|args?|kwargs|data|text|value|result|item|key|name|url|path|file|x|i|f|e|s)$/;

const ENVIRONMENT: Value = { ...NOTHING, name: "os.environ", from: FROM.environment, source: "environment" };
/** What arguments say, somebody writes who starts programs anyway; a request, or standard input, anybody may have written. */
const inputOf = (name: string) => (ARGUMENTS.test(name) ? FROM.arguments : FROM.input);
const ARGUMENTS = /argv|argparse|click|typer|optparse|Deno\.args|commander|yargs|minimist|parseArgs/;
const BROWSER_STORE = /^(?:document\.cookie|localStorage|sessionStorage)$/;

/** What a program gives back that was started: keychains and clipboards. */
function commandSource(words: string): Pick<Value, "from" | "source"> {
  const of = (from: number, source = "") => ({ from, source });
  if (/\bsecurity\b.{0,20}\b(?:find-(?:generic|internet)-password|dump-keychain)\b/.test(words))
    return of(FROM.credentials, keychainEntry(/["'\s]-s["',\s]+([\w.-]{1,80})/.exec(words)?.[1] ?? ""));
  if (/\b(?:pbpaste|xclip|wl-paste|screencapture)\b/.test(words)) return of(FROM.private);
  const path = /\bcat["',\s]{1,6}([^\s"',;|)]{3,200})/.exec(words)?.[1];
  if (path !== undefined && placeKind(path, ["credentials"]) !== null) return of(FROM.credentials, path);
  return of(/["'](?:printenv|env)["']/.test(words) ? FROM.environment : 0);
}

const isCodePoint = (code: number) => Number.isInteger(code) && code >= 9 && code < 0x110000;
const KEY_NAME = /KEY|TOKEN|SECRET|PASS(?:W|\b|_)|PRIVATE|MNEMONIC|SEED|CREDENTIAL|AUTH|COOKIE/i;

/** One variable of the environment. */
function variable({ text }: Value): Value {
  if (/^(?:HOME|USERPROFILE)$/.test(text)) return textValue("~");
  return { ...NOTHING, from: KEY_NAME.test(text) ? FROM.key : 0, source: text };
}

function memberOf(object: Value, member: string): Value {
  if (ENVIRONMENTS.test(object.name))
    return member === "" || MAP_METHODS.test(member)
      ? { ...ENVIRONMENT, name: memberName(object.name, member) }
      : variable(textValue(member));
  // One line of a file of settings.
  if ((object.from & FROM.settings) !== 0 && /^[A-Z][A-Z0-9_]+$/.test(member))
    return variable(textValue(member));
  const name = object.name === "" || member === "" ? object.name : memberName(object.name, member);
  const from =
    object.from |
    (ENVIRONMENTS.test(name) ? FROM.environment : 0) |
    (callKinds(name).includes("inputs") ? inputOf(name) : 0) |
    (BROWSER_STORE.test(name) ? FROM.private : 0);
  return {
    ...object,
    name,
    from,
    isKnown: false,
    source: ENVIRONMENTS.test(name) ? "environment" : object.source,
  };
}

const ENVIRONMENTS = /^(?:os\.environ|process\.env|Bun\.env|import\.meta\.env|os\.environb)$/;
const MAP_METHODS = /^(?:get|items|copy|values|keys|update|pop|setdefault)$/;
/** Ways to reach what is there without a name before it. */
const ROOTS =
  /^(?:globalThis|window|global|self|builtins|__builtins__|__builtin__|__dict__|top)(?:\.__dict__)?\.?/;

function memberName(object: string, member: string): string {
  return plainModule(`${object}.${member}`.replace(/\.(?:__dict__|default|__getattribute__)(?=\.|$)/g, ""));
}

function plainModule(name: string): string {
  return name.replace(/^node:/, "").replace(ROOTS, "") || (name === "" ? "" : "builtins");
}

const elementOf = (value: Value): Value =>
  value.name === "" && value.from === 0 && value.text === "" ? NOTHING : { ...value, isKnown: false };

function decodeCall(name: string, given: readonly Value[], base: Value): Value {
  const [text] = given;
  if (text === undefined || !text.isKnown) return base;
  const encoding = /fromhex|unhexlify|b16/.test(name)
    ? "hex"
    : /b32/.test(name)
      ? "base32"
      : /b85/.test(name)
        ? "base85"
        : /a85/.test(name)
          ? "ascii85"
          : /unescape/.test(name)
            ? "percent"
            : /codecs/.test(name)
              ? "rot13"
              : "base64";
  const decoded = decodeText(text.text, encoding);
  return decoded === null ? base : textValue(decoded, base.from);
}
