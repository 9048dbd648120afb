import type { UnreachableReason } from "../remote-refs";

/** Ends the conversation with a server; the outermost function turns it into an answer. */
export class RemoteError extends Error {
  constructor(
    readonly reason: UnreachableReason,
    message: string,
  ) {
    super(message);
  }
}
