-- No deposit is kept that was only seen: it is locked, or it is not kept.
UPDATE "Bonds" SET "state" = 'released' WHERE "state" = 'seen';
ALTER TABLE "Bonds" DROP CONSTRAINT "Bonds_state_check";
ALTER TABLE "Bonds" ADD CONSTRAINT "Bonds_state_check"
  CHECK ("state" IN ('locked', 'released', 'slashed') AND "amount_lamports" >= 0 AND "required_lamports" > 0);
