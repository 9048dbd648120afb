import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { statementNamer } from "@/lib/db/statement-names";
import type { Prisma } from "@/lib/db/generated/client";

/** The client, or a transaction opened by `inTransaction`: repositories take either. */
export type Database = PrismaClient | Prisma.TransactionClient;

const DEFAULT_CONNECTIONS = 10;

// One client per process, shared by the agent API and the pages, which are bundled apart.
const holder = globalThis as unknown as { emporionDatabase?: PrismaClient };

/** The process's database client, opened on first use from `DATABASE_URL`. */
export function database(): PrismaClient {
  holder.emporionDatabase ??= openDatabase(process.env["DATABASE_URL"] ?? "");
  return holder.emporionDatabase;
}

function openDatabase(connectionString: string): PrismaClient {
  if (!connectionString) throw new Error("DATABASE_URL is not set");
  const max = Number(process.env["DATABASE_CONNECTIONS"] ?? DEFAULT_CONNECTIONS);
  // A pooler that hands each statement to another connection cannot keep prepared ones.
  const prepares = process.env["DATABASE_PREPARED_STATEMENTS"] !== "false";
  const options = prepares ? { statementNameGenerator: statementNamer() } : {};
  return new PrismaClient({ adapter: new PrismaPg({ connectionString, max }, options) });
}

/** Closes the client; the next `database()` opens a new one. */
export async function closeDatabase(): Promise<void> {
  const open = holder.emporionDatabase;
  delete holder.emporionDatabase;
  await open?.$disconnect();
}
