// How dependency-cruiser reads our source. It parses TypeScript with swc (typescript 7 has no API it knows), but
// does not tell swc which files hold JSX, nor does it tell `import type` apart. Both are mended here, and the alias
// `@/` is resolved.
const swc = require("@swc/core");

const parseFile = swc.parseFileSync;

swc.parseFileSync = (file, options) => {
  const settings = { ...options, tsx: file.endsWith("x") };
  const parsed = parseFile(file, settings);
  const values = new Set(parsed.body.filter((item) => item.source && !isTypeOnly(item)).map(sourceOf));
  const body = parsed.body.flatMap((item) => {
    if (!item.source || !isTypeOnly(item)) return [item];
    return values.has(sourceOf(item)) ? [] : asTypeImport(sourceOf(item), settings);
  });
  return { ...parsed, body };
};

const sourceOf = (item) => item.source.value;

/** `import type …`, `export type …`, and imports whose every name is a type. */
function isTypeOnly({ typeOnly, specifiers = [] }) {
  return Boolean(typeOnly) || (specifiers.length > 0 && specifiers.every((each) => each.isTypeOnly));
}

/** The same dependency in the one form dependency-cruiser reports as `type-import`. */
function asTypeImport(source, settings) {
  return swc.parseSync(`declare let type: import(${JSON.stringify(source)});`, settings).body;
}

module.exports = { resolve: { alias: { "@": process.cwd() } } };
