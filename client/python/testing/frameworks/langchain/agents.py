import os


class Message:
    def __init__(self, content):
        self.content = content


class _Agent:
    def __init__(self, tools):
        self.tools = tools

    async def ainvoke(self, state):
        return {"messages": [Message(state["messages"]), Message(self.tools[-1](os.environ["SKILL"], {"text": "hi"}))]}


def create_agent(model, tools):
    return _Agent(tools)
