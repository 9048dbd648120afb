"""SQLite FTS5 over the skills of a retrieval set, any of the words, by bm25. JSON in, JSON out."""

import json
import sqlite3
import sys

given = json.load(sys.stdin)
answers = []
for tokenizer, queries in given["asked"]:
    db = sqlite3.connect(":memory:")
    db.execute(
        f"create virtual table skills using fts5(id unindexed, name, topics, description, tokenize='{tokenizer}')"
    )
    db.executemany("insert into skills values (:id, :name, :topics, :description)", given["skills"])
    select = "select id from skills where skills match ? order by bm25(skills) limit 10"
    answers.append([[row[0] for row in db.execute(select, (query,))] if query else [] for query in queries])
json.dump(answers, sys.stdout)
