-- AlterTable
ALTER TABLE "Accounts" ADD COLUMN     "following_feed" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Accounts_following_feed_key" ON "Accounts"("following_feed");
