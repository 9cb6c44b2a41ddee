import { Argument, type Command, InvalidArgumentError, Option } from 'commander'

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
