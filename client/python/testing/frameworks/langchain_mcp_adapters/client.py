class MultiServerMCPClient:
    def __init__(self, connections):
        assert connections["emporion"]["transport"] == "streamable_http"

    async def get_tools(self):
        return []
