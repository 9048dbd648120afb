import {
  createRequestStateCodec,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Caller } from "@/api/mcp/caller";
import { accessTokenFor } from "@/lib/running/runs/get-run";

/** A person may look for a wallet before they answer. */
const TTL_SECONDS = 15 * 60;
const MAX_CHARACTERS = 2_000;

/** What the market says to itself over a client that has to bring something first. */
export interface Sealed {
  /** Digest of what was asked, with what the call was given: an answer counts for this alone. */
  about: string;
  /** The quote that was offered. */
  quoteId?: string;
}

let codec: RequestStateCodec<Sealed & { owner: string | null }> | undefined;

/** Made when it is used: the secret is a setting. The same one at each process of the market. */
const codecOf = () =>
  (codec ??= createRequestStateCodec({
    key: accessTokenFor("mcp request state v1"),
    ttlSeconds: TTL_SECONDS,
  }));

/** Signed, not secret: who changes a letter of it, or waits too long, is refused. */
export const sealState = (state: Sealed, { ownerId }: Caller): Promise<string> =>
  codecOf().mint({ ...state, owner: ownerId });

/** What was sealed for this account, agent or stranger. Throws for whatever else a client sends. */
export async function openState(
  sealed: string,
  context: ServerContext,
  { ownerId }: Caller,
): Promise<Sealed> {
  if (sealed.length > MAX_CHARACTERS) throw new Error("too long");
  const { owner, ...state } = await codecOf().verify(sealed, context);
  if (owner !== ownerId) throw new Error("sealed for somebody else");
  return state;
}
