import { getMarketPackage, sendPackage } from "@/api/discovery/routes";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { WHEEL } from "@/lib/web/documents/market-packages";
import packageJson from "@/package.json";

const NAME = "emporion";
/** A name that tells pip what it installs, and for which Python (PEP 427). */
const FILE = `${NAME}-${packageJson.version}-py3-none-any.whl`;
const JSON_TYPE = "application/vnd.pypi.simple.v1+json";
const HTML_TYPE = "text/html; charset=utf-8";
const API_VERSION = "1.0";
const REQUIRES = ">=3.9";

/**
 * The client in Python, as an index that pip reads (PEP 503, and PEP 691 for those who ask for JSON):
 * `pip install --index-url MARKET/simple/ emporion`. It has nothing of others.
 */
export const PYTHON_INDEX: readonly PlainRoute[] = [
  { path: "/simple/", handler: sendProjects },
  { path: `/simple/${NAME}/`, handler: sendFiles },
  { path: `/simple/${NAME}/${FILE}`, handler: (c) => sendPackage(c, WHEEL, "application/zip") },
];

function sendProjects(c: ApiContext): Response {
  return send(c, { projects: [{ name: NAME }] }, `<a href="${NAME}/">${NAME}</a>`);
}

function sendFiles(c: ApiContext): Response {
  const { sha256 } = getMarketPackage(WHEEL);
  const file = { filename: FILE, url: FILE, hashes: { sha256 }, "requires-python": REQUIRES };
  const html = `<a href="${FILE}#sha256=${sha256}" data-requires-python="${REQUIRES.replace(">", "&gt;")}">${FILE}</a>`;
  return send(c, { name: NAME, files: [file] }, html);
}

function send(c: ApiContext, listed: Record<string, unknown>, links: string): Response {
  // A release changes what stands here: always ask again.
  const headers = { "cache-control": "public, no-cache", vary: "Accept" };
  if (c.req.header("accept")?.includes(JSON_TYPE))
    return c.body(JSON.stringify({ meta: { "api-version": API_VERSION }, ...listed }), 200, {
      ...headers,
      "content-type": JSON_TYPE,
    });
  const meta = `<meta name="pypi:repository-version" content="${API_VERSION}">`;
  const page = `<!DOCTYPE html><html lang="en"><head>${meta}<title>${NAME}</title></head><body>${links}</body></html>\n`;
  return c.body(page, 200, { ...headers, "content-type": HTML_TYPE });
}
