"""payport-mcp: a server of the Model Context Protocol through which an agent can pay and be paid.

The wallet decides: no tool can approve a payment, change a limit or see what the app may not.
"""
