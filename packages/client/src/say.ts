import { withoutCiCommands } from '@svc/protocol'
import { inOwnCommands } from './svc-command.ts'

/** The command that later sends what a run could not send; `say` prints it as the project calls it. */
export const FLUSH_COMMAND = 'npx --no svc flush'

/** Prints a line to stderr, with svc's commands as this package manager calls them. */
export const say = (line: string): void => {
  process.stderr.write(`svc: ${harmless(inOwnCommands(line, here()))}\n`)
}

/**
 * One line without characters that act on a terminal or hide, and without commands of CI: a server's answer may quote any
 * name.
 */
const harmless = (line: string): string =>
  withoutCiCommands(line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Cf}/gu, ''))

/** The folder in which a person would type the next command; it may be gone by now. */
const here = (): string => {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}
