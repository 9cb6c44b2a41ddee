/** Reads what a step leaves for the runner, by the runner's own rules. */

/** A file of `name=value` and `name<<delimiter` as GITHUB_OUTPUT; throws where the runner would. */
export const readPairs = (text: string): Record<string, string> => {
  const pairs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const [, name = '', operator = '', rest = ''] = /^([^=<]+?)(=|<<)(.*)$/.exec(line) ?? []
    if (operator === '=') pairs[name] = rest
    else if (operator === '<<' && rest !== '') {
      const end = lines.indexOf(rest, at + 1)
      if (end < 0) throw new Error(`Matching delimiter not found '${rest}'`)
      pairs[name] = lines.slice(at + 1, end).join('\n')
      at = end
    } else throw new Error(`Invalid format '${line}'`)
  }
  return pairs
}

/** One `::name key=value::message` of a log. */
export interface Command {
  name: string
  properties: Record<string, string>
  message: string
}

/** What a runner acts on; any other word is text. */
const NAMES = new Set(
  (
    'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice ' +
    'remove-matcher save-state set-env set-output stop-commands warning'
  ).split(' '),
)

/** The commands of a log; a line that only looks like one counts, since the runner cannot tell either. */
export const readCommands = (log: string): Command[] => {
  const commands: Command[] = []
  let stoppedBy: string | undefined
  for (const line of log.split(/\r\n|\r|\n/)) {
    const command = readNew(line, stoppedBy) ?? readOld(line, stoppedBy)
    if (command === undefined) continue
    if (stoppedBy !== undefined) stoppedBy = command.name === stoppedBy ? undefined : stoppedBy
    else if (command.name === 'stop-commands') stoppedBy = command.message
    else commands.push(command)
  }
  return commands
}

const isKnown = (name: string, more: string | undefined) => name === more || NAMES.has(name.toLowerCase())

/** `::name key=value,key=value::message`, at the start of a line but for spaces. */
const readNew = (line: string, more: string | undefined): Command | undefined => {
  const text = line.trimStart()
  const end = text.indexOf('::', 2)
  if (!text.startsWith('::') || end < 0) return undefined
  return commandOf(text.slice(2, end), ',', text.slice(end + 2), more)
}

/** `##[name key=value;key=value]message`, anywhere in a line: the form that older runners took. */
const readOld = (line: string, more: string | undefined): Command | undefined => {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start < 0 || end < 0) return undefined
  return commandOf(line.slice(start + 3, end), ';', line.slice(end + 1), more)
}

const commandOf = (
  info: string,
  separator: string,
  message: string,
  more: string | undefined,
): Command | undefined => {
  const [name = ''] = info.split(' ', 1)
  if (!isKnown(name, more)) return undefined
  const properties = info
    .slice(name.length)
    .split(separator)
    .map((each) => each.trim().split('='))
    .filter((each) => each.length > 1)
    .map(([key = '', ...value]) => [key, plain(value.join('='))])
  return { name, properties: Object.fromEntries(properties), message: plain(message) }
}

const ESCAPED: Record<string, string> = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' }
const plain = (text: string): string =>
  text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (each) => ESCAPED[each] ?? each)

/** More than this the runner refuses, in bytes; the step continues with an error in its log and no summary. */
const MAX_SUMMARY = 1024 * 1024

export const readSummary = (bytes: Buffer): { text: string; isDropped: boolean } =>
  bytes.length > MAX_SUMMARY
    ? { text: '', isDropped: true }
    : { text: bytes.toString('utf8'), isDropped: false }

/** Of each kind the runner shows ten a step. */
export const shownAnnotations = (commands: Command[]): Command[] =>
  ['error', 'warning', 'notice'].flatMap((kind) => commands.filter(({ name }) => name === kind).slice(0, 10))
