import { auditWords } from "@/components/marks/audit-mark";
import { skillSign } from "@/components/marks/skill-mark";
import { drawableText } from "@/components/share-card/drawable-text";
import { hasCard, type CardOf } from "@/components/share-card/share-card-tags";
import type { CardContent, CardMark } from "@/components/share-card/share-card";
import { takesGives } from "@/components/skill/row/skill-row";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { formatDay, formatSol } from "@/lib/platform/i18n/format";
import { getTranslations } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";
import { isDomainError } from "@/lib/kernel/errors";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { runSkill, verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { findIcon } from "@/lib/registry/packages/find-icon";
import type { SkillDetail, SkillRow } from "@/lib/registry/views";

const TITLE_CHARACTERS = 40;
const TEXT_CHARACTERS = 120;
const LINE_CHARACTERS = 90;

type Words = ReturnType<typeof getTranslations>;

/** What the picture of a skill, an account or a receipt shows, of the public facts alone; null where there is none. */
export async function findCard(of: CardOf, locale: Locale): Promise<CardContent | null> {
  const t = getTranslations({ locale, namespace: "common" });
  if ("skill" in of) return skillCard(of.skill, t, locale);
  return "person" in of ? personCard(of.person, t) : receiptCard(of.receipt, t, locale);
}

/** The picture of the market itself. */
export function marketCard(locale: Locale): CardContent {
  const t = getTranslations({ locale, namespace: "common" });
  return { sign: null, title: "Emporion", of: "", text: t("site.description"), line: "", facts: [] };
}

async function skillCard(name: string, t: Words, locale: Locale): Promise<CardContent | null> {
  const skill = await findShownSkill(name);
  if (skill === null || !hasCard(skill)) return null;
  return {
    ...(await markOfSkill(skill)),
    title: drawableText(skill.displayName, TITLE_CHARACTERS) || skill.slug.slice(0, TITLE_CHARACTERS),
    of: skill.publisher ?? "",
    text: drawableText(skill.description, TEXT_CHARACTERS),
    line: drawableText(takesGives(skill, t) ?? "", LINE_CHARACTERS),
    facts: [
      { mark: markOf(skill), text: auditWords(skill, (key, values) => t(`audit.${key}`, values), locale) },
      { mark: skill.trustLevel, text: t(`trust.${skill.trustLevel}`) },
      { text: priceText(skill.priceLamports, t) },
      { text: skill.version },
    ],
  };
}

async function personCard(name: string, t: Words): Promise<CardContent | null> {
  const person = await findPersonProfile(name);
  if (person === null) return null;
  const { skills, sealed, calls30d } = person.numbers;
  const [most] = person.skills;
  return {
    ...(most === undefined ? { sign: null } : await markOfSkill(most)),
    title: person.username,
    of: "",
    text: drawableText(
      person.skills
        .slice(0, 3)
        .map((skill) => skill.displayName)
        .join(", "),
      TEXT_CHARACTERS,
    ),
    line: "",
    facts: [
      { text: t("card.skills", { count: skills }) },
      ...(sealed > 0 ? [{ mark: "audited" as const, text: t("card.sealed", { count: sealed }) }] : []),
      ...(calls30d > 0 ? [{ text: t("card.calls", { count: calls30d }) }] : []),
    ],
  };
}

/** What was run and what it cost. Who paid stands on the receipt alone. */
async function receiptCard(id: string, t: Words, locale: Locale): Promise<CardContent | null> {
  const receipt = await getReceipt(id).catch((error: unknown) => {
    if (isDomainError(error, "RECEIPT_NOT_FOUND")) return null;
    throw error;
  });
  const verdict = receipt && verifyReceipt(receipt.envelope, receipt.keyId);
  if (!verdict?.ok) return null;
  const { issuedAt, payment } = verdict.statement.predicate;
  const { slug, version } = runSkill(verdict.statement);
  const skill = await findShownSkill(slug);
  if (skill === null) return null;
  return {
    ...(await markOfSkill(skill)),
    title: slug.slice(0, TITLE_CHARACTERS),
    of: t("card.receipt"),
    text: "",
    line: "",
    facts: [
      ...(payment.token ? [] : [{ text: priceText(payment.priceLamports, t) }]),
      { text: version },
      { text: formatDay(issuedAt, locale) },
    ],
  };
}

/** Its sign, and its own icon where it has one. */
async function markOfSkill(skill: Pick<SkillRow, "slug" | "category" | "iconPath">) {
  const icon = skill.iconPath && (await findIcon(skill.iconPath));
  return {
    sign: skillSign(skill),
    ...(icon ? { icon: `data:image/png;base64,${Buffer.from(icon).toString("base64")}` } : {}),
  };
}

const markOf = ({ auditState }: SkillDetail): CardMark =>
  ({ Audited: "audited", Optimistic: "optimistic", Unverified: "unverified" } as const)[auditState];

const priceText = (lamports: string, t: Words) =>
  lamports === "0" ? t("price.free") : `${formatSol(lamports)} SOL`;
