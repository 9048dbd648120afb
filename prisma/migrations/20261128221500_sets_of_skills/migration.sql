-- CreateTable
CREATE TABLE "SkillSets" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "canonical_name" TEXT NOT NULL,
    "owner_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdraw_reason" TEXT,

    CONSTRAINT "SkillSets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkillSetVersions" (
    "set_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SkillSetVersions_pkey" PRIMARY KEY ("set_id","number")
);

-- CreateTable
CREATE TABLE "SkillSetParts" (
    "set_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "skill_id" TEXT NOT NULL,
    "range" TEXT NOT NULL,

    CONSTRAINT "SkillSetParts_pkey" PRIMARY KEY ("set_id","number","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "SkillSets_name_key" ON "SkillSets"("name");

-- CreateIndex
CREATE UNIQUE INDEX "SkillSets_canonical_name_key" ON "SkillSets"("canonical_name");

-- CreateIndex
CREATE INDEX "SkillSets_owner_id_idx" ON "SkillSets"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "SkillSetVersions_set_id_version_key" ON "SkillSetVersions"("set_id", "version");

-- CreateIndex
CREATE INDEX "SkillSetParts_skill_id_idx" ON "SkillSetParts"("skill_id");

-- CreateIndex
CREATE UNIQUE INDEX "SkillSetParts_set_id_number_skill_id_key" ON "SkillSetParts"("set_id", "number", "skill_id");

-- AddForeignKey
ALTER TABLE "SkillSets" ADD CONSTRAINT "SkillSets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "Accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillSetVersions" ADD CONSTRAINT "SkillSetVersions_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "SkillSets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillSetParts" ADD CONSTRAINT "SkillSetParts_set_id_number_fkey" FOREIGN KEY ("set_id", "number") REFERENCES "SkillSetVersions"("set_id", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillSetParts" ADD CONSTRAINT "SkillSetParts_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "Skills"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Names of sets are lower case and stay within what a plugin may be called; at most 64 parts.
ALTER TABLE "SkillSets" ADD CONSTRAINT "SkillSets_name_form" CHECK ("name" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length("name") <= 60
  AND "canonical_name" = replace("name", '-', ''));
ALTER TABLE "SkillSets" ADD CONSTRAINT "SkillSets_withdrawn_with_reason" CHECK (("withdrawn_at" IS NULL) = ("withdraw_reason" IS NULL));
ALTER TABLE "SkillSetVersions" ADD CONSTRAINT "SkillSetVersions_number_from_one" CHECK ("number" >= 1);
ALTER TABLE "SkillSetParts" ADD CONSTRAINT "SkillSetParts_at_most_64" CHECK ("position" BETWEEN 0 AND 63);
