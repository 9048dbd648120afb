"""
星座命盘 Tool Handlers
使用 @tool_handler 装饰器注册，自动被 ToolRegistry 发现。
"""
import sys
from pathlib import Path
from typing import Any, Dict

from services.agent.tool_registry import ToolContext, ToolRegistry, tool_handler

# 脚本之间按文件名互相导入，因此把脚本目录加进搜索路径。
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
import zodiac  # noqa: E402


@tool_handler("calculate_zodiac")
async def execute_calculate(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    """推算各天体的星座"""
    # 1. 数据优先级链：args > profile
    profile = context.profile or {}
    birth = args.get("birth") or profile.get("identity", {}).get("birth")

    # 2. 快速失败
    if not birth:
        return {"status": "error", "error": "需要出生时刻", "action": "collect_zodiac_info"}

    # 3. 执行计算
    try:
        result = zodiac.run(birth)
    except zodiac.InputError as problem:
        return {"status": "error", "error": str(problem), "action": "collect_zodiac_info"}

    # 4. 委托展示
    return await ToolRegistry.execute("show_card", {
        "card_type": "custom",
        "data_source": {"type": "inline", "data": result},
        "options": {"componentId": "zodiac_chart"},
    }, context)
