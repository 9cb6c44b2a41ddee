import { join } from 'node:path'
import { workspace } from './versions.ts'

/** Lets Node keep what it compiled: tests start the same programs some hundred times. */
export const NODE_CACHE = { NODE_COMPILE_CACHE: join(workspace, '.test', 'node-cache') }
