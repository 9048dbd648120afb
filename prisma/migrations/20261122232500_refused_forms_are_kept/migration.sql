-- CreateTable
CREATE TABLE "RefusedForms" (
    "id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RefusedForms_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RefusedForms_expires_at_idx" ON "RefusedForms"("expires_at");
