"""Stands for `langchain`: an agent that calls its last tool once, and says what it gave."""
