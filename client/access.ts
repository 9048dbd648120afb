import { endedRight, newReadToken, readers, readingRight, skillAccess } from "./answers";
import { part, type MarketConnection } from "./request";
import type { NewReadToken, ReadingRight, SkillAccess } from "./types";

/** Changes who sees a skill of yours; a program closes one and opens none. Needs an API key. Throws MarketError. */
export async function setAccess(
  connection: MarketConnection,
  skill: string,
  access: SkillAccess,
): Promise<SkillAccess> {
  const path = `/v1/skills/${part(skill)}/access`;
  return (await connection.json({ method: "PUT", path, json: { access }, withKey: true }, skillAccess))
    .access;
}

const readersPath = (skill: string) => `/v1/skills/${part(skill)}/readers`;

/** Who may read a skill of yours, newest first. Needs an API key. Throws MarketError. */
export async function listReaders(connection: MarketConnection, skill: string): Promise<ReadingRight[]> {
  const answer = await connection.json({ path: readersPath(skill), withKey: true }, readers);
  return answer.readers.map(toRight);
}

/** Lets an account read a skill of yours for some days. Needs an API key. Throws MarketError. */
export async function giveReadingRight(
  connection: MarketConnection,
  skill: string,
  json: { username: string; days: number },
): Promise<ReadingRight> {
  const request = { method: "POST", path: readersPath(skill), json, withKey: true } as const;
  return toRight(await connection.json(request, readingRight));
}

/** Makes a token that reads a skill of yours; its text is in this answer alone. Needs an API key. Throws MarketError. */
export async function makeReadToken(
  connection: MarketConnection,
  skill: string,
  json: { name: string; days: number },
): Promise<NewReadToken> {
  const request = { method: "POST", path: `${readersPath(skill)}/tokens`, json, withKey: true } as const;
  const made = await connection.json(request, newReadToken);
  return { ...toRight(made), token: made.token };
}

/** Takes a right to read a skill of yours back. Needs an API key. Throws MarketError. */
export async function endReadingRight(
  connection: MarketConnection,
  skill: string,
  id: string,
): Promise<void> {
  const path = `${readersPath(skill)}/${part(id)}`;
  await connection.json({ method: "DELETE", path, withKey: true }, endedRight);
}

const toRight = (right: ReturnType<typeof readingRight>): ReadingRight => ({
  id: right.id,
  username: right.username ?? null,
  name: right.name,
  expiresAt: right.expires_at,
  lastUsedAt: right.last_used_at ?? null,
});
