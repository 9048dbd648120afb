import path from "node:path";
import type { Locale } from "@/lib/platform/i18n/routing";
import { proposeName, type NameObstacle } from "@/lib/skill-format";
import { readTemplate, TEMPLATES, type Language, type Template } from "./read-template";

const LANGUAGE_OF: Readonly<Record<Locale, Language>> = { en: "en", "zh-Hans": "zh", ko: "ko" };

/** As a page is asked. */
export interface TemplateQuery {
  template?: string | string[];
  name?: string | string[];
}

/** What the editor of a page begins with. */
export interface TemplateStart {
  /** The name as it was asked for. */
  name: string;
  /** Its SKILL.md; "" where there is no name to make it with. */
  text: string;
  /** The files as the JSON of a folder's upload, and what it is called; null where SKILL.md is all. */
  folder: { name: string; json: string } | null;
  /** Why the name can be none. */
  obstacle: NameObstacle | null;
}

/** A template in the reader's language under the name that was asked for; null where none was. */
export function startFromTemplate({ template, name }: TemplateQuery, locale: Locale): TemplateStart | null {
  const asked = TEMPLATES.find((each): each is Template => each === template);
  if (asked === undefined || typeof name !== "string") return null;
  const shown = name.slice(0, MAX_NAME_CHARACTERS);
  const proposed = proposeName(shown);
  if (!proposed.ok) return { name: shown, text: "", folder: null, obstacle: proposed.obstacle };
  const files = readTemplate(asked, LANGUAGE_OF[locale], proposed.name, FOLDER);
  const text = files.get("SKILL.md") ?? "";
  if (files.size === 1) return { name: shown, text, folder: null, obstacle: null };
  const encoded = [...files].map(([file, content]): [string, string] => [
    file,
    Buffer.from(content).toString("base64"),
  ]);
  const json = JSON.stringify({ folder: proposed.name, base64_files: Object.fromEntries(encoded) });
  return { name: shown, text, folder: { name: proposed.name, json }, obstacle: null };
}

const MAX_NAME_CHARACTERS = 200;
const FOLDER = path.join(/* turbopackIgnore: true */ process.cwd(), "lib", "publishing", "templates");
