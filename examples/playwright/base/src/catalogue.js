const products = [
  { id: 'mug', name: 'blue mug', price: 1200 },
  { id: 'lamp', name: 'desk lamp', price: 2500 },
  { id: 'chair', name: 'oak chair', price: 9900 },
]

/** How long the search engine takes. */
const delay = () => new Promise((resolve) => setTimeout(resolve, 40))

module.exports = { delay, products }
