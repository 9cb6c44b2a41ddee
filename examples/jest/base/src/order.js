const { taxOf } = require('./tax.js')

const STATES = { placed: ['paid', 'cancelled'], paid: ['sent', 'refunded'], sent: ['delivered'] }

/** Moves an order to its next step; throws if that step does not exist. */
const advance = (order, state) => {
  if (!STATES[order.state]?.includes(state)) throw new Error(`cannot go from ${order.state} to ${state}`)
  return { ...order, state }
}

/** What an order costs with tax, in cents. */
const grossOf = (order) => order.lines.reduce((sum, { net, kind }) => sum + net + taxOf(net, kind), 0)

module.exports = { advance, grossOf }
