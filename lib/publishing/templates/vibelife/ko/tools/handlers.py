from typing import Any, Dict

from services.agent.tool_registry import ToolContext, ToolRegistry, tool_handler


@tool_handler("calculate_SNAKE")
async def execute_calculate(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    text = args.get("text")
    if not text:
        return {"status": "error", "error": "글이 필요합니다", "action": "collect_SNAKE_info"}
    return await ToolRegistry.execute("show_card", {
        "card_type": "custom",
        "data_source": {"type": "inline", "data": {"characters": len(text)}},
        "options": {"componentId": "SNAKE_chart"},
    }, context)
