-- Reads all grants, while they are read and written.
ALTER TABLE "Grants" VALIDATE CONSTRAINT "Grants_quote_id_calls_fkey";
