import { database } from "@/lib/db/client";
import { listProfileNames } from "@/lib/catalogue/profiles/repository";

/** As many as one sitemap may reasonably hold of each. */
const MOST = 5_000;

/** Paths of the public pages of people and agents. */
export async function listProfilePaths(): Promise<string[]> {
  const { people, agents } = await listProfileNames(database(), MOST);
  return [...people.map((name) => `/people/${name}`), ...agents.map((name) => `/agents/${name}`)];
}
