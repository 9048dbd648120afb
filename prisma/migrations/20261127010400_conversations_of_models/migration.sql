-- CreateTable
CREATE TABLE "McpSessions" (
    "id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "owner_id" TEXT,
    "client" TEXT NOT NULL,
    "skills" JSONB NOT NULL,
    "listings" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "McpSessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "McpMessages" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "McpMessages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "McpSessions_subject_seen_at_idx" ON "McpSessions"("subject", "seen_at");

-- CreateIndex
CREATE INDEX "McpSessions_address_idx" ON "McpSessions"("address");

-- CreateIndex
CREATE INDEX "McpSessions_seen_at_idx" ON "McpSessions"("seen_at");

-- CreateIndex
CREATE INDEX "McpMessages_session_id_idx" ON "McpMessages"("session_id");

-- AddForeignKey
ALTER TABLE "McpMessages" ADD CONSTRAINT "McpMessages_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "McpSessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
