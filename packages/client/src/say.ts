import { inOwnCommands } from './package-manager.ts'

/** The command that later sends what a run could not send; `say` prints it as the project calls it. */
export const FLUSH_COMMAND = 'npx --no svc flush'

/** Prints a line if it does not mix with a runner's report. */
export const say = (line: string): void => {
  process.stderr.write(`svc: ${inOwnCommands(line, here())}\n`)
}

/** The folder in which a person would type the next command; it may be gone by now. */
const here = (): string => {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}
