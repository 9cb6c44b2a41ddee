import { clientOf } from '../../data/client.ts'

/** The answer that an agent gets over MCP. */
export async function readForAgent(execution: string, test?: string): Promise<string> {
  const { data } = await clientOf().getFailureContext({ execution, ...(test !== undefined && { test }) })
  return data.text
}
