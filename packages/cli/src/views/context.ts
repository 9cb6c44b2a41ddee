import type { FailureContext } from '../server/read-context.ts'
import { text } from '../terminal/print.ts'
import { safeLines, typed } from '../terminal/text.ts'

/** What was asked, as a command says it. */
export interface Asked {
  /** The execution, commit or branch. */
  name: string | undefined
  options: Record<string, string | undefined>
}

/** Returns the server's text without what would act on a terminal, and with commands for the tools that it suggests. */
export const contextText = ({ text: answer }: FailureContext, asked: Asked): string => {
  const lines = answer.split('\n').map((line) => inShell(line, asked))
  return text(safeLines(lines.join('\n')))
}

const CALL = /^Next: (svc_\w+) (?=\{)/
/** Ends the arguments, which are JSON, and begins the reason. */
const WHY = '} — '
/** The server shortens long arguments so. */
const SAME_ARGUMENTS =
  /^Next: svc_get_failures with the same arguments and (?:cursor "([^"]+)"$|a larger max_tokens — (.+))/
const LEASED =
  /^(Leased: the agent ([a-z0-9-]+) \(.+Write to it with )svc_agent_message(?= before you begin\.$)/

const inShell = (line: string, asked: Asked): string => {
  const [begin = '', tool] = CALL.exec(line) ?? []
  const end = line.lastIndexOf(WHY) + 1
  const command = tool && end > 0 && commandOf(tool, fieldsOf(line.slice(begin.length, end)), asked)
  if (command) return `Next: ${command}${line.slice(end)}`
  const [, cursor, larger] = SAME_ARGUMENTS.exec(line) ?? []
  if (cursor !== undefined) return `Next: ${again(asked, { cursor })}`
  if (larger !== undefined) return `Next: ${again(asked, { 'max-tokens': '20000' })} — ${larger}`
  return line.replace(LEASED, "$1npx --no svc agent send $2 '<text>' --agent <name>")
}

/** Returns what a shell types instead of a tool; undefined for a tool without a command. */
const commandOf = (tool: string, given: Record<string, unknown>, asked: Asked): string | undefined => {
  const { url, project } = asked.options
  const { cursor, execution, fingerprint, doc_id: document, artifact } = given
  if (tool === 'svc_get_failures' && typeof cursor === 'string') return again(asked, { cursor })
  if (tool === 'svc_get_failures' && typeof execution === 'string' && typeof fingerprint === 'string')
    return again({ name: execution, options: { project, url } }, { fingerprint })
  if (tool === 'svc_read_doc' && typeof document === 'string')
    return `npx --no svc docs read ${typed([document], { url })}`.trim()
  if (tool === 'svc_get_artifact' && typeof artifact === 'string')
    return `npx --no svc artifact ${typed([artifact], { url })}`.trim()
  return undefined
}

/** Of a line of the server, or of a text that only looks like one. */
const fieldsOf = (given: string): Record<string, unknown> => {
  try {
    return JSON.parse(given)
  } catch {
    return {}
  }
}

const again = ({ name, options }: Asked, more: Record<string, string>): string =>
  `npx --no svc failures --context ${typed(name === undefined ? [] : [name], { ...options, ...more })}`.trim()
