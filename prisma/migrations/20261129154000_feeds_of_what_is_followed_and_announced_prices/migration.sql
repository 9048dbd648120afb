-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "following_feed" TEXT;

-- AlterTable
ALTER TABLE "Skills" ADD COLUMN     "announced_from" TIMESTAMPTZ(3),
ADD COLUMN     "announced_lamports" DECIMAL(20,0);

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_following_feed_key" ON "Accounts"("following_feed");

ALTER TABLE "Skills" ADD CONSTRAINT "Skills_announced_check" CHECK (("announced_lamports" IS NULL) = ("announced_from" IS NULL));
