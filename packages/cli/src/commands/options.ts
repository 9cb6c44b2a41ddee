import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'

/** Bytes of a name that the server stores. */
const MOST_OPTION_BYTES = 500

/** Returns a one-line name, for example of a branch, a suite or a build. */
export const nameFrom = (value: string): string => {
  if (value.trim() === '') throw new InvalidArgumentError('The name is empty.')
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    throw new InvalidArgumentError('Give a name on one line, without control characters.')
  if (Buffer.byteLength(value) > MOST_OPTION_BYTES)
    throw new InvalidArgumentError(`Give a name of at most ${MOST_OPTION_BYTES} bytes.`)
  return value
}

/** Returns a commit sha, full or abbreviated as in git, in lower case. */
export const commitFrom = (value: string): string => {
  if (!/^[\da-f]{7,64}$/i.test(value))
    throw new InvalidArgumentError(
      'Give a commit: 7 to 64 hex digits (0-9, a-f), as git rev-parse HEAD prints them.',
    )
  return value.toLowerCase()
}

/** The address of the server; `svc login` stores the default. */
export const URL_OPTION = [
  '--url <address>',
  'address of the server (default: SVC_URL, else the last login, else http://127.0.0.1:4700)',
] as const

/** Adds the options that all commands with a server share. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)', nameFrom)
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document')

export const branchOption = () =>
  new Option('--branch <name>', 'branch (default: the current one)').argParser(nameFrom)

/** The execution that a command is about. */
export const executionArgument = () =>
  new Argument(
    '[execution]',
    'which execution (default: the last upload, or the newest of this branch)',
  ).argParser(nameFrom)

export const suiteOption = () =>
  new Option('--suite <name>', 'only executions of this suite').argParser(nameFrom)

/** Returns a parser of whole numbers within a range, both ends included. */
export const numberFrom = (least: number, most: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  return number
}

/** Returns a number of seconds, at most a day. */
export const secondsFrom = (value: string): number => {
  const seconds = Number(value)
  if (value.trim() === '' || !(seconds >= 0 && seconds <= 86_400))
    throw new InvalidArgumentError('Give a number of seconds from 0 to 86400.')
  return seconds
}

/** The value of `--wait` without an argument. */
export const DEFAULT_WAIT = '10m'

export const waitOption = () =>
  new Option(
    '--wait [=duration]',
    `wait until all results have arrived, at most this long: 90s, 5m or 1h (default: ${DEFAULT_WAIT})`,
  ).argParser(toMs)

const UNITS_MS: Record<string, number> = { '': 1_000, s: 1_000, m: 60_000, h: 3_600_000 }
const LONGEST_MS = 6 * 3_600_000

/** Returns the milliseconds of `90`, `90s`, `5m` or `1h`. */
export const toMs = (value: string): number => {
  const [, number = '', unit = ''] = /^(\d{1,6})([smh]?)$/.exec(value.trim()) ?? []
  const ms = Number(number) * (UNITS_MS[unit] ?? 0)
  if (number === '' || ms > LONGEST_MS)
    throw new InvalidArgumentError('Give a duration of at most 6 h, such as 90s, 5m or 1h.')
  return ms
}

export const AGENT_ENVIRONMENT = {
  SVC_AGENT: 'name of the agent (default: the only one that the key registered)',
  SVC_PROJECT: undefined,
}

/** The agent that a command acts as; absent: the only one of its key. */
export const actingAgent = (call: Call, { agent }: { agent?: string }): string | undefined =>
  agent ?? (call.env.SVC_AGENT?.trim() || undefined)

export const withReportOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)', nameFrom)
    .option(
      '--suite <name>',
      'name of the suite, such as unit or e2e (default: SVC_SUITE, else default)',
      nameFrom,
    )
    .option(
      '--leg <name>',
      'leg of the CI matrix, such as windows-java21 (default: SVC_LEG, else this machine)',
      nameFrom,
    )
    .option('--variant <name>', 'label for tests without a variant in their report', nameFrom)
    .option('--tag <label>', 'label of the execution, repeatable', collectName)
    .option('--format <name>', 'format of the files (default: detected from their content)')
    .option('--root <folder>', 'folder to which paths in the reports are relative')
    .option('--map <pattern=file>', 'map class or suite names to files, see below; repeatable', collect)
    .option(...URL_OPTION)
    .option('--dry-run', 'read the files and print a summary, but send nothing')
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--timeout <seconds>', 'how long to try to send').argParser(secondsFrom).default(300),
    )

export const MAP_TEXT = `A test is identified by its file, its titles and its variant. Reports of Java, Python's
unittest, Go and .NET name no files. For these, --map derives a file from the class, package
or suite. A test then keeps its history when you switch to a reporter or move a class. The
value is a regular expression and its replacement. You can repeat the option; the first
matching expression applies.`

/** Shown below the examples. */
export const MAPS = `Maps:
  --map '^com\\.acme\\.(\\w+)\\.(\\w+)$=src/test/java/com/acme/$1/$2.java'
      Java: packages directly below com.acme
  --map '^tests\\.(\\w+)\\.\\w+$=tests/$1.py'
      Python's unittest: the module of a class
  --map '^github\\.com/acme/shop/(.+)$=$1'
      Go: the folder of the package`

const collectName = (value: string, before: string[] = []) => [...before, nameFrom(value)]

const collect = (value: string, before: string[] = []) => [...before, value]
