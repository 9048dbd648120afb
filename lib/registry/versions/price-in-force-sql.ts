import { Prisma } from "@/lib/db/generated/client";

/** What a call of the version `v` costs: the price it declares, or 0 while no call of it is made. */
export const priceInForceSql: Prisma.Sql = Prisma.sql`(CASE WHEN v."runnable" THEN v."price_lamports" ELSE 0 END)`;
