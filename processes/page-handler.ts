import fs from "node:fs";
import type { NextServer } from "next/dist/server/next";
import { sendPages } from "./send-pages";

/** Written by the build, beside Next's own files. */
const PLAIN_PAGE = ".next/plain-page.json";

type Handler = ReturnType<NextServer["getRequestHandler"]>;

/** What answers for pages: Next, and in production without the framework where a page does not need it. */
export function pageHandler(
  pages: Pick<NextServer, "getRequestHandler">,
  { dev }: { dev: boolean },
): Handler {
  return sendPages(pages.getRequestHandler(), dev ? null : plainScript());
}

function plainScript(): string {
  return (JSON.parse(fs.readFileSync(PLAIN_PAGE, "utf8")) as { script: string }).script;
}
