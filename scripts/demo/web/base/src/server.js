const { createServer } = require('node:http')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { suggestAfterMs } = require('./suggestions.js')

const PRODUCTS = [
  { id: 'mug', name: 'Mug', price: 1299 },
  { id: 'lamp', name: 'Lamp', price: 2400 },
  { id: 'chair', name: 'Chair', price: 8900 },
]
const FILES = {
  '/': ['index.html', 'text/html'],
  '/shop.css': ['shop.css', 'text/css'],
  '/shop.mjs': ['shop.mjs', 'text/javascript'],
  '/total.mjs': ['total.mjs', 'text/javascript'],
}

/** The shop's pages on a port of their own. */
exports.startShop = () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://shop')
    if (pathname === '/api/products') return json(response, PRODUCTS)
    if (pathname === '/api/suggest') {
      const found = PRODUCTS.filter(({ name }) => name.toLowerCase().startsWith(searchParams.get('q')))
      return void setTimeout(() => json(response, found), suggestAfterMs(searchParams.get('try')))
    }
    const [file, type] = FILES[pathname] ?? []
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(join(__dirname, file)))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const stop = () => server.close()
      resolve({ url: `http://127.0.0.1:${server.address().port}`, stop })
    })
  })
}

function json(response, value) {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}
