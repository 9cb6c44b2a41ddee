/** What sends later what a run could not send. */
export const FLUSH_COMMAND = 'npx @svc/cli flush'

/** How the warning of a journal without a disk begins; who runs it is told in other words. */
export const UNWRITTEN = 'The journal could not be written'

/** Prints a line where it does not mix with a runner's report. */
export const say = (line: string): void => {
  process.stderr.write(`svc: ${line}\n`)
}
