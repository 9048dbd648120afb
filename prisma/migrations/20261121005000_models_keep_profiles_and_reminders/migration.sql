-- AlterTable
ALTER TABLE "SkillVersions" ADD COLUMN     "tools" JSON;

-- CreateTable
CREATE TABLE "Profiles" (
    "owner_id" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Profiles_pkey" PRIMARY KEY ("owner_id")
);

-- CreateTable
CREATE TABLE "Reminders" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reminders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Reminders_owner_id_idx" ON "Reminders"("owner_id");
-- Bounds of last resort; lib/core-tools says no earlier, and in words.
ALTER TABLE "Profiles" ADD CONSTRAINT "Profiles_size_check" CHECK (octet_length("data"::text) <= 262144);
ALTER TABLE "Reminders" ADD CONSTRAINT "Reminders_text_check" CHECK (length("text") BETWEEN 1 AND 500);
