import { Prisma } from "@/lib/db/generated/client";

/**
 * Who uploaded the version `v`, as JSON that `Uploader` describes; NULL where that is not known, or the account
 * was closed.
 */
export const uploaderSql = Prisma.sql`(SELECT json_build_object('username', u."username",
  'isMaintainer', coalesce(u."id" <> v."publisher_id", false)) FROM "Accounts" u WHERE u."id" = v."uploaded_by_id")`;
