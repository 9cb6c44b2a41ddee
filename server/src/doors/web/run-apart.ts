import { spawn } from 'node:child_process'

/** How often work that continues is reported, milliseconds. */
const REPORT_EVERY_MS = 10_000

/** What runs in another process. */
export interface Apart {
  /** Arguments of Node. */
  args: string[]
  signal: AbortSignal
  /** Begins the message of a failure. */
  what: string
  /** Called while it runs, with the seconds so far. */
  onWait(seconds: number): void
  everyMs?: number
}

/** Runs Node in another process. */
export function runApart({ args, signal, what, onWait, everyMs = REPORT_EVERY_MS }: Apart): Promise<void> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], signal })
  const waiting = setInterval(() => onWait(Math.round((performance.now() - begun) / 1_000)), everyMs)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} ended with code ${code}. ${said.trim()}`))
    })
  }).finally(() => clearInterval(waiting))
}
