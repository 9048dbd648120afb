/** Texts of SKILL.md that made a reader slow, or might: each a few kilobytes to 5 MB, made when it is asked for. */
export const HOSTILE_TEXTS: readonly { name: string; text: () => string }[] = [
  pattern("900 times .* on a long text", ".*".repeat(900)),
  pattern("300 nested stars", "(a*)*".repeat(300)),
  pattern("\\p{L}{0,1000} a hundred times", "\\p{L}{0,1000}".repeat(100)),
  pattern("a hundred thousand copies by three repeats", "((a{1,46}){1,46}){1,46}"),
  pattern("optional signs, then the same ones", "a?".repeat(400) + "a".repeat(400)),
  pattern(
    "five hundred alternatives of dots",
    Array.from({ length: 300 }, (_, i) => `.{${i}}b`)
      .join("|")
      .slice(0, 1_990),
  ),
  pattern("large classes, repeated", "[\\p{L}\\p{N}\\p{S}]{1,900}".repeat(20)),
  pattern("the words of a search with every prefix", "(x|xx|xxx|xxxx)+y".repeat(90)),
  pattern("no end at all, case ignored", "(?i:[a-zà-ÿ]+\\s*)+$"),
  {
    name: "forty patterns of forty members",
    text: () =>
      skill(
        `input_schema:\n  type: object\n  properties:\n${Array.from({ length: 40 }, (_, i) => `    p${i}: { type: string, pattern: '${".*".repeat(40 + i)}' }`).join("\n")}\nexamples:\n${Array.from({ length: 10 }, () => `  - input: { ${Array.from({ length: 40 }, (_, i) => `p${i}: "${"a".repeat(400)}\\n"`).join(", ")} }\n    output: {}`).join("\n")}`,
      ),
  },
  {
    name: "names of members for pattern properties",
    text: () =>
      skill(
        `input_schema:\n  type: object\n  patternProperties:\n${Array.from({ length: 60 }, (_, i) => `    '${"(a|b)*".repeat(60)}${i}': {}`).join("\n")}\nexamples:\n  - input: { ${Array.from({ length: 60 }, (_, i) => `${"a".repeat(200)}${i}: 1`).join(", ")} }\n    output: {}`,
      ),
  },
  {
    name: "alternatives that refer to themselves",
    text: () =>
      skill(
        "input_schema:\n  type: object\n  anyOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }]\nexamples:\n  - { input: { a: 1 }, output: {} }",
      ),
  },
  {
    name: "references one after another",
    text: () =>
      skill(
        `input_schema:\n  definitions:\n${Array.from({ length: 1_500 }, (_, i) => `    d${i}: { allOf: [{ $ref: '#/definitions/d${i + 1}' }, { $ref: '#/definitions/d${i + 1}' }] }`).join("\n")}\n    d1500: {}\n  $ref: '#/definitions/d0'\nexamples:\n  - { input: {}, output: {} }`,
      ),
  },
  {
    name: "entries that must all differ",
    text: () =>
      skill(
        `input_schema:\n  type: object\n  properties:\n    list: { type: array, uniqueItems: true }\nexamples:\n  - input: { list: [${Array.from({ length: 3_000 }, (_, i) => `{a: ${i}}`).join(",")}] }\n    output: {}`,
      ),
  },
  { name: "five thousand keys nobody knows", text: () => skill(lines(5_000, (i) => `k${i}: ${i}`)) },
  {
    name: "a schema of ten thousand properties",
    text: () => skill(`input_schema:\n  properties:\n${lines(10_000, (i) => `    p${i}: {}`)}`),
  },
  { name: "sixty levels of lists", text: () => skill(`x:\n${lines(60, (i) => `${" ".repeat(i + 1)}- y:`)}`) },
  { name: "a long text in quotes, full of escapes", text: () => skill(`x: "${"\\u0041".repeat(40_000)}"`) },
  { name: "anchors and aliases", text: () => skill(`a: &a [x, x]\n${lines(90, (i) => `b${i}: [*a, *a]`)}`) },
  { name: "a million lines of a list", text: () => skill(`x:\n${"- a\n".repeat(1_000_000)}`) },
  { name: "five megabytes of brackets", text: () => `${skill("x: 1")}${"[".repeat(4_900_000)}` },
  { name: "five megabytes of links", text: () => `${skill("x: 1")}${"[a](b) ".repeat(690_000)}` },
  { name: "five megabytes of fences", text: () => `${skill("x: 1")}${"```\n".repeat(1_200_000)}` },
  { name: "nine hundred thousand headings", text: () => `${skill("x: 1")}${"## a\n".repeat(900_000)}` },
  { name: "five megabytes in one line", text: () => `${skill("x: 1")}${"a".repeat(4_900_000)}` },
  { name: "half a million pipes of tables", text: () => `${skill("x: 1")}${"|-|-|-|\n".repeat(500_000)}` },
];

function pattern(name: string, of: string): { name: string; text: () => string } {
  const schema = `input_schema:\n  type: object\n  properties:\n    text: { type: string, pattern: '${of}' }`;
  return {
    name,
    text: () => skill(`${schema}\nexamples:\n  - input: { text: "${"a".repeat(50_000)}" }\n    output: {}`),
  };
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const skill = (fields: string) =>
  `---\nname: a-b\ndescription: Does a thing for you.\nversion: 1.0.0\n${fields}\n---\n# A\n`;
