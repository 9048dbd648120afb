-- Once, as postgres, on the primary.
CREATE ROLE market LOGIN PASSWORD 'DATABASE_PASSWORD';
CREATE DATABASE market OWNER market;
