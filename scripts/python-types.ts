// The answers of the API as Python's types, from its description. They are written while the package is made, so that they
// never say anything else than the description does.

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

export interface Description {
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** What the client gives out; what these name comes along. */
const ROOTS = ["Audit", "CallSchema", "Receipt", "Run", "SearchResult", "SkillDetail"];

const HEADER = `"""What a market answers, as its description (\`/v1/openapi.json\`) has it. Written by a program.

A market may answer otherwise: what is relied on is checked where it is read.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;
const PLAIN: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};
const KEYWORD =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

/** The module of Python with the types of the answers that the client gives out. Throws for a schema that is not there. */
export function pythonTypes({ components }: Description): string {
  const writer = new Writer(components.schemas);
  for (const name of ROOTS) writer.name(name);
  return [HEADER, ...writer.classes].join("\n\n");
}

class Writer {
  readonly classes: string[] = [];
  private readonly known = new Set<string>();

  private readonly schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.schemas = schemas;
  }

  /** The name of a schema's type, which is written if it is new. */
  name(name: string): string {
    const schema = this.schemas[name];
    if (!schema)
      throw new Error(
        `the description of the API has no schema ${name}, which the client in Python gives out`,
      );
    if (this.known.has(name)) return name;
    this.known.add(name);
    const { properties, ...whole } = this.merge(schema);
    if (properties) this.write(name, { properties, ...whole });
    else this.classes.push(`${name} = ${this.type(schema, name)}\n`);
    return name;
  }

  /** A schema with what it extends. */
  private merge(schema: Schema): Schema {
    const { allOf = [], $ref, ...own } = schema;
    const extended = [...allOf, ...($ref ? [this.find($ref)] : [])].map((part) => this.merge(part));
    if (extended.length === 0) return own;
    const parts = [...extended, own];
    return {
      ...own,
      properties: Object.fromEntries(parts.flatMap(({ properties = {} }) => Object.entries(properties))),
      required: parts.flatMap(({ required = [] }) => required),
    };
  }

  private find(ref: string): Schema {
    return this.schemas[nameOf(ref)] ?? {};
  }

  /** An object: its members that are always there, and a class over it with those that may be. */
  private write(name: string, { properties = {}, required = [], description }: Schema): void {
    const all = Object.entries(properties);
    const isNeeded = ([member]: [string, Schema]) => required.includes(member);
    const needed = all.filter(isNeeded);
    const optional = all.filter((each) => !isNeeded(each));
    const said = description ? `    """${description.replaceAll(/["\\]/g, "'")}"""\n\n` : "";
    if (optional.length === 0) {
      this.classes.push(this.body(name, "TypedDict", needed, said));
      return;
    }
    const base = needed.length > 0 ? `_${name}` : "TypedDict";
    if (needed.length > 0) this.classes.push(this.body(base, "TypedDict", needed, ""));
    this.classes.push(this.body(name, `${base}, total=False`, optional, said));
  }

  private body(name: string, bases: string, members: readonly [string, Schema][], said: string): string {
    const types = members.map(
      ([member, schema]) => [member, this.type(schema, name.replace(/^_/, "") + pascal(member))] as const,
    );
    // What is no name in Python can only be written as a text.
    const odd = types.filter(([member]) => !/^[A-Za-z_]\w*$/.test(member) || KEYWORD.test(member));
    if (odd.length === 0) {
      const lines = types.map(([member, type]) => `    ${member}: ${type}\n`).join("");
      return `class ${name}(${bases}):\n${said}${lines || "    pass\n"}`;
    }
    const [base, total] = bases.split(", ");
    if (base !== "TypedDict") throw new Error(`${name} has members that Python cannot name, and others`);
    const lines = types.map(([member, type]) => `        "${member}": "${type}",\n`).join("");
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines}    },${total ? `\n    ${total},` : ""}\n)\n`;
  }

  /** The type of a value; an object that has no name is called after its place. */
  private type(schema: Schema, place: string): string {
    if (schema.$ref) return union([this.name(nameOf(schema.$ref)), ...nullOf(this.find(schema.$ref))]);
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
    if (schema.anyOf) return union(schema.anyOf.map((each, index) => this.type(each, place + (index || ""))));
    if (schema.allOf) return this.object(this.merge(schema), place);
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return schema.properties ? this.object(schema, place) : "Any";
    return union(types.map((each) => this.typeOf(each, schema, place)));
  }

  private typeOf(type: string, schema: Schema, place: string): string {
    if (type === "array") return `List[${this.type(schema.items ?? {}, place)}]`;
    return type === "object" ? this.object(schema, place) : (PLAIN[type] ?? "Any");
  }

  private object(schema: Schema, place: string): string {
    const { additionalProperties: others } = schema;
    if (!schema.properties)
      return `Dict[str, ${typeof others === "object" ? this.type(others, place) : "Any"}]`;
    if (!this.known.has(place)) {
      this.known.add(place);
      this.write(place, schema);
    }
    return place;
  }
}

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";
/** A class cannot be null, so whoever names it says that its value may be. */
const nullOf = ({ type }: Schema) => (type?.includes("null") ? ["None"] : []);
const pascal = (name: string) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const literal = (value: unknown) => (value === null ? "None" : JSON.stringify(value));

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes("Any")) return "Any";
  const [only = "Any", ...more] = distinct.filter((type) => type !== "None");
  const whole = more.length === 0 ? only : `Union[${[only, ...more].join(", ")}]`;
  return distinct.length > 1 && distinct.includes("None") ? `Optional[${whole}]` : whole;
}
