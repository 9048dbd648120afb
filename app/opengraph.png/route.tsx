import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImageResponse } from "next/og";
import { drawableText } from "@/components/marks/drawable-text";
import { SHARE_CARD, ShareCard } from "@/components/marks/share-card";
import { isDomainError } from "@/lib/kernel/errors";
import { subscriberOfStamped } from "@/lib/http/client-address";
import { problemResponse } from "@/lib/http/problems/problem-response";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { cacheControlOfSkills } from "@/lib/http/skill-cache";
import { formatSol } from "@/lib/i18n/format-lamports";
import { getTranslations } from "@/lib/i18n/get-translations";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";

export const dynamic = "force-dynamic";

/** Each is drawn anew, in some fifty milliseconds; who shows links keeps a picture. */
const LIMIT = { name: "share-card", points: 120, durationSeconds: 60 };
const TITLE_CHARACTERS = 60;
const TEXT_CHARACTERS = 150;
const FACE = path.join(
  process.cwd(),
  "node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff",
);

let face: Promise<Buffer> | undefined;

/** The picture other sites show beside a link: of the market, or of the skill in `?skill=`. Always in English. */
export async function GET(request: Request): Promise<Response> {
  try {
    await consumeRateLimit(LIMIT, subscriberOfStamped(request.headers.get("x-forwarded-for")));
  } catch (error) {
    return problemResponse(error);
  }
  const slug = new URL(request.url).searchParams.get("skill");
  const card = slug === null ? marketCard() : await skillCard(slug);
  if (card === null) return new Response("There is no such skill.\n", { status: 404 });
  const image = new ImageResponse(<ShareCard {...card} />, {
    ...SHARE_CARD,
    fonts: [{ name: "Newsreader", data: await (face ??= readFile(FACE)), weight: 500 }],
  });
  // Drawn to the end here, so that a failure is an answer and not a broken picture.
  return new Response(await image.arrayBuffer(), {
    headers: { "content-type": "image/png", "cache-control": cacheControlOfSkills(3600) },
  });
}

function marketCard() {
  const t = getTranslations({ locale: "en", namespace: "common" });
  return { title: "Emporion", text: t("site.description"), facts: [] };
}

async function skillCard(slug: string) {
  const skill = await findSkill(slug);
  if (skill === null) return null;
  const t = getTranslations({ locale: "en", namespace: "common" });
  const price = skill.priceLamports === "0" ? t("price.free") : `${formatSol(skill.priceLamports)} SOL`;
  return {
    title: drawableText(skill.displayName, TITLE_CHARACTERS) || skill.slug,
    text: drawableText(skill.description, TEXT_CHARACTERS),
    facts: [`v${skill.version}`, t(`audit.${skill.auditState}`), price],
  };
}

async function findSkill(slug: string): Promise<SkillDetail | null> {
  try {
    return await getSkill(slug);
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}
