/** The secret with which this installation recognises texts it has prepared for signing. */
export function reviewSecret(): string {
  const value = process.env["NEXTAUTH_SECRET"];
  if (!value) throw new Error("NEXTAUTH_SECRET is not set");
  return value;
}
