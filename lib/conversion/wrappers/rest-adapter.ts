import { SKILL_PROCESS_PYTHON } from "./skill-process-python";

/**
 * `rest_adapter.py` (USK v1.0 section 6, CustomAgent); the same text for every skill, and only Python's own library.
 */
export const REST_ADAPTER = String.raw`#!/usr/bin/env python3
"""Serves the skill in this package over HTTP, for an agent on this machine.

    python3 rest_adapter.py [--port 8787] [--host 127.0.0.1]

POST /run           input as JSON in, answer as JSON out
GET  /openapi.json  the description of both
GET  /health        {"status": "ok"}

With ADAPTER_TOKEN in the environment every call of /run needs "Authorization: Bearer <token>"; set it before you listen
on anything but this machine.
"""

import argparse
import hmac
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import threading

${SKILL_PROCESS_PYTHON}

STATUS_OF_FAULT = {"input": 400, "skill": 422, "timeout": 504, "setup": 500}
PLACES = threading.BoundedSemaphore(4)
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Adapter(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self):
        if self.path == "/health":
            return self.answer(200, b'{"status": "ok"}')
        if self.path == "/openapi.json":
            with open(os.path.join(HERE, "openapi.json"), "rb") as file:
                return self.answer(200, file.read())
        return self.fail(404, "There is no such path.")

    def do_POST(self):
        self.has_read_body = False
        if self.path != "/run":
            return self.fail(404, "There is no such path.")
        if not self.from_this_machine():
            return self.fail(403, "The Host header names another machine.")
        if not self.has_token():
            return self.fail(401, "The token is missing or wrong.")
        # Makes a browser ask first, so that no page can call the skill behind its reader's back.
        if self.headers.get_content_type() != "application/json":
            return self.fail(415, "The body must be application/json.")
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return self.fail(411, "Content-Length is missing.")
        if int(length) > MAX_BYTES:
            return self.fail(413, "The input has more than " + str(MAX_BYTES) + " bytes.")
        data = self.rfile.read(int(length))
        self.has_read_body = True
        if not PLACES.acquire(timeout=10):
            return self.fail(503, "Too many calls at once.")
        try:
            return self.answer(200, run_skill(data))
        except SkillError as error:
            return self.fail(STATUS_OF_FAULT[error.fault], str(error))
        finally:
            PLACES.release()

    # What is left unread would reset the connection before the caller has read why.
    def discard_body(self):
        length = self.headers.get("Content-Length", "")
        if self.command == "POST" and not self.has_read_body and length.isdigit():
            self.rfile.read(min(int(length), 4 * MAX_BYTES))

    def from_this_machine(self):
        host = self.headers.get("Host", "").rsplit(":", 1)[0]
        return not self.server.is_local or host in LOCAL_NAMES

    def has_token(self):
        token = os.environ.get("ADAPTER_TOKEN", "")
        given = self.headers.get("Authorization", "")
        return token == "" or hmac.compare_digest(given.encode(), ("Bearer " + token).encode())

    def fail(self, status, message):
        self.close_connection = True
        self.discard_body()
        self.answer(status, json.dumps({"error": message}).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *values):
        sys.stderr.write("%s %s\n" % (self.address_string(), format % values))


def main():
    parser = argparse.ArgumentParser(description="Serves the skill in this package over HTTP.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8787)
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer((options.host, options.port), Adapter)
    server.is_local = options.host in ("127.0.0.1", "localhost", "::1")
    print("http://%s:%d" % (options.host, server.server_address[1]), flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
`;
