/** Where the shim is put in the package; a file of the skill with this name is not the skill's to bring. */
export const SHIM_FILE = "__market_tool_call__.py";

/**
 * The program that runs one tool of a VibeLife skill inside the sandbox (V9 section 5). It stands in for the service
 * the handlers were written for: `services.agent.tool_registry` with `tool_handler`, `ToolContext` and `ToolRegistry`.
 * One JSON object comes in (`tool`, `args`, `profile`, `skill_id`, `collect`), one goes out: what the handler returned,
 * `{"status": "error", "error": …, "action": …}` where it asks for data by one of the skill's own collect tools, or
 * `{"error": …}` with status 1. Whatever a handler prints goes to standard error. A `services` folder of the skill's
 * own stays importable beside the one that is stood in for.
 */
export const TOOL_SHIM = `"""Runs one tool of the skill: one JSON object in, one out."""
import asyncio
import importlib.util
import inspect
import json
import os
import sys
import traceback
import types

MAX_DEPTH = 8
ROOT = os.getcwd()
HANDLERS = os.path.join(ROOT, "tools", "handlers.py")
COLLECT = []  # the names of the skill's collect tools, as the market read them


class Registry:
    """Finds handlers by the names they registered, and stands for the tools of the core layer."""

    handlers = {}
    depth = 0

    @classmethod
    def register(cls, name, handler):
        cls.handlers[name] = handler

    @classmethod
    def get(cls, name):
        return cls.handlers.get(name)

    @classmethod
    async def execute(cls, name, args=None, context=None):
        if name == "show_card":
            return show_card(args or {})
        if name == "read":
            return read_profile(args or {}, context)
        handler = cls.handlers.get(name)
        if handler is None:
            return {"status": "error", "error": "there is no tool " + repr(name) + " here"}
        if cls.depth >= MAX_DEPTH:
            return {"status": "error", "error": "tools call each other without end"}
        cls.depth += 1
        try:
            result = handler(args or {}, context)
            return await result if inspect.isawaitable(result) else result
        finally:
            cls.depth -= 1


class Context:
    """What a handler is told of the call; an attribute nobody set is None."""

    def __init__(self, profile=None, skill_id=None, tool=None):
        self.profile = profile or {}
        self.skill_id = skill_id
        self.tool = tool

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


def tool_handler(name, **_options):
    def register(handler):
        Registry.register(name, handler)
        return handler

    return register


def show_card(card):
    """The card goes to whoever called: the market shows it."""
    return {"status": "success", "card": dict(card)}


def read_profile(args, context):
    profile = getattr(context, "profile", None) or {}
    section = args.get("section")
    return {"status": "success", "data": profile if section is None else profile.get(section)}


def package(name, *folder):
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(ROOT, *folder)]
    sys.modules[name] = module
    return module


def stand_in():
    services = package("services", "services")
    agent = package("services.agent", "services", "agent")
    registry = types.ModuleType("services.agent.tool_registry")
    registry.tool_handler = tool_handler
    registry.ToolContext = Context
    registry.ToolRegistry = Registry
    services.agent = agent
    agent.tool_registry = registry
    sys.modules["services.agent.tool_registry"] = registry


def load_handlers():
    sys.path[:0] = [ROOT, os.path.dirname(HANDLERS)]
    spec = importlib.util.spec_from_file_location("handlers", HANDLERS)
    module = importlib.util.module_from_spec(spec)
    sys.modules["handlers"] = module
    spec.loader.exec_module(module)


def run(call):
    stand_in()
    load_handlers()
    if Registry.get(call["tool"]) is None:
        return {"error": "tools/handlers.py registers no handler for " + call["tool"]}
    context = Context(call.get("profile"), call.get("skill_id"), call["tool"])
    result = asyncio.run(Registry.execute(call["tool"], call["args"], context))
    if not isinstance(result, dict):
        return {"error": "the handler returned " + type(result).__name__ + " and not a mapping"}
    if result.get("status") == "error" or isinstance(result.get("error"), str):
        said = str(result.get("error") or "the tool reported an error without words")
        action = result.get("action")
        if action in COLLECT:  # it asks for data: an answer, and no failure
            return {"status": "error", "error": said, "action": action}
        return {"error": said + " [action: " + action + "]" if isinstance(action, str) else said}
    return result


def main():
    out = os.dup(1)
    os.dup2(2, 1)
    call = json.load(sys.stdin)
    COLLECT.extend(call.get("collect") or [])
    try:
        result = run(call)
        text = json.dumps(result, ensure_ascii=False, allow_nan=False)
    except BaseException as problem:
        traceback.print_exc()
        result = {"error": "the handler ended with " + type(problem).__name__ + ": " + str(problem)[:500]}
        text = json.dumps(result)
    sys.stdout.flush()
    with os.fdopen(out, "wb") as stream:
        stream.write(text.encode("utf-8", "replace"))
    return 1 if "error" in result else 0


if __name__ == "__main__":
    sys.exit(main())
`;
