import { MarketError, type MarketClient, type SkillPackage, type UploadPreview } from "@/client";
import { agrees, type Person } from "./ask-person";
import type { CommandContext } from "./command";
import { toCommandError } from "./install/market";
import { printLine } from "./print";

const TONES = { ok: "ok", note: "note", warn: "look", bad: "stop" } as const;
const TOO_MANY = 429;
const SERVER_FAILS = 500;

/**
 * Prints what the market knows of a package before it is published, as the last step of its page shows it. A market that
 * is older, or too busy, keeps nobody from publishing. @throws InputError where the market refuses.
 */
export async function previewUpload(
  market: MarketClient,
  skill: SkillPackage,
  { organisation, ...context }: CommandContext & { organisation?: string | undefined },
): Promise<UploadPreview | null> {
  const preview = await findPreview(market, { skill, organisation }, context);
  for (const { about, tone, text, detail } of preview?.facts ?? []) {
    const said = detail === null ? text : `${text} ${detail}`;
    printLine(context.stderr, `${TONES[tone].padEnd(4)}  ${about.padEnd(8)}  ${said}`);
  }
  return preview;
}

/** Whether to go on; nobody who can be asked is a yes. */
export async function agreesToPublish(what: string, person: Person | null): Promise<boolean> {
  return person === null || agrees(person, `Publish ${what}? It cannot be changed afterwards.`);
}

async function findPreview(
  market: MarketClient,
  { skill, organisation }: { skill: SkillPackage; organisation: string | undefined },
  { stderr }: CommandContext,
): Promise<UploadPreview | null> {
  try {
    return await market.previewUpload(skill, { organisation });
  } catch (error) {
    if (!(error instanceof MarketError) || (error.status !== TOO_MANY && error.status < SERVER_FAILS))
      throw toCommandError(error);
    printLine(stderr, `what is known of it before it is published is not told now: ${error.message}`);
    return null;
  }
}
