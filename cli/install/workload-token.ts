import { z } from "zod";
import { InputError, type CommandContext } from "../command";

const ANSWER_MS = 10_000;
const answer = z.object({ value: z.string().min(1).max(8_192) });

/** Whether this is a job of a CI that gives out tokens about itself, and no key was given it. */
export const isWorkload = ({ env }: Pick<CommandContext, "env">): boolean =>
  env["EMPORION_API_KEY"] === undefined &&
  (env["EMPORION_ID_TOKEN"] !== undefined || env["ACTIONS_ID_TOKEN_REQUEST_URL"] !== undefined);

/**
 * The token in which the CI says which job this is, written for one market and, where the CI writes it when it is asked
 * for, for one package. GitLab puts it into the environment (EMPORION_ID_TOKEN, as `id_tokens` of the job names it);
 * GitHub writes it on request, where the job has `permissions: id-token: write`. @throws InputError
 *
 * Source: GitHub, "Security hardening with OpenID Connect"; GitLab, "ID tokens".
 */
export async function askWorkloadToken(
  { market, digest }: { market: string; digest: string },
  { env }: Pick<CommandContext, "env">,
): Promise<string> {
  const given = env["EMPORION_ID_TOKEN"];
  if (given !== undefined) return given;
  const [place = "", secret = ""] = [
    env["ACTIONS_ID_TOKEN_REQUEST_URL"],
    env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
  ];
  if (!URL.canParse(place)) throw new InputError("ACTIONS_ID_TOKEN_REQUEST_URL is no address");
  const url = new URL(place);
  url.searchParams.set("audience", `${market}#${digest}`);
  try {
    const response = await fetch(url, {
      headers: { authorization: `bearer ${secret}`, accept: "application/json" },
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "error",
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return answer.parse(await response.json()).value;
  } catch (error) {
    const reason = error instanceof z.ZodError ? "its answer holds no token" : (error as Error).message;
    throw new InputError(`the CI gives no token: ${reason}`);
  }
}
