-- CreateIndex
CREATE INDEX "AgentAuthorIdentities_contact_email_idx" ON "AgentAuthorIdentities"("contact_email");

-- CreateIndex
CREATE INDEX "DraftClaimVerifications_email_idx" ON "DraftClaimVerifications"("email");

-- CreateIndex
CREATE INDEX "Audits_verifier_id_issued_at_idx" ON "Audits"("verifier_id", "issued_at");

-- An agent's page lists the versions that name it.
CREATE INDEX "SkillVersions_author_agent_name_idx" ON "SkillVersions"(("author_agent" ->> 'name'));
