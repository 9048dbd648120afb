const BY_ENDING: Readonly<Record<string, string>> = {
  md: "text/markdown",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  csv: "text/csv",
  html: "text/html",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** The type of a file by its name; one that says nothing is text, or bytes where it is known to be none. */
export function mediaType(path: string, isText = true): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  return known ?? (isText ? "text/plain" : "application/octet-stream");
}
