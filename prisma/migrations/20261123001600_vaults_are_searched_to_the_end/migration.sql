-- AlterTable
ALTER TABLE "BondOpenings" ADD COLUMN "lands_until" BIGINT;

-- CreateTable
CREATE TABLE "VaultSearches" (
    "bond_id" TEXT NOT NULL,
    "amount_lamports" BIGINT NOT NULL,
    "held_slot" BIGINT,
    "before" TEXT NOT NULL,
    "searched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "VaultSearches_pkey" PRIMARY KEY ("bond_id")
);

-- AddForeignKey
ALTER TABLE "VaultSearches" ADD CONSTRAINT "VaultSearches_bond_id_fkey" FOREIGN KEY ("bond_id") REFERENCES "Bonds"("id") ON DELETE CASCADE ON UPDATE CASCADE;
