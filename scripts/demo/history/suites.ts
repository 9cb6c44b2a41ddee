/** A test of the made suites: its place, its usual duration and when it exists. */
export interface StoryTest {
  suite: 'web' | 'backend'
  file: string
  titles: string[]
  /** Playwright's project; empty for the backend. */
  variant: string
  usualMs: number
  /** Days before today since when it exists, and until when; absent: always. */
  since?: number
  until?: number
  skip?: string
}

/** Areas of the backend: a file for each, with its tests. */
const BACKEND: Record<string, string[]> = {
  'orders/place': [
    'places an order',
    'refuses an empty order',
    'keeps the price of the moment',
    'counts each item once',
    'refuses what is out of stock',
  ],
  'orders/cancel': [
    'cancels before shipping',
    'refuses after shipping',
    'returns the stock',
    'tells the customer',
  ],
  'orders/history': [
    'lists the newest first',
    'pages by fifty',
    'hides orders of others',
    'finds an order by its number',
  ],
  'payments/card': [
    'charges once',
    'charges once when the gateway repeats its answer',
    'refuses an expired card',
    'refuses a stolen card',
    'keeps no card number',
  ],
  'payments/refund': [
    'refunds in full',
    'refunds a part',
    'refuses more than was paid',
    'refunds to the same card',
  ],
  'payments/invoice': [
    'carries the address of the company',
    'adds the taxes of each line',
    'is a PDF of one page',
  ],
  'tax/rates': [
    'knows the rate of books',
    'knows the rate of food',
    'rounds each line',
    'adds up to the total',
    'has no tax abroad',
  ],
  'cart/lines': [
    'adds a line',
    'adds to a line',
    'removes a line',
    'empties itself after an order',
    'merges two carts',
  ],
  'cart/coupons': [
    'takes ten percent off',
    'takes shipping off',
    'refuses a coupon twice',
    'ends with its last day',
  ],
  'stock/reserve': [
    'reserves for fifteen minutes',
    'frees what expires',
    'reserves under load',
    'never sells twice',
  ],
  'stock/import': ['reads a delivery', 'reports unknown products', 'skips what was read before'],
  'search/index': [
    'finds a word',
    'finds a prefix',
    'finds what was added a moment ago',
    'forgets what was removed',
  ],
  'search/rank': ['puts exact matches first', 'puts what sells first', 'keeps equal ones in order'],
  'accounts/sign-in': [
    'signs in',
    'refuses a wrong password',
    'locks after ten tries',
    'ends a session after thirty minutes',
  ],
  'accounts/profile': ['changes the name', 'confirms a new address', 'removes an account'],
  'mail/orders': [
    'thanks for an order',
    'sends one mail for each order',
    'speaks the language of the customer',
  ],
  'mail/newsletter': ['asks for consent', 'ends with one click'],
  'shipping/prices': ['is free from 50 euros on', 'costs more abroad', 'weighs each item'],
  'shipping/labels': ['prints a label', 'prints a label for customs'],
  'reports/sales': ['sums a day', 'sums a month', 'renders a year of sales', 'exports to a table'],
  'prices/currencies': [
    'converts by the rate of the day',
    'rounds to the cent',
    'shows no rate of yesterday',
  ],
  'api/limits': ['answers 429 after a hundred calls', 'counts each key by itself'],
}

const WEB: Record<string, string[]> = {
  checkout: [
    'charges what the cart comes to',
    'refuses a card that has expired',
    'ships for free from 50 euros on',
    'shows a bill as designed',
  ],
  cart: ['adds a product', 'keeps its lines over a reload', 'removes a line'],
  search: ['suggests while typing', 'keeps what was typed'],
  account: ['shows the newest order first', 'exports a year of orders'],
}

/** Slow by nature, in milliseconds. */
const LONG: Record<string, number> = {
  'renders a year of sales': 1_900,
  'reserves under load': 2_600,
  'is a PDF of one page': 1_400,
  'reads a delivery': 1_100,
  'exports to a table': 900,
}

const RENAMED = { before: 'prints a label', now: 'prints a label for one parcel', days: 20 }

export const TESTS: StoryTest[] = [
  ...Object.entries(WEB).flatMap(([file, titles]) =>
    (file === 'checkout' ? ['desktop', 'phone'] : ['desktop']).flatMap((variant) =>
      titles.map((title, i) => webTest(file, title, variant, 620 + i * 90)),
    ),
  ),
  ...Object.entries(BACKEND).flatMap(([path, titles]) =>
    titles.map((title, i) => backendTest(path, title, i)),
  ),
  { ...backendTest('shipping/labels', RENAMED.now, 0), since: RENAMED.days },
  ...['wraps one item', 'wraps an order', 'costs two euros', 'is no tax matter'].map((title, i) => ({
    ...backendTest('orders/gift-wrap', title, i),
    since: 25,
  })),
  ...['keeps a list', 'shares a list', 'tells of a lower price'].map((title, i) => ({
    ...backendTest('accounts/wish-list', title, i),
    since: 10,
  })),
].map((test) => (test.titles.at(-1) === RENAMED.before ? { ...test, until: RENAMED.days } : test))

function webTest(file: string, title: string, variant: string, usualMs: number): StoryTest {
  return { suite: 'web', file: `packages/web/test/${file}.spec.js`, titles: [file, title], variant, usualMs }
}

function backendTest(path: string, title: string, index: number): StoryTest {
  const [area = '', part = ''] = path.split('/')
  return {
    suite: 'backend',
    file: `packages/backend/src/${path}.test.ts`,
    titles: [area, part, title],
    variant: '',
    usualMs: LONG[title] ?? 12 + ((path.length * 13 + index * 29) % 160),
    ...(title === 'prints a label for customs' && { skip: 'the customs office has no test account yet' }),
  }
}

export const CODEOWNERS = {
  path: '.github/CODEOWNERS',
  text: `* @acme/shop
packages/web/ @acme/storefront
packages/web/test/checkout.spec.js @acme/payments
packages/backend/src/payments/ @acme/payments
packages/backend/src/search/ @acme/search
packages/backend/src/stock/ @acme/warehouse
packages/backend/src/shipping/ @acme/warehouse
`,
}
