import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { matchSchema, PatternWork } from "@/lib/skill-format";

type Schema = Record<string, unknown>;
type Within = (narrow: unknown, wide: unknown) => boolean;
/** True when whatever `narrow` allows satisfies this keyword of `wide`. */
type Rule = (narrow: Schema, wide: Schema, within: Within) => boolean;

const TYPES = ["string", "number", "integer", "object", "array", "boolean", "null"];

/** What the common keywords of JSON Schema ask of a schema that is to lie inside another one. */
const KEYWORD_RULES: Readonly<Record<string, Rule>> = {
  type: (narrow, wide) => {
    const allowed = typesOf(wide);
    return typesOf(narrow).every(
      (type) => allowed.includes(type) || (type === "integer" && allowed.includes("number")),
    );
  },
  minimum: lowerBound("minimum", ["number", "integer"]),
  maximum: upperBound("maximum", ["number", "integer"]),
  exclusiveMinimum: lowerBound("exclusiveMinimum", ["number", "integer"]),
  exclusiveMaximum: upperBound("exclusiveMaximum", ["number", "integer"]),
  minLength: lowerBound("minLength", ["string"]),
  maxLength: upperBound("maxLength", ["string"]),
  minItems: lowerBound("minItems", ["array"]),
  maxItems: upperBound("maxItems", ["array"]),
  minProperties: lowerBound("minProperties", ["object"]),
  maxProperties: upperBound("maxProperties", ["object"]),
  uniqueItems: (narrow, wide) =>
    wide["uniqueItems"] !== true || isVacuous(narrow, ["array"]) || narrow["uniqueItems"] === true,
  pattern: same("pattern", ["string"]),
  format: same("format", ["string"]),
  required: (narrow, wide) => {
    const stated = listOf(narrow["required"]);
    return isVacuous(narrow, ["object"]) || listOf(wide["required"]).every((name) => stated.includes(name));
  },
  properties: (narrow, wide, within) =>
    isVacuous(narrow, ["object"]) ||
    Object.entries(membersOf(wide["properties"])).every(([name, schema]) =>
      within(schemaOfProperty(narrow, name), schema),
    ),
  additionalProperties: (narrow, wide, within) => {
    if (isVacuous(narrow, ["object"]) || wide["additionalProperties"] === true) return true;
    if ("patternProperties" in narrow || "patternProperties" in wide) return false;
    const rest = wide["additionalProperties"];
    const known = membersOf(wide["properties"]);
    const extra = Object.entries(membersOf(narrow["properties"])).filter(
      ([name]) => !Object.hasOwn(known, name),
    );
    return extra.every(([, schema]) => within(schema, rest)) && within(restOf(narrow), rest);
  },
  items: (narrow, wide, within) => {
    if (isVacuous(narrow, ["array"])) return true;
    if (Array.isArray(wide["items"]) || Array.isArray(narrow["items"])) return false;
    return within(narrow["items"] ?? true, wide["items"]);
  },
  enum: () => false, // a narrower schema that lists its values has been compared value by value
  const: () => false,
  anyOf: (narrow, wide, within) => listOf(wide["anyOf"]).some((branch) => within(narrow, branch)),
  allOf: (narrow, wide, within) => listOf(wide["allOf"]).every((part) => within(narrow, part)),
};

function lowerBound(keyword: string, types: readonly string[]): Rule {
  return (narrow, wide) =>
    isVacuous(narrow, types) || compareNumbers(narrow[keyword], wide[keyword], (a, b) => a >= b);
}

function upperBound(keyword: string, types: readonly string[]): Rule {
  return (narrow, wide) =>
    isVacuous(narrow, types) || compareNumbers(narrow[keyword], wide[keyword], (a, b) => a <= b);
}

function same(keyword: string, types: readonly string[]): Rule {
  return (narrow, wide) => isVacuous(narrow, types) || narrow[keyword] === wide[keyword];
}

/** A keyword says nothing about values of other types than its own. */
function isVacuous(narrow: Schema, types: readonly string[]): boolean {
  return !typesOf(narrow).some((type) => types.includes(type));
}

function typesOf(schema: Schema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((item) => typeof item === "string") : TYPES;
}

function schemaOfProperty(schema: Schema, name: string): unknown {
  const members = membersOf(schema["properties"]);
  if (Object.hasOwn(members, name)) return members[name];
  return "patternProperties" in schema ? {} : restOf(schema);
}

const restOf = (schema: Schema): unknown => schema["additionalProperties"] ?? true;

const membersOf = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function compareNumbers(a: unknown, b: unknown, holds: (a: number, b: number) => boolean): boolean {
  return typeof a === "number" && typeof b === "number" && holds(a, b);
}

/** Words about a schema that allow and forbid nothing. */
const ANNOTATIONS = new Set(
  "title description default examples example deprecated readOnly writeOnly $comment $id $schema definitions $defs".split(
    " ",
  ),
);
/** Below these every key is a name, not a keyword. */
const NAMES = new Set(["properties", "patternProperties", "dependencies"]);
const MAX_DEPTH = 40;
const MAX_STEPS = 2_000;
const MAX_SCHEMA_CHARACTERS = 64 * 1024;
/** Keywords whose meaning depends on others, or that the matcher of values does not know. */
const OPAQUE =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|prefixItems|contains|minContains|maxContains|dependent\w+|unevaluated\w+)":/;

/** Counts the work of one comparison, so that a hostile schema ends as "not proven". */
interface Budget {
  steps: number;
  patterns: PatternWork;
}

/**
 * True when every value that `narrow` allows is allowed by `wide`, as far as that can be proven from the common
 * keywords; false otherwise. Sound, not complete: it never says true wrongly.
 */
export function isSubschema(narrow: unknown, wide: unknown): boolean {
  if (isOpaque(narrow) || isOpaque(wide)) return isSameSchema(narrow, wide);
  return isWithin(narrow, wide, { steps: 0, patterns: new PatternWork() }, 0);
}

/** True when the two say the same, their annotations apart. References count only with their definitions. */
export function isSameSchema(a: unknown, b: unknown): boolean {
  if (isOpaque(a) || isOpaque(b)) return toCanonicalJson(a) === toCanonicalJson(b);
  return toCanonicalJson(strip(a, 0)) === toCanonicalJson(strip(b, 0));
}

function isWithin(given: unknown, target: unknown, budget: Budget, depth: number): boolean {
  if (++budget.steps > MAX_STEPS || depth > MAX_DEPTH) return false;
  const [narrow, wide] = [asSchema(given), asSchema(target)];
  if (narrow === null || wide === null) return false;
  if (narrow === "nothing" || isUnbounded(wide)) return true;
  if (wide === "nothing") return false;
  if (isSameSchema(narrow, wide)) return true;
  const within = (a: unknown, b: unknown) => isWithin(a, b, budget, depth + 1);
  const values = listValues(narrow);
  if (values) return values.every((value) => allows(wide, value, budget));
  const alternatives = findList(narrow["anyOf"]) ?? findList(narrow["oneOf"]);
  if (alternatives?.every((branch) => within(mergeBranch(narrow, branch), wide))) return true;
  const parts = findList(narrow["allOf"]);
  if (parts?.some((part) => within(part, wide))) return true;
  return Object.keys(wide).every((keyword) => {
    if (ANNOTATIONS.has(keyword)) return true;
    // A keyword may be called like a member every object inherits.
    const rule = Object.hasOwn(KEYWORD_RULES, keyword) ? KEYWORD_RULES[keyword] : undefined;
    if (rule) return rule(narrow, wide, within);
    return (
      Object.hasOwn(narrow, keyword) && toCanonicalJson(narrow[keyword]) === toCanonicalJson(wide[keyword])
    );
  });
}

/** A branch together with what stands beside it; null (never provable) where both state the same keyword. */
function mergeBranch(schema: Schema, branch: unknown): unknown {
  const own = asSchema(branch);
  if (own === null || own === "nothing") return branch;
  const beside = Object.entries(schema).filter(([keyword]) => keyword !== "anyOf" && keyword !== "oneOf");
  return beside.some(([keyword]) => keyword in own && !ANNOTATIONS.has(keyword))
    ? own
    : { ...Object.fromEntries(beside), ...own };
}

function listValues(schema: Schema): unknown[] | null {
  if ("const" in schema) return [schema["const"]];
  return findList(schema["enum"]);
}

function allows(schema: Schema, value: unknown, { patterns }: Budget): boolean {
  if (/"format":/.test(JSON.stringify(schema))) return false; // formats are checked at a call, not here
  return matchSchema(schema, value, patterns).state === "match";
}

function asSchema(value: unknown): Schema | "nothing" | null {
  if (value === true) return {};
  if (value === false) return "nothing";
  return isRecord(value) ? value : null;
}

const isUnbounded = (schema: Schema | "nothing"): boolean =>
  schema !== "nothing" && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));

/** Too large or with keywords nothing is proven of; a property that is called like one is taken for it. */
function isOpaque(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "";
  return text.length > MAX_SCHEMA_CHARACTERS || OPAQUE.test(text);
}

/** Without annotations. */
function strip(value: unknown, depth: number, names = false): unknown {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => strip(item, depth + 1));
  const kept = Object.entries(value).filter(([key]) => names || !ANNOTATIONS.has(key));
  return Object.fromEntries(
    kept.map(([key, member]) => {
      if (!names && (key === "const" || key === "enum")) return [key, member];
      if (!names && key === "required" && Array.isArray(member))
        return [key, member.map((name) => toCanonicalJson(name)).sort()];
      return [key, strip(member, depth + 1, !names && NAMES.has(key))];
    }),
  );
}

const isRecord = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const findList = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null);
