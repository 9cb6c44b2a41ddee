import { start } from './start.ts'

process.exitCode = await start({
  env: process.env,
  write: (line) => void process.stdout.write(`${line}\n`),
  isPost: false,
})
