import { Prisma } from "@/lib/db/generated/client";
import { columnsOf, listOf } from "@/lib/db/statement";

/** The quotes whose ids are in the first parameter, under the names of their fields. */
export const QUOTES_BY_ID = `select ${columnsOf(Object.values(Prisma.QuoteScalarFieldEnum))} from "Quotes" where id = any(${listOf("$1")})`;
