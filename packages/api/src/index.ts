export { type Answer, type CallOptions, type Client, type ClientOptions, createClient } from './client.ts'
export { type ErrorCode, SvcError } from './error.ts'
export type * from './generated.ts'
