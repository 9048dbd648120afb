-- A move is signed with a durable nonce: it lapses with the nonce, not with a block. One that was signed with a blockhash has lapsed.
UPDATE "BondMoves" SET "state" = 'expired', "ended_at" = now() WHERE "state" = 'waiting';

-- AlterTable
ALTER TABLE "BondMoves" DROP COLUMN "last_valid_block_height";
