ALTER TABLE "Challenges" ADD COLUMN "answer" TEXT, ADD COLUMN "answered_at" TIMESTAMPTZ(3);
