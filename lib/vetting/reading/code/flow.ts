import { readAssignments, type Assignment } from "./assignments";
import { referencesWithin, type Call, type CodeIndex, type Reference } from "./code-index";
import { lastAtOrBefore } from "../line-index";
import { expressionEnd } from "./expressions";
import { readScopes, type Scope, type Scopes } from "./scopes";

/** Something worth following: a value at a token. */
export interface Source {
  readonly token: number;
  readonly label: string;
  /** Only the value itself counts, not a member of it: `env` carries all secrets, `env.PORT` does not. */
  readonly wholeOnly?: boolean;
}

export interface Flow {
  readonly source: Source;
  readonly sink: Reference & { readonly call: Call };
  /** Index of the token in the sink's arguments through which the value arrives. */
  readonly at: number;
}

export interface FlowQuestion {
  readonly sources: readonly Source[];
  isSink(reference: Reference): boolean;
}

export interface TracedFlows {
  readonly flows: readonly Flow[];
  /** False if the file is so tangled that the search was given up. */
  readonly complete: boolean;
}

const MAX_PASSES = 12;
/** Names looked at over all passes; far above what an honest file needs, and a second of work at most. */
const MAX_LOOKUPS = 6_000_000;
/** So many flows of one kind of source say enough. */
const MAX_FLOWS = 20;
/** Members that still are the whole of an environment. */
const WHOLE = /^\.(?:items|values|keys|copy|toString|entries)$/;

/**
 * Finds the calls that receive a value from a source, through assignments, loops, function parameters, return
 * values and callbacks of one file. Names are told apart by function. The order of statements does not matter,
 * so it finds more than can happen, never less than the listed ways; a file without sources or sinks costs nothing.
 */
export function traceFlow(index: CodeIndex, text: string, question: FlowQuestion): TracedFlows {
  const sinks = index.references.filter((reference) => reference.call !== null && question.isSink(reference));
  if (sinks.length === 0 || question.sources.length === 0) return { flows: [], complete: true };
  const scopes = readScopes(index.tokens, index.pairs, index.language, text);
  const tracer = new Tracer(index, scopes, question.sources);
  tracer.spread(readAssignments(index));
  const flows: Flow[] = [];
  const counts = new Map<string, number>();
  for (const { call, ...sink } of sinks) {
    const reached = call === null ? null : tracer.find(call.open + 1, call.close - 1);
    if (call === null || reached === null) continue;
    const count = (counts.get(reached.source.label) ?? 0) + 1;
    counts.set(reached.source.label, count);
    if (count <= MAX_FLOWS) flows.push({ source: reached.source, sink: { ...sink, call }, at: reached.at });
  }
  return { flows, complete: !tracer.exhausted };
}

interface Reached {
  readonly source: Source;
  readonly at: number;
}

class Tracer {
  private readonly carriers = new Map<string, Source>();
  private readonly sources: readonly Source[];
  private readonly sourceTokens: readonly number[];
  private readonly scopesByName = new Map<string, number[]>();
  private readonly heads: readonly { readonly head: number; readonly position: number }[];
  private readonly headTokens: readonly number[];
  private readonly returns: readonly number[];
  private lookups = 0;

  constructor(
    private readonly index: CodeIndex,
    private readonly scopes: Scopes,
    sources: readonly Source[],
  ) {
    this.sources = [...sources].sort((left, right) => left.token - right.token);
    this.sourceTokens = this.sources.map((source) => source.token);
    for (const [position, { name }] of scopes.list.entries()) {
      const known = this.scopesByName.get(name);
      if (known === undefined) this.scopesByName.set(name, [position]);
      else known.push(position);
    }
    this.heads = scopes.list
      .map(({ head }, position) => ({ head, position }))
      .sort((left, right) => left.head - right.head);
    this.headTokens = this.heads.map(({ head }) => head);
    this.returns = index.tokens.flatMap((token, at) =>
      token.kind === "name" && (token.text === "return" || token.text === "yield") ? [at] : [],
    );
  }

  get exhausted(): boolean {
    return this.lookups >= MAX_LOOKUPS;
  }

  /** Marks the names that carry a source, until nothing new turns up. */
  spread(assignments: readonly Assignment[]): void {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const before = this.carriers.size;
      for (const assignment of assignments) this.assign(assignment);
      for (const reference of this.index.references) this.passArguments(reference);
      for (const at of this.returns) this.passReturn(at);
      if (this.carriers.size === before || this.exhausted) return;
    }
  }

  /** The first source whose value stands between two tokens. */
  find(from: number, to: number): Reached | null {
    if (from > to || this.exhausted) return null;
    const nearest = this.sources[lastAtOrBefore(this.sourceTokens, to)];
    if (nearest !== undefined && nearest.token >= from && nearest.token <= to)
      return { source: nearest, at: nearest.token };
    if (this.carriers.size === 0) return null;
    for (const reference of referencesWithin(this.index, from, to)) {
      this.lookups++;
      const source = this.carriedBy(reference);
      if (source !== undefined) return { source, at: reference.token };
    }
    return null;
  }

  private assign({ targets, at, from, to, takesMembers }: Assignment): void {
    const open = targets.filter((target) => !this.carriers.has(this.keyOf(target, at)));
    if (open.length === 0) return;
    const reached = this.find(from, to);
    if (reached === null || (takesMembers && reached.source.wholeOnly === true)) return;
    for (const target of open) this.carriers.set(this.keyOf(target, at), reached.source);
  }

  /** `send(secret)` fills the parameters of `send`; `.then((x) => …)` on a source fills `x`. */
  private passArguments({ call, written }: Reference): void {
    if (call === null || call.close === call.open + 1) return;
    const local = this.scopesByName.get(written.slice(written.lastIndexOf(".") + 1)) ?? [];
    const reached = local.length === 0 ? null : this.find(call.open + 1, call.close - 1);
    if (reached !== null) this.fillParameters(local, reached.source);
    const chain = this.find(call.chainStart, call.open);
    if (chain !== null) this.fillParameters(this.scopesWithin(call.open, call.close), chain.source);
  }

  private scopesWithin(open: number, close: number): number[] {
    const found: number[] = [];
    for (let at = lastAtOrBefore(this.headTokens, open); at < this.heads.length; at++) {
      const entry = this.heads[at];
      if (entry === undefined || entry.head >= close) break;
      if (entry.head > open) found.push(entry.position);
    }
    return found;
  }

  private fillParameters(positions: readonly number[], source: Source): void {
    for (const position of positions) {
      for (const parameter of this.scopes.list[position]?.parameters ?? []) {
        const key = `${position}|${parameter}`;
        if (!this.carriers.has(key)) this.carriers.set(key, source);
      }
    }
  }

  /** A function that returns a source is one: its calls carry the value. */
  private passReturn(at: number): void {
    const scope: Scope | undefined = this.scopes.list[this.scopes.scopeOf(at)];
    if (scope === undefined || scope.name === "" || this.carriers.has(`-1|${scope.name}()`)) return;
    const reached = this.find(at + 1, expressionEnd(this.index.tokens, this.index.pairs, at + 1, false));
    if (reached !== null) this.carriers.set(`-1|${scope.name}()`, reached.source);
  }

  private carriedBy(reference: Reference): Source | undefined {
    const parts = reference.written.split(".");
    if (reference.call !== null) {
      const returned = this.carriers.get(`-1|${parts.at(-1) ?? ""}()`);
      if (returned !== undefined) return returned;
    }
    for (let length = parts.length; length > 0; length--) {
      const source = this.lookUp(parts.slice(0, length).join("."), reference.token);
      if (source === undefined) continue;
      const rest = parts
        .slice(length)
        .map((part) => `.${part}`)
        .join("");
      const indexed = this.index.tokens[reference.lastToken + 1]?.text === "[";
      const whole = (rest === "" && !indexed) || WHOLE.test(rest);
      return source.wholeOnly === true && !whole ? undefined : source;
    }
    return undefined;
  }

  private lookUp(name: string, token: number): Source | undefined {
    for (let scope = this.scopes.scopeOf(token); ; scope = this.scopes.list[scope]?.parent ?? -1) {
      const source = this.carriers.get(`${scope}|${name}`);
      if (source !== undefined || scope === -1) return source;
    }
  }

  /** Members of an object outlive the function that sets them. */
  private keyOf(name: string, token: number): string {
    return name.includes(".") ? `-1|${name}` : `${this.scopes.scopeOf(token)}|${name}`;
  }
}
