-- An agent proves every draft that it uploads, and whoever has claimed it proves what it publishes under its name. All other
-- attributions stay what the upload said. Adds one member to a JSON value: code before this reads it as before.
UPDATE "SkillVersions" v SET "author_agent" = v."author_agent" || '{"proven": true}'::jsonb
FROM "AgentAuthorIdentities" i, "Skills" s
WHERE s."id" = v."skill_id" AND i."canonical_name" = lower(v."author_agent" ->> 'name')
  AND (s."agent_identity_id" = i."id" OR i."account_id" = s."owner_id");
