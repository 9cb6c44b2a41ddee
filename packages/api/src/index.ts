export { type Client, createClient } from './client.ts'
export { type ErrorCode, SvcError } from './error.ts'
export type * from './generated.ts'
export { OPERATIONS } from './generated.ts'
export {
  type Answer,
  type CallOptions,
  type ClientOptions,
  createPartialClient,
  type PartialClient,
} from './partial-client.ts'
