const RATES = { books: 0.07, food: 0.07, other: 0.19 }

/** The tax that a net price in cents bears, in cents. */
const taxOf = (net, kind) => Math.round(net * (RATES[kind] ?? RATES.other))

module.exports = { taxOf }
