/** The subject of a pull request in the story, and the tests that its first push breaks. */
export interface Change {
  title: string
  branch: string
  pushes: number
  /** Titles of tests that fail on every push but the last of a merged pull request. */
  breaks?: string[]
  message?: string
}

/** In the order of the weeks. */
export const CHANGES: Change[] = [
  { title: 'Take coupons for shipping', branch: 'shipping-coupons', pushes: 1 },
  {
    title: 'Refund to the same card',
    branch: 'refund-card',
    pushes: 2,
    breaks: ['refunds in full', 'refunds a part'],
    message: 'expected "card_1" to be "card_2"',
  },
  { title: 'Fifty orders a page', branch: 'order-pages', pushes: 1 },
  {
    title: 'Rank what sells',
    branch: 'rank-sales',
    pushes: 2,
    breaks: ['keeps equal ones in order'],
    message: 'expected [ 3, 1, 2 ] to deeply equal [ 1, 2, 3 ]',
  },
  {
    title: 'Upgrade the database driver',
    branch: 'driver-9',
    pushes: 3,
    breaks: ['reads a delivery', 'sums a month', 'sums a day'],
    message: "Cannot read properties of undefined (reading 'rows')",
  },
  { title: 'Speak Dutch', branch: 'dutch', pushes: 1 },
  { title: 'Wrap gifts', branch: 'gift-wrap', pushes: 2 },
  { title: 'Lock after ten tries', branch: 'lock-accounts', pushes: 1 },
  { title: 'Labels for one parcel', branch: 'parcel-labels', pushes: 1 },
  {
    title: 'Retry the payment gateway',
    branch: 'retry-gateway',
    pushes: 2,
    breaks: ['charges once when the gateway repeats its answer'],
    message: 'expected 2 charges to be 1',
  },
  {
    title: 'Cache the rates of a day',
    branch: 'cache-rates',
    pushes: 2,
    breaks: ['shows no rate of yesterday'],
    message: 'expected 1.0874 to be 1.0921',
  },
  { title: 'Free shipping from 50 euros on', branch: 'free-shipping', pushes: 1 },
  { title: 'One mail for each order', branch: 'one-mail', pushes: 1 },
  { title: 'Render reports in one query', branch: 'report-query', pushes: 1 },
  {
    title: 'Wish lists',
    branch: 'wish-lists',
    pushes: 3,
    breaks: ['removes an account'],
    message: 'update or delete on table "person" violates foreign key constraint "wish_person_fkey"',
  },
  { title: 'Round totals once', branch: 'round-once', pushes: 1 },
  { title: 'Hide orders of others', branch: 'order-privacy', pushes: 1 },
  {
    title: 'Count each key by itself',
    branch: 'limits-by-key',
    pushes: 2,
    breaks: ['answers 429 after a hundred calls'],
    message: 'expected 200 to be 429',
  },
  {
    title: 'Import deliveries in pieces',
    branch: 'import-pieces',
    pushes: 2,
    breaks: ['skips what was read before'],
    message: 'expected 14 items to be 7',
  },
  { title: 'A smaller cart', branch: 'small-cart', pushes: 1 },
]

/** Not merged yet. */
export const OPEN_CHANGES: Change[] = [
  {
    title: 'Export orders as a table',
    branch: 'order-table',
    pushes: 2,
    breaks: ['exports to a table', 'pages by fifty'],
    message: 'expected 50 rows to be 51',
  },
  { title: 'Merge carts after signing in', branch: 'merge-carts', pushes: 1 },
  {
    title: 'Prices of the season',
    branch: 'season',
    pushes: 2,
    breaks: ['converts by the rate of the day'],
    message: 'expected 1299 to be 1305',
  },
]

/** Commits that went to main without a pull request. */
export const SMALL_COMMITS = [
  'Correct a word in the terms',
  'Update the lock file',
  'Remove an unused flag',
  'Name the queues',
  'Log the reason of a refusal',
  'Shorten the welcome mail',
  'Split the price module',
  'Document the runbook of payments',
]
