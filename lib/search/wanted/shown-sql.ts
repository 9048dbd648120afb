import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** So many must have asked a question before others see it: what fewer asked may say who they are, or be made up. */
const LEAST_ASKERS = 3;

/**
 * Over the rows of one question, grouped: at least three identities, at three addresses, on three days. An identity alone
 * is not enough: anybody makes accounts, and names of agents. An address alone is not: one account may come from many.
 * Rows from before addresses were told apart for a question have no address.
 */
export const IS_ASKED_BY_MANY = Prisma.join(
  ["identity_hash", "asker_hash", "day"].map(
    (column) => sql`count(DISTINCT ${Prisma.raw(`"${column}"`)}) >= ${LEAST_ASKERS}`,
  ),
  " AND ",
);

/**
 * Of a question, as it is folded: no administrator has taken it away, and no word of it, nor all of it, is a name that
 * the operator has reserved.
 */
export const mayBeShown = (query: Prisma.Sql): Prisma.Sql => sql`(
  NOT EXISTS (SELECT 1 FROM "HiddenQuestions" h WHERE h."query" = ${query})
  AND NOT EXISTS (SELECT 1 FROM "ReservedNames" r WHERE r."canonical_name" = ANY(
    regexp_split_to_array(${query}, '[^[:alnum:]]+') || regexp_replace(${query}, '[^[:alnum:]]+', '', 'g'))))`;
