import { firstClientOf } from '../../data/first-client.ts'

/** The answer that an agent gets over MCP. */
export async function readForAgent(execution: string, test?: string): Promise<string> {
  const { data } = await firstClientOf().getFailureContext({ execution, ...(test !== undefined && { test }) })
  return data.text
}
