/** What a server needs at its start. The tables of operations take longer to load: `@svc/schema/operations`. */
export {
  BUS_EVENTS,
  COMPARISON_PAGE,
  MOST_FOUND_CHUNKS,
  PULL_REQUEST_PAGE,
  RANKED_GROUPS,
} from './constants.ts'
export { readIsoTime } from './iso-time.ts'
export {
  type Access,
  type ObjectKind,
  type Operation,
  type PublicOperation,
  takesBody,
} from './operation.ts'
export type * from './operations.ts'
export { type Page, pageParameters, wholeNumber } from './page.ts'
export type { Route, Routes } from './route.ts'
export * from './routes.ts'
export { SubscriptionFilter } from './subscription-filter.ts'
