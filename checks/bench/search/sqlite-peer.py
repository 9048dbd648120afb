"""SQLite FTS5 as the peer: reads {documents, queries, repeats} as JSON, prints one JSON object of timings and hits."""
import json, sqlite3, sys, time

job = json.load(sys.stdin)
db = sqlite3.connect(":memory:")
db.execute("create virtual table words using fts5(name, topic, body, tokenize = \"unicode61 tokenchars '^+#_-'\")")
db.execute("create virtual table grams using fts5(name, topic, body, tokenize = 'trigram')")
db.executemany("insert into words values (?, ?, ?)", [(d["nameTokens"], d["topicTokens"], d["bodyTokens"]) for d in job["documents"]])
db.executemany("insert into grams values (?, ?, ?)", [(d["name"], d["topic"], d["body"]) for d in job["documents"]])
for table in ("words", "grams"):
    db.execute(f"insert into {table}({table}) values ('optimize')")
db.commit()

def measure(table, match):
    rows_sql = f"select rowid - 1 from {table} where {table} match ? order by bm25({table}, 10, 4, 1) limit 20"
    count_sql = f"select count(*) from {table} where {table} match ?"
    times, hits, total = [], [], 0
    for _ in range(job["repeats"]):
        start = time.perf_counter()
        hits = [row[0] for row in db.execute(rows_sql, (match,))]
        total = db.execute(count_sql, (match,)).fetchone()[0]
        times.append((time.perf_counter() - start) * 1000)
    return {"times": times, "hits": hits, "total": total}

json.dump({
    "version": sqlite3.sqlite_version,
    "results": [
        {"bigrams": measure("words", query["tokens"]), "trigrams": measure("grams", query["text"])} for query in job["queries"]
    ],
}, sys.stdout)
