type Schema = Record<string, unknown>;
type Within = (narrow: unknown, wide: unknown) => boolean;
/** True when whatever `narrow` allows satisfies this keyword of `wide`. */
type Rule = (narrow: Schema, wide: Schema, within: Within) => boolean;

const TYPES = ["string", "number", "integer", "object", "array", "boolean", "null"];

/** What the common keywords of JSON Schema ask of a schema that is to lie inside another one. */
export const KEYWORD_RULES: Readonly<Record<string, Rule>> = {
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
