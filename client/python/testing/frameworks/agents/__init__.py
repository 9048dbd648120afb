"""Stands for `openai-agents`: an agent that calls its last tool once, and says what it gave."""

import json
import os


def function_tool(function):
    return function


class Agent:
    def __init__(self, name, mcp_servers, tools):
        assert [server.params["url"][-4:] for server in mcp_servers] == ["/mcp"]
        self.tools = tools


class Runner:
    @staticmethod
    async def run(agent, text):
        return Result(agent.tools[-1](os.environ["SKILL"], json.dumps({"text": "hi"})))


class Result:
    def __init__(self, output):
        self.final_output = output
