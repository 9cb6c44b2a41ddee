import { archiveAddress } from '@svc/protocol'

/** How one coding agent is set up. */
export interface ClientSetup {
  client: string
  /** The file to which the lines belong; absent for a command. */
  file?: string
  lines: string[]
}

/** The set-up of each agent for a server. The key stays in SVC_API_KEY. */
export const clientSetups = (url: string): ClientSetup[] => {
  const address = `${url}/mcp`
  const json = (value: object) => JSON.stringify(value, null, 2).split('\n')
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
  return [
    {
      client: 'Claude Code',
      lines: [`claude mcp add --transport http svc ${address} --header "Authorization: Bearer $SVC_API_KEY"`],
    },
    {
      client: 'Codex',
      file: '~/.codex/config.toml',
      lines: ['[mcp_servers.svc]', `url = "${address}"`, 'bearer_token_env_var = "SVC_API_KEY"'],
    },
    {
      client: 'Cursor',
      file: '.cursor/mcp.json',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor fills it in.
      lines: json({ mcpServers: { svc: { url: address, headers: bearer('${env:SVC_API_KEY}') } } }),
    },
    {
      client: 'VS Code',
      file: '.vscode/mcp.json',
      lines: json({
        inputs: [{ type: 'promptString', id: 'svc-key', description: 'svc API key', password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in.
        servers: { svc: { type: 'http', url: address, headers: bearer('${input:svc-key}') } },
      }),
    },
    {
      client: 'Gemini CLI',
      file: '~/.gemini/settings.json',
      lines: json({ mcpServers: { svc: { httpUrl: address, headers: bearer('$SVC_API_KEY') } } }),
    },
    {
      client: 'any other, over standard input',
      lines: json({
        command: 'npx',
        args: ['-y', '--package', archiveAddress(url, 'cli'), 'svc', 'mcp'],
        // Not every agent fills in a variable. The bridge finds a stored key, or one that the agent passes on.
        env: { SVC_URL: url },
      }),
    },
  ]
}
