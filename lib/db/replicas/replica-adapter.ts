import type { SqlDriverAdapter, SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { goOnWithPrimary } from "@/lib/db/replicas/reading";

type Ask = <T>(atReplica: () => Promise<T>, atPrimary: () => Promise<T>) => Promise<T>;

/**
 * The client's way to a replica, with the primary for transactions and for what writes. `ask` puts a query to the one
 * or the other.
 */
export function replicaAdapter(
  { replica, primary }: Record<"replica" | "primary", SqlDriverAdapterFactory>,
  ask: Ask,
): SqlDriverAdapterFactory {
  return {
    provider: replica.provider,
    adapterName: replica.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const [near, behind] = await Promise.all([replica.connect(), primary.connect()]);
      return {
        provider: near.provider,
        adapterName: near.adapterName,
        queryRaw: (query) =>
          ask(
            () => near.queryRaw(query),
            () => behind.queryRaw(query),
          ),
        executeRaw: (query) => {
          goOnWithPrimary();
          return behind.executeRaw(query);
        },
        startTransaction: (level) => {
          goOnWithPrimary();
          return behind.startTransaction(level);
        },
        executeScript: (script) => {
          goOnWithPrimary();
          return behind.executeScript(script);
        },
        getConnectionInfo: () => near.getConnectionInfo?.() ?? { supportsRelationJoins: true },
        dispose: async () => {
          await Promise.all([near.dispose(), behind.dispose()]);
        },
      };
    },
  };
}
