/** Who is acting: an account, however it proved itself (a session, an API key). */
export interface Actor {
  accountId: string;
  username: string;
  role: "member" | "administrator";
  /** The wallet it signed in with, or its first one; null for an account without a wallet. */
  address: string | null;
  /** False while the account has an e-mail address that was never confirmed. */
  reachable: boolean;
}
