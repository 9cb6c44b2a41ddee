import { join } from 'node:path'
import { workspace } from './versions.ts'

/** Lets Node cache compiled code: tests start the same programs some hundred times. */
export const NODE_CACHE = { NODE_COMPILE_CACHE: join(workspace, '.test', 'node-cache') }
