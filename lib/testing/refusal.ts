import { isDomainError, type DomainError } from "@/lib/kernel/errors";

/** The failure that `work` ends in; anything else than a foreseen one is thrown on. */
export async function refusal(work: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isDomainError(error)) throw error ?? new Error("nothing was refused");
  return error;
}
