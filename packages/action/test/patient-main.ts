import { start } from '../src/start.ts'

// The main step with a silence that no test reaches: a request that a test holds must not end by itself.
const SILENCE_MS = 10 * 60_000

process.exitCode = await start({
  env: process.env,
  write: (line) => void process.stdout.write(`${line}\n`),
  isPost: false,
  silenceMs: SILENCE_MS,
})
