class MCPServerStreamableHttp:
    def __init__(self, name, params):
        self.params = params

    async def __aenter__(self):
        return self

    async def __aexit__(self, *raised):
        return None
