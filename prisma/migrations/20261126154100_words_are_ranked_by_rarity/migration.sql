-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "words_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "WordFrequencies" (
    "word" TEXT NOT NULL,
    "skills" INTEGER NOT NULL,

    CONSTRAINT "WordFrequencies_pkey" PRIMARY KEY ("word")
);
