import { eolOf } from './append.ts'

/** A step of a workflow: its lines from `start` up to, but excluding, `end`. */
interface Step {
  start: number
  end: number
  indent: number
  /** The lines of `run`, as one text. */
  command: string
  action: string | undefined
}

/** Returns the lines of the step, without indentation. */
export const actionStep = (action: string, url: string): string[] => [
  `- uses: ${action}`,
  `  if: ${expression('!cancelled()')}`,
  '  with:',
  `    api-key: ${expression('secrets.SVC_API_KEY')}`,
  `    url: ${url}`,
]

/** Returns an expression of GitHub Actions. */
export const expression = (code: string): string => `\${{ ${code} }}`

/** Returns the actions that the steps of a workflow use. */
export const actionsIn = (text: string): string[] =>
  jobsOf(text.split(/\r?\n/)).flatMap((steps) => steps.flatMap(({ action }) => action ?? []))

/**
 * Returns a workflow with a step after the last step of each job that runs tests; undefined if no step does, or if
 * the steps are not written as a block.
 */
export const addStep = (
  text: string,
  runsTests: (command: string) => boolean,
  step: string[],
): string | undefined => {
  const lines = text.split(/\r?\n/)
  const jobs = jobsOf(lines)
  const ends = jobs.flatMap((steps) => {
    const last = steps.findLast(({ command }) => runsTests(command))
    return last && !steps.some(({ action }) => action && isOurs(action)) ? [{ last, steps }] : []
  })
  if (ends.length === 0) return undefined
  for (const { last, steps } of ends.reverse()) {
    const [first, second] = steps
    const isApart = first !== undefined && second !== undefined && lines[second.start - 1]?.trim() === ''
    const added = step.map((line) => ' '.repeat(last.indent) + line)
    lines.splice(last.end, 0, ...(isApart ? ['', ...added] : added))
  }
  return lines.join(eolOf(text))
}

/** True for the action of any publisher: `owner/svc@v1`, `./`. */
export const isOurs = (action: string): boolean => /(?:^|\/)svc(?:@|$)/.test(action)

/** The steps of each list of steps. */
const jobsOf = (lines: string[]): Step[][] =>
  lines.flatMap((line, index) => {
    const found = /^( *)steps:\s*(?:#.*)?$/.exec(line)
    return found ? [stepsBelow(lines, index, found[1]?.length ?? 0)] : []
  })

const stepsBelow = (lines: string[], at: number, least: number): Step[] => {
  const steps: Step[] = []
  let indent: number | undefined
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (isEmpty(line)) continue
    const here = /^ */.exec(line)?.[0].length ?? 0
    const isItem = /^ *- /.test(line)
    if (indent === undefined && (!isItem || here < least)) return []
    indent ??= here
    if (here < indent || (here === indent && !isItem)) break
    if (here === indent) steps.push({ start: index, end: index + 1, indent, command: '', action: undefined })
    const step = steps.at(-1)
    if (step) step.end = index + 1
  }
  return steps.map((step) => ({ ...step, ...contentOf(lines.slice(step.start, step.end), step.indent) }))
}

/** A comment below a step may belong to the next one, so a step ends at its last line with content. */
const isEmpty = (line: string) => /^\s*(?:#.*)?$/.test(line)

const contentOf = (lines: string[], indent: number): Pick<Step, 'command' | 'action'> => {
  const keyed = lines.map((line, index) => (index === 0 ? line.replace(/- /, '  ') : line))
  const key = ' '.repeat(/^ */.exec(keyed[0] ?? '')?.[0].length ?? indent + 2)
  const value = (name: string): string | undefined => {
    const start = keyed.findIndex((line) => line.startsWith(`${key}${name}:`))
    if (start === -1) return undefined
    const more = keyed.slice(start + 1)
    const end = more.findIndex((line) => line.trim() !== '' && !line.startsWith(`${key} `))
    const [first = ''] = keyed.slice(start)
    return [first.slice(key.length + name.length + 1), ...more.slice(0, end === -1 ? undefined : end)]
      .join('\n')
      .trim()
  }
  const action = value('uses')
    ?.replace(/\s+#.*$/, '')
    .replace(/^(['"])(.*)\1$/, '$2')
  return { command: value('run') ?? '', action }
}
