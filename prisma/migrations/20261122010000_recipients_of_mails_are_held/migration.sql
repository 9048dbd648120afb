-- CreateTable
CREATE TABLE "MailRecipients" (
    "recipient_hash" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailRecipients_pkey" PRIMARY KEY ("recipient_hash")
);

-- CreateIndex
CREATE INDEX "MailRecipients_asked_at_idx" ON "MailRecipients"("asked_at");
