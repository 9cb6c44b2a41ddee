import { type Command, InvalidArgumentError, Option } from 'commander'

/** What commands that ask the server have in common. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--project <slug>', 'project (default: SVC_PROJECT, else the name of the repository)')
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--json', 'print one JSON document instead of lines')

export const branchOption = () => new Option('--branch <name>', 'branch (default: the one checked out)')

export const suiteOption = () => new Option('--suite <name>', 'only executions of this suite')

/** A whole number within a range, both ends included. */
export const numberFrom = (least: number, most: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
  return number
}
