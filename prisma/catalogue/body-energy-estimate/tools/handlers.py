"""
体质与能量估算 Tool Handlers
使用 @tool_handler 装饰器注册，自动被 ToolRegistry 发现。
"""
import sys
from pathlib import Path
from typing import Any, Dict

from services.agent.tool_registry import ToolContext, ToolRegistry, tool_handler

# 技能目录名带连字符，不能作为包导入，因此把脚本目录加进搜索路径。
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
import body_energy  # noqa: E402


@tool_handler("calculate_body_energy_estimate")
async def execute_calculate(args: Dict[str, Any], context: ToolContext) -> Dict[str, Any]:
    """计算工具"""
    # 1. 数据优先级链：args > profile
    profile = context.profile or {}
    data = args.get("data") or profile.get("identity", {}).get("body")

    # 2. 快速失败
    if not data:
        return {"status": "error", "error": "需要身高、体重、年龄与性别", "action": "collect_body_energy_estimate_info"}

    # 3. 执行计算
    try:
        result = body_energy.estimate(data)
    except body_energy.InputError as problem:
        return {"status": "error", "error": str(problem), "action": "collect_body_energy_estimate_info"}

    # 4. 委托展示
    return await ToolRegistry.execute("show_card", {
        "card_type": "custom",
        "data_source": {"type": "inline", "data": result},
        "options": {"componentId": "body_energy_estimate_chart"},
    }, context)
