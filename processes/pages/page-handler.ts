import fs from "node:fs";
import type { NextServer } from "next/dist/server/next";
import { THEME_SCRIPT } from "@/components/site/behaviour/theme";
import { env } from "@/lib/platform/config/env";
import { cachePages } from "./cache-pages";
import { sendPages } from "./send-pages";

/** Written by the build, beside Next's own files. */
const PLAIN_PAGE = ".next/plain-page.json";

const MEGABYTE = 1024 * 1024;

type Handler = ReturnType<NextServer["getRequestHandler"]>;

/** What answers for pages: Next, and in production without the framework where a page does not need it. */
export function pageHandler(
  pages: Pick<NextServer, "getRequestHandler">,
  { dev }: { dev: boolean },
): Handler {
  const render = pages.getRequestHandler();
  if (dev) return sendPages(render, null);
  const bytes = env().KEPT_ANSWERS_MB * MEGABYTE;
  const keep = bytes === 0 ? undefined : cachePages({ bytes, inlineScripts: [THEME_SCRIPT] });
  return sendPages(render, plainScript(), undefined, keep);
}

function plainScript(): string {
  return (JSON.parse(fs.readFileSync(PLAIN_PAGE, "utf8")) as { script: string }).script;
}
