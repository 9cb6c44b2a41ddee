import { start } from './start.ts'

process.exitCode = await start({ env: process.env, isPost: true })
