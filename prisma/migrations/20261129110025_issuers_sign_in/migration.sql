-- CreateTable
CREATE TABLE "IssuerIdentities" (
    "id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IssuerIdentities_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "IssuerIdentities_issuer_subject_key" ON "IssuerIdentities"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "IssuerIdentities_account_id_issuer_key" ON "IssuerIdentities"("account_id", "issuer");

-- AddForeignKey
ALTER TABLE "IssuerIdentities" ADD CONSTRAINT "IssuerIdentities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
