-- CreateIndex
CREATE INDEX "Settlements_payer_address_id_idx" ON "Settlements"("payer_address", "id");
