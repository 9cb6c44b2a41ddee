/** The command that later sends what a run could not send. */
export const FLUSH_COMMAND = 'npx --no svc flush'

/** Prints a line if it does not mix with a runner's report. */
export const say = (line: string): void => {
  process.stderr.write(`svc: ${line}\n`)
}
