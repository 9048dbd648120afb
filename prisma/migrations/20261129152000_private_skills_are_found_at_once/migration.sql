-- Counts of the whole market leave out what is of private skills: there are few, and each count asks for all of them.
CREATE INDEX "Skills_private_idx" ON "Skills"("id") WHERE "access" = 'private';
