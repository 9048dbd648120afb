-- A session that its person has signed out of.
CREATE TABLE "EndedSessions" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EndedSessions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "EndedSessions_expires_at_idx" ON "EndedSessions"("expires_at");

-- The wallet whose signature made a key. Of those made in the last 90 days it was told to their owner.
ALTER TABLE "ApiKeys" ADD COLUMN     "wallet" TEXT;
ALTER TABLE "DeviceLogins" ADD COLUMN     "wallet" TEXT;
UPDATE "ApiKeys" k SET "wallet" = e."data"->>'with' FROM "Events" e
  WHERE e."subject_id" = k."account_id" AND e."kind" = 'account:access-changed'
    AND e."data"->>'change' = 'key-made' AND e."data"->>'what' = k."prefix" AND e."data"->>'by' = 'wallet';
