import { spawn } from 'node:child_process'

/** Runs Node in another process; `what` begins the message of a failure. */
export function runApart(args: string[], signal: AbortSignal, what: string): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} ended with code ${code}. ${said.trim()}`))
    })
  })
}
