-- CreateTable
CREATE TABLE "BondMoves" (
    "id" TEXT NOT NULL,
    "bond_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "message" BYTEA NOT NULL,
    "signers" TEXT[],
    "signatures" TEXT[],
    "state" TEXT NOT NULL,
    "signature" TEXT,
    "last_valid_block_height" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "BondMoves_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "BondMoves_signature_key" ON "BondMoves"("signature");

-- CreateIndex
CREATE INDEX "BondMoves_bond_id_created_at_idx" ON "BondMoves"("bond_id", "created_at");

-- AddForeignKey
ALTER TABLE "BondMoves" ADD CONSTRAINT "BondMoves_bond_id_fkey" FOREIGN KEY ("bond_id") REFERENCES "Bonds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What Prisma cannot express.
CREATE UNIQUE INDEX "BondMoves_one_at_a_time" ON "BondMoves"("bond_id") WHERE "state" IN ('waiting', 'sent');
ALTER TABLE "BondMoves" ADD CONSTRAINT "BondMoves_state_check"
  CHECK ("kind" IN ('refund', 'slash') AND "state" IN ('waiting', 'sent', 'done', 'failed', 'expired')
         AND cardinality("signers") = 2 AND cardinality("signatures") = 2
         AND ("state" NOT IN ('sent', 'done') OR "signature" IS NOT NULL));
