// Sort semantic versions by precedence (SemVer 2.0.0) and test them against an npm-style range.
const MAX_BYTES = 100_000;
const MAX_VERSIONS = 300;
const NUMBER = "(?:0|[1-9][0-9]{0,14})";
const PRE_PART = `(?:${NUMBER}|[0-9]{0,50}[a-zA-Z-][0-9a-zA-Z-]{0,50})`;
const VERSION = new RegExp(`^v?(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${PRE_PART}(?:\\.${PRE_PART}){0,9}))?(?:\\+([0-9A-Za-z-]{1,50}(?:\\.[0-9A-Za-z-]{1,50}){0,9}))?$`);
const PARTIAL = new RegExp(`^v?(${NUMBER}|[xX*])?(?:\\.(${NUMBER}|[xX*]))?(?:\\.(${NUMBER}|[xX*]))?(?:-(${PRE_PART}(?:\\.${PRE_PART}){0,9}))?(?:\\+[0-9A-Za-z.-]{1,80})?$`);

class InputError extends Error {}

function parseVersion(text) {
  const match = VERSION.exec(text.trim());
  if (!match) return null;
  return { raw: text.trim(), numbers: match.slice(1, 4).map(Number), pre: match[4] ? match[4].split(".") : [], build: match[5] ?? "" };
}

function comparePart(a, b) {
  const [left, right] = [a, b].map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));
  if (typeof left === typeof right) return left < right ? -1 : left > right ? 1 : 0;
  return typeof left === "number" ? -1 : 1; // numeric identifiers rank below textual ones
}

/** SemVer section 11; build metadata does not count. */
function compare(a, b) {
  for (let i = 0; i < 3; i += 1) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] < b.numbers[i] ? -1 : 1;
  if (!a.pre.length || !b.pre.length) return Math.sign(b.pre.length - a.pre.length);
  for (let i = 0; i < Math.min(a.pre.length, b.pre.length); i += 1) {
    const order = comparePart(a.pre[i], b.pre[i]);
    if (order) return order;
  }
  return Math.sign(a.pre.length - b.pre.length);
}

const at = (numbers, pre = []) => ({ numbers, pre });
// "-0" is the lowest pre-release: an upper bound such as <2.0.0-0 keeps 2.0.0-beta out. Nobody wrote it, hence `implied`.
const below = (numbers) => ({ op: "<", version: at(numbers, ["0"]), implied: true });

function parsePartial(text) {
  const match = PARTIAL.exec(text);
  if (!match) throw new InputError(`range: ${JSON.stringify(text)} is not a version or partial version`);
  const numbers = [];
  for (const part of match.slice(1, 4)) {
    if (part === undefined || /[xX*]/.test(part)) break;
    numbers.push(Number(part));
  }
  return { numbers, pre: numbers.length === 3 && match[4] ? match[4].split(".") : [] };
}

function upperOf(numbers, position) {
  return below(numbers.map((part, index) => (index < position ? part : index === position ? part + 1 : 0)));
}

function comparators(op, text) {
  const { numbers, pre } = parsePartial(text);
  const full = [0, 1, 2].map((index) => numbers[index] ?? 0);
  const low = { op: ">=", version: at(full, pre) };
  const known = numbers.length;
  if (known === 0) return op === "<" || op === ">" ? [below([0, 0, 0])] : [];
  if (op === "^") {
    const first = full.findIndex((part, index) => part !== 0 || index === known - 1);
    return [low, upperOf(full, Math.min(first, known - 1))];
  }
  if (op === "~") return [low, upperOf(full, Math.min(1, known - 1))];
  if (known === 3) return [{ op: op || "=", version: at(full, pre) }];
  const next = upperOf(full, known - 1);
  if (op === ">=") return [low];
  if (op === "<") return [below(full)];
  if (op === ">") return [{ op: ">=", version: at(next.version.numbers) }];
  return op === "<=" ? [next] : [low, next];
}

function parseRange(text) {
  return text.split("||").map((part) => {
    const hyphen = /^\s*(\S{1,100})\s+-\s+(\S{1,100})\s*$/.exec(part);
    if (hyphen) return [...comparators(">=", hyphen[1]), ...comparators("<=", hyphen[2])];
    const tokens = part.replace(/(\^|~>?|>=|<=|[><=])\s+/g, "$1").split(/\s+/).filter(Boolean);
    return tokens.flatMap((token) => {
      const [, op, version] = /^(\^|~>?|>=|<=|[><=])?(.{0,200})$/.exec(token);
      return comparators(op === "~>" ? "~" : (op ?? ""), version);
    });
  });
}

const TESTS = { "=": (o) => o === 0, "<": (o) => o < 0, "<=": (o) => o <= 0, ">": (o) => o > 0, ">=": (o) => o >= 0 };

function satisfies(version, sets) {
  return sets.some((set) => {
    if (!set.every(({ op, version: bound }) => TESTS[op](compare(version, bound)))) return false;
    if (!version.pre.length) return true;
    // npm rule: a pre-release is only meant when the range names a pre-release of the same x.y.z
    return set.some(({ version: bound, implied }) => bound.pre.length && !implied
      && bound.numbers.every((part, index) => part === version.numbers[index]));
  });
}

function step(from, to) {
  if (compare(from, to) === 0) return from.build === to.build ? "none" : "build";
  const index = from.numbers.findIndex((part, position) => part !== to.numbers[position]);
  return index < 0 ? "prerelease" : ["major", "minor", "patch"][index];
}

function run(payload) {
  const { versions, range } = payload;
  if (!Array.isArray(versions) || versions.length < 1 || versions.length > MAX_VERSIONS) {
    throw new InputError(`versions must be a list of 1 to ${MAX_VERSIONS} texts`);
  }
  if (versions.some((version) => typeof version !== "string" || version.length > 256)) {
    throw new InputError("every version must be a text of at most 256 characters (quote it: 1.10 as a number is 1.1)");
  }
  if (range !== undefined && (typeof range !== "string" || range.length > 500)) {
    throw new InputError("range must be a text of at most 500 characters");
  }
  const parsed = versions.map(parseVersion);
  const valid = parsed.filter(Boolean);
  // build metadata last, so that equal versions still have one order
  const sorted = valid.toSorted((a, b) => compare(a, b) || (a.build < b.build ? -1 : a.build > b.build ? 1 : 0));
  const sets = range === undefined ? null : parseRange(range);
  const matching = sets ? sorted.filter((version) => satisfies(version, sets)) : null;
  return {
    sorted: sorted.map((version) => version.raw),
    invalid: versions.filter((_, index) => !parsed[index]),
    highest: sorted.at(-1)?.raw ?? null,
    steps: sorted.slice(1).map((to, index) => ({ from: sorted[index].raw, to: to.raw, change: step(sorted[index], to) })),
    satisfying: matching?.map((version) => version.raw) ?? null,
    best: matching?.at(-1)?.raw ?? null,
  };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`the input is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("stdin must hold one JSON object");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("the input must be a JSON object");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
