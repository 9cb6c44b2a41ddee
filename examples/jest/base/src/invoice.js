const { grossOf } = require('./order.js')

/** The lines of an invoice as text. */
const print = async (order) => {
  await new Promise((resolve) => setTimeout(resolve, 40))
  const { name, city } = order.customer
  return [name, city, `total ${(grossOf(order) / 100).toFixed(2)}`].join('\n')
}

module.exports = { print }
