// Compare two JSON documents: readable changes and a JSON Patch (RFC 6902) that turns one into the other.
const MAX_BYTES = 400_000;
const MAX_DEPTH = 200;
const MAX_CHANGES = 2_000;

class InputError extends Error {}

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
const escapeKey = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

function equal(a, b) {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  if (kind === "array") return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (kind !== "object") return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => has(b, key) && equal(a[key], b[key]));
}

class Comparison {
  changes = [];
  patch = [];
  ignored = 0;

  constructor(ignore) {
    this.ignore = ignore;
  }

  skips(path) {
    const skipped = this.ignore.some((prefix) => path === prefix || path.startsWith(prefix + "/"));
    if (skipped) this.ignored += 1;
    return skipped;
  }

  record(op, path, before, after) {
    if (this.changes.length >= MAX_CHANGES) throw new InputError(`more than ${MAX_CHANGES} changes; compare smaller parts`);
    const change = { op, path };
    if (op !== "add") change.before = before;
    if (op !== "remove") change.after = after;
    this.changes.push(change);
    this.patch.push(op === "remove" ? { op, path } : { op, path, value: after });
  }

  compare(before, after, path, depth) {
    if (depth > MAX_DEPTH) throw new InputError(`nested deeper than ${MAX_DEPTH} levels`);
    if (this.skips(path)) return;
    const kind = kindOf(before);
    if (kind !== kindOf(after)) this.record("replace", path, before, after);
    else if (kind === "object") this.compareObjects(before, after, path, depth);
    else if (kind === "array") this.compareArrays(before, after, path, depth);
    else if (before !== after) this.record("replace", path, before, after);
  }

  compareObjects(before, after, path, depth) {
    // Sorted keys: the same two documents always give the same patch, whatever order they were written in.
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
      const child = `${path}/${escapeKey(key)}`;
      if (has(before, key) && has(after, key)) this.compare(before[key], after[key], child, depth + 1);
      else if (this.skips(child)) continue;
      else if (has(before, key)) this.record("remove", child, before[key]);
      else this.record("add", child, undefined, after[key]);
    }
  }

  /** Equal ends are matched first, so that one insertion in the middle is one change and not a shift of the rest. */
  compareArrays(before, after, path, depth) {
    let start = 0;
    let end = 0;
    const shorter = Math.min(before.length, after.length);
    while (start < shorter && equal(before[start], after[start])) start += 1;
    while (end < shorter - start && equal(before.at(-1 - end), after.at(-1 - end))) end += 1;
    const oldEnd = before.length - end;
    const newEnd = after.length - end;
    const common = Math.min(oldEnd, newEnd);
    for (let index = start; index < common; index += 1) {
      this.compare(before[index], after[index], `${path}/${index}`, depth + 1);
    }
    // Removing from the back keeps the positions of the earlier items valid while the patch is applied.
    for (let index = oldEnd - 1; index >= common; index -= 1) this.record("remove", `${path}/${index}`, before[index]);
    for (let index = common; index < newEnd; index += 1) this.record("add", `${path}/${index}`, undefined, after[index]);
  }
}

function run(payload) {
  if (!has(payload, "before") || !has(payload, "after")) throw new InputError("both before and after are required");
  const ignore = payload.ignore ?? [];
  if (!Array.isArray(ignore) || ignore.length > 50) throw new InputError("ignore must be a list of at most 50 pointers");
  for (const pointer of ignore) {
    if (typeof pointer !== "string" || !pointer.startsWith("/")) {
      throw new InputError('each entry of ignore must be a JSON Pointer that starts with "/"');
    }
  }
  const comparison = new Comparison(ignore);
  comparison.compare(payload.before, payload.after, "", 0);
  const count = (op) => comparison.changes.filter((change) => change.op === op).length;
  return {
    equal: comparison.changes.length === 0,
    summary: { added: count("add"), removed: count("remove"), replaced: count("replace"), ignored: comparison.ignored },
    changes: comparison.changes,
    patch: comparison.patch,
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
  if (kindOf(payload) !== "object") throw new InputError("the input must be a JSON object");
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  // A document nested thousands of levels deep exhausts the stack before the depth limit is reached.
  if (!(problem instanceof InputError || problem instanceof RangeError)) throw problem;
  result = { error: problem instanceof RangeError ? `nested deeper than ${MAX_DEPTH} levels` : problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
