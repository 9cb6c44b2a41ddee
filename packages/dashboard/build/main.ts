import { join } from 'node:path'
import { buildDashboard } from './build.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, '../dist')
await buildDashboard(folder)
