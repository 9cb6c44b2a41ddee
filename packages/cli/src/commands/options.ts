import { type Command, InvalidArgumentError, Option } from 'commander'

/** As many bytes as the server keeps of a name. */
const MOST_BYTES = 500

/** A name in one line, as of a branch, a suite or a build. */
export const nameFrom = (value: string): string => {
  if (value.trim() === '') throw new InvalidArgumentError('It takes a name, and this is empty.')
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value))
    throw new InvalidArgumentError('It takes a name in one line, without control characters.')
  if (Buffer.byteLength(value) > MOST_BYTES)
    throw new InvalidArgumentError(`It takes a name of at most ${MOST_BYTES} bytes.`)
  return value
}

/** A commit, whole or abbreviated as git does it. */
export const commitFrom = (value: string): string => {
  if (!/^[\da-f]{7,64}$/i.test(value))
    throw new InvalidArgumentError(
      'It takes a commit: 7 to 64 of the digits 0-9 and a-f, as git rev-parse HEAD prints them.',
    )
  return value.toLowerCase()
}

/** What commands that ask the server have in common. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)', nameFrom)
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--json', 'print one JSON document instead of lines')

export const branchOption = () =>
  new Option('--branch <name>', 'branch (default: the one checked out)').argParser(nameFrom)

export const suiteOption = () =>
  new Option('--suite <name>', 'only executions of this suite').argParser(nameFrom)

/** A whole number within a range, both ends included. */
export const numberFrom = (least: number, most: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
  return number
}
