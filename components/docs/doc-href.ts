const PAGES: readonly [file: RegExp, address: (id: string) => string][] = [
  [/^errors\/([A-Z_]+)\.md$/, (id) => `/errors/${id}`],
  [/^(dialects|errors)\/README\.md$/, (id) => `/docs/${id}`],
  [/^dialects\/([\w-]+)\.md$/, (id) => `/docs/dialects/${id}`],
  [/^([a-z-]+)\.md$/, (id) => `/docs/${id}`],
  [/^(openapi\.json)$/, (id) => `/v1/${id}`],
];

/** The page of a file that a document in `folder` links to; the list of documents for files that have none. */
export function docHref(folder: string, path: string): string {
  const file = folder === "" ? path : `${folder}/${path}`;
  for (const [pattern, address] of PAGES) {
    const [, id] = pattern.exec(file) ?? [];
    if (id !== undefined) return address(id);
  }
  return "/docs";
}
