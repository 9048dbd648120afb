-- Refuses to make a row with a state, or to give it one, that its lifecycle does not have.
CREATE FUNCTION "refuse_lifecycle"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := CASE TG_OP WHEN 'UPDATE' THEN coalesce(to_jsonb(OLD) ->> TG_ARGV[0], 'NULL') ELSE 'nothing' END;
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_lifecycle',
    MESSAGE = format('%I %s: %s does not become %s', TG_TABLE_NAME, NEW."id", before, coalesce(to_jsonb(NEW) ->> TG_ARGV[0], 'NULL'));
END $$;

-- The lifecycles: with which states a row begins, and the steps from state to state. The code states them in
-- files named *-lifecycle.ts and claim-state.ts. A trigger's function is only called for what it refuses.
DO $body$
DECLARE
  lifecycle record;
BEGIN
  FOR lifecycle IN
    SELECT * FROM (VALUES
      ('Quotes', 'state', ARRAY['QUOTED'], ARRAY[
        'QUOTED SUBMITTED', 'QUOTED EXPIRED', 'QUOTED GRANTED', 'QUOTED LATE_UNAPPLIED',
        'SUBMITTED QUOTED', 'SUBMITTED EXPIRED', 'SUBMITTED GRANTED',
        'EXPIRED GRANTED', 'EXPIRED LATE_UNAPPLIED',
        'GRANTED CONSUMED', 'GRANTED ORPHANED', 'CONSUMED ORPHANED']),
      ('Grants', 'state', ARRAY['GRANTED'], ARRAY[
        'GRANTED RUNNING', 'GRANTED WITHDRAWN', 'RUNNING GRANTED', 'RUNNING WITHDRAWN', 'RUNNING CONSUMED']),
      ('Runs', 'state', ARRAY['RUNNING', 'DONE', 'FAILED'], ARRAY['RUNNING DONE', 'RUNNING FAILED']),
      -- A skill that was uploaded by an account has NULL, and keeps it.
      ('Skills', 'claim_status', ARRAY['', 'draft', 'claimed'], ARRAY['draft claimed', 'draft expired']),
      ('Bonds', 'state', ARRAY['locked', 'released'], ARRAY[
        'locked released', 'released locked', 'locked slashed', 'released slashed', 'slashed locked']),
      ('BondMoves', 'state', ARRAY['waiting'], ARRAY[
        'waiting sent', 'waiting done', 'waiting failed', 'waiting expired', 'sent done', 'sent failed', 'sent expired']),
      ('VettingJobs', 'job_status', ARRAY['queued'], ARRAY[
        'queued running', 'queued done', 'queued failed', 'running done', 'running failed'])
    ) t (name, state, begins, steps)
  LOOP
    EXECUTE format('CREATE TRIGGER "lifecycle_begin" BEFORE INSERT ON %1$I FOR EACH ROW
      WHEN (concat(NEW.%2$I) <> ALL (%3$L::text[])) EXECUTE FUNCTION "refuse_lifecycle"(%2$L)',
      lifecycle.name, lifecycle.state, lifecycle.begins);
    EXECUTE format('CREATE TRIGGER "lifecycle_step" BEFORE UPDATE OF %2$I ON %1$I FOR EACH ROW
      WHEN (OLD.%2$I IS DISTINCT FROM NEW.%2$I AND concat_ws('' '', OLD.%2$I, NEW.%2$I) <> ALL (%3$L::text[]))
      EXECUTE FUNCTION "refuse_lifecycle"(%2$L)', lifecycle.name, lifecycle.state, lifecycle.steps);
  END LOOP;
END $body$;
