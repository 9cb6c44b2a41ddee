import { start } from './run-step.ts'

process.exitCode = await start({ env: process.env, isPost: false })
