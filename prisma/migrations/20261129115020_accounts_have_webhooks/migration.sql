-- CreateTable
CREATE TABLE "WebhookEndpoints" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_until" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_why" TEXT,

    CONSTRAINT "WebhookEndpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDeliveries" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "WebhookDeliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "WebhookEndpoints_account_id_key" ON "WebhookEndpoints"("account_id");

-- CreateIndex
CREATE INDEX "WebhookEndpoints_queued_until_idx" ON "WebhookEndpoints"("queued_until");

-- CreateIndex
CREATE INDEX "WebhookDeliveries_endpoint_id_next_at_idx" ON "WebhookDeliveries"("endpoint_id", "next_at");

-- CreateIndex
CREATE INDEX "WebhookDeliveries_next_at_idx" ON "WebhookDeliveries"("next_at");

-- CreateIndex
CREATE INDEX "WebhookDeliveries_created_at_idx" ON "WebhookDeliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDeliveries_endpoint_id_source_id_key" ON "WebhookDeliveries"("endpoint_id", "source_id");

-- AddForeignKey
ALTER TABLE "WebhookEndpoints" ADD CONSTRAINT "WebhookEndpoints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "Accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDeliveries" ADD CONSTRAINT "WebhookDeliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "WebhookEndpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "WebhookEndpoints" ADD CONSTRAINT "WebhookEndpoints_disabled_why" CHECK (
  CASE WHEN "disabled_at" IS NULL THEN "disabled_why" IS NULL ELSE coalesce("disabled_why" IN ('failing', 'gone'), FALSE) END);
ALTER TABLE "WebhookDeliveries" ADD CONSTRAINT "WebhookDeliveries_sent_once" CHECK ("delivered_at" IS NULL OR "next_at" IS NULL);
