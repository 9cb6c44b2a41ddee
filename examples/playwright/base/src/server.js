const { createServer } = require('node:http')
const { priceIn } = require('./prices.js')
const { delay, products } = require('./catalogue.js')

/** Starts the shop's API on a free port of the loopback interface. */
const startShop = async () => {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://shop')
    const answer = await route(request, url)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

const route = async (request, url) => {
  const [, collection, id] = url.pathname.split('/')
  if (collection === 'products' && id) return productOf(id, url.searchParams.get('currency') ?? 'EUR')
  if (collection === 'products') return { status: 200, body: products }
  if (collection === 'search') return searchFor(url.searchParams.get('q') ?? '')
  if (collection === 'recommendations') return recommend(request)
  if (collection === 'orders' && request.method === 'POST') return placeOrder(request)
  return { status: 404, body: { error: 'no such address' } }
}

const productOf = (id, currency) => {
  const product = products.find((each) => each.id === id)
  return { status: 200, body: { ...product, price: product && priceIn(product.price, currency), currency } }
}

const searchFor = async (word) => {
  await delay()
  return { status: 200, body: products.filter(({ name }) => name.includes(word)) }
}

const recommend = () => ({ status: 200, body: products.slice(0, 2) })

const placeOrder = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { items = [] } = JSON.parse(Buffer.concat(chunks).toString())
  if (items.length === 0) return { status: 400, body: { error: 'an order needs an item' } }
  return { status: 201, body: { state: 'placed', items: items.length } }
}

module.exports = { startShop }
