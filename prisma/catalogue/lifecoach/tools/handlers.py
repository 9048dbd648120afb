"""
生命教练 Tool Handlers
使用 @tool_handler 装饰器注册，自动被 ToolRegistry 发现。
"""
import sys
from pathlib import Path
from typing import Any, Dict

from services.agent.tool_registry import ToolContext, ToolRegistry, tool_handler

# 脚本之间按文件名互相导入，因此把脚本目录加进搜索路径。
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
import lifecoach  # noqa: E402


@tool_handler("calculate_lifecoach")
async def execute_calculate(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    """计算差距、连续天数与趋势"""
    # 1. 数据优先级链：args > profile
    profile = context.profile or {}
    wheel = args.get("wheel") or profile.get("wellbeing", {}).get("wheel")

    # 2. 快速失败
    if not wheel:
        return {"status": "error", "error": "需要各个方面的重要与满意程度", "action": "collect_lifecoach_info"}

    # 3. 执行计算
    try:
        result = lifecoach.run(wheel)
    except lifecoach.InputError as problem:
        return {"status": "error", "error": str(problem), "action": "collect_lifecoach_info"}

    # 4. 委托展示
    return await ToolRegistry.execute("show_card", {
        "card_type": "custom",
        "data_source": {"type": "inline", "data": result},
        "options": {"componentId": "lifecoach_chart"},
    }, context)
